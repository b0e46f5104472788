import type { UploadReading } from '@vakt/contract/entities/entity-uploads.ts'

type Encoding = UploadReading['encoding']

const marks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const readMark = (start: Buffer) => marks.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte))?.[0]

/** Text of two bytes a character is mostly letters, of which one byte is 0. */
function findWideEncoding(start: Buffer): Encoding | undefined {
  const zeros = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros.map((count) => count / Math.max(1, start.length / 2))
  if (odd > 0.3 && even < 0.05) return 'utf-16le'
  return even > 0.3 && odd < 0.05 ? 'utf-16be' : undefined
}

/** Finds the encoding of a file while it comes in: by its mark, else whether all of its bytes are UTF-8. */
export function createEncodingDetector(): { add(chunk: Buffer): void; find(): Encoding } {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let byStart: Encoding | undefined
  let isFirst = true
  let isUtf8 = true
  const tryDecode = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      isUtf8 = false
    }
  }
  return {
    add(chunk) {
      if (isFirst) byStart = readMark(chunk) ?? findWideEncoding(chunk.subarray(0, 4096))
      isFirst = false
      if (!byStart && isUtf8) tryDecode(chunk)
    },
    find() {
      if (byStart) return byStart
      if (isUtf8) tryDecode()
      return isUtf8 ? 'utf-8' : 'windows-1252'
    },
  }
}
