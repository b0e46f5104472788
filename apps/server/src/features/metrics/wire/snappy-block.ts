import type { Turns } from './turns.ts'

/** The body is not what its encoding or its format says. */
export class Undecodable extends Error {}

/** The body says that it becomes larger than is taken. */
export class DecodedTooLarge extends Error {}

/** The length that a snappy block says it has when decompressed, and where its elements begin. */
function readLength(input: Uint8Array): { length: number; start: number } {
  let length = 0
  for (let at = 0; at < 5; at++) {
    const byte = input[at]
    if (byte === undefined) break
    length += (byte & 127) * 2 ** (7 * at)
    if (byte < 128) return { length, start: at + 1 }
  }
  throw new Undecodable('snappy: no length')
}

/**
 * Decompresses snappy's block format, which remote write uses (google/snappy, format_description.txt). Takes no memory for a block that says
 * it is larger than `maxBytes`; `reserve` hears how much it takes otherwise. Throws DecodedTooLarge and Undecodable.
 */
export async function decompressSnappy(
  input: Uint8Array,
  { maxBytes, turns, reserve = () => {} }: { maxBytes: number; turns: Turns; reserve?: (bytes: number) => void },
): Promise<Buffer> {
  const { length, start } = readLength(input)
  if (length > maxBytes) throw new DecodedTooLarge(`The body becomes ${length} bytes.`)
  reserve(length)
  const output = Buffer.allocUnsafe(length)
  let at = start
  let to = 0
  let looked = 0
  while (at < input.length) {
    if (at - looked > 1024) {
      if (turns.isOver(at - looked)) await turns.next()
      looked = at
    }
    const tag = input[at++] as number
    if ((tag & 3) === 0) {
      let size = (tag >> 2) + 1
      if (size > 60) {
        const bytes = size - 60
        size = readLittleEndian(input, at, bytes) + 1
        at += bytes
      }
      if (at + size > input.length || to + size > length) throw new Undecodable('snappy: a literal beyond the end')
      if (size < 24) for (let i = 0; i < size; i++) output[to + i] = input[at + i] as number
      else output.set(input.subarray(at, at + size), to)
      at += size
      to += size
      continue
    }
    let size = (tag >> 2) + 1
    let offset: number
    if ((tag & 3) === 1) {
      size = ((tag >> 2) & 7) + 4
      offset = (tag >> 5) * 256 + readLittleEndian(input, at, 1)
      at += 1
    } else {
      const bytes = (tag & 3) === 2 ? 2 : 4
      offset = readLittleEndian(input, at, bytes)
      at += bytes
    }
    if (offset === 0 || offset > to || to + size > length) throw new Undecodable('snappy: a copy out of range')
    // A copy may overlap what it writes: byte by byte is the meaning of the format.
    if (offset >= size && size >= 24) output.copyWithin(to, to - offset, to - offset + size)
    else for (let i = 0; i < size; i++) output[to + i] = output[to - offset + i] as number
    to += size
  }
  // The memory is not cleared: what was not written must never be read.
  if (to !== length) throw new Undecodable('snappy: shorter than it says')
  return output
}

function readLittleEndian(input: Uint8Array, at: number, bytes: number): number {
  if (at + bytes > input.length) throw new Undecodable('snappy: cut short')
  let value = 0
  for (let i = 0; i < bytes; i++) value += (input[at + i] as number) * 2 ** (8 * i)
  return value
}
