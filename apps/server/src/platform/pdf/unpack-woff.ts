import { inflateSync } from 'node:zlib'

const header = { woff: 44, openType: 12 }
const entry = { woff: 20, openType: 16 }

/** The OpenType font in a WOFF file. fontkit, which reads both, would inflate the outlines of all letters again for each letter. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const highest = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(header.openType + count * entry.openType)
  woff.copy(head, 0, 4, 8)
  for (const [index, value] of [count, highest * 16, Math.log2(highest), (count - highest) * 16].entries())
    head.writeUInt16BE(value, 4 + index * 2)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (let index = 0; index < count; index += 1) {
    const from = header.woff + index * entry.woff
    const [start, packed, length] = [woff.readUInt32BE(from + 4), woff.readUInt32BE(from + 8), woff.readUInt32BE(from + 12)]
    const stored = woff.subarray(start, start + packed)
    const table = packed < length ? inflateSync(stored, { maxOutputLength: length }) : stored
    const to = header.openType + index * entry.openType
    woff.copy(head, to, from, from + 4)
    woff.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(offset, to + 8)
    head.writeUInt32BE(length, to + 12)
    // Tables begin at multiples of four bytes.
    parts.push(table, Buffer.alloc(-length & 3))
    offset += (length + 3) & ~3
  }
  return Buffer.concat(parts)
}
