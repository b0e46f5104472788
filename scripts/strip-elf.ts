const header64 = { programOffset: 0x20, sectionOffset: 0x28, programSize: 0x36, programCount: 0x38, sectionCount: 0x3c, sectionNames: 0x3e }

/**
 * A program for Linux (ELF, 64 bits, little endian) without symbols and section headers, which only debuggers read: a seventh of Node. What
 * is loaded stands before them. Works for every processor, so no `strip` for each of them is needed.
 */
export function stripElf(program: Buffer): Buffer {
  if (program.readUInt32BE(0) !== 0x7f454c46 || program[4] !== 2 || program[5] !== 1)
    throw new Error('This is no 64-bit program for Linux.')
  const first = Number(program.readBigUInt64LE(header64.programOffset))
  const size = program.readUInt16LE(header64.programSize)
  let end = first
  for (let index = 0; index < program.readUInt16LE(header64.programCount); index += 1) {
    const at = first + index * size
    end = Math.max(end, at + size, Number(program.readBigUInt64LE(at + 0x08)) + Number(program.readBigUInt64LE(at + 0x20)))
  }
  if (end > program.length) throw new Error('This program is not whole.')
  const stripped = Buffer.from(program.subarray(0, end))
  stripped.writeBigUInt64LE(0n, header64.sectionOffset)
  stripped.writeUInt16LE(0, header64.sectionCount)
  stripped.writeUInt16LE(0, header64.sectionNames)
  return stripped
}
