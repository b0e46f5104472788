import { isGzip, isZlib } from '#server/features/signals/find-encoding.ts'

export type MetricFormat = 'prometheus' | 'otlp'

/** So much of a body is looked at before it is decompressed; a shorter one is looked at whole. */
const lookedAt = 64

/** Of remote write 1.0 series and metadata, of 2.0 symbols and series. */
const remoteWriteTags = [0x0a, 0x1a, 0x22, 0x2a]
/** Resources with their metrics. */
const otlpTags = [0x0a]
const startOfJson = /^(?:\xef\xbb\xbf)?\s*(?:\{\s*["}]|\[\s*[{\]])/

/** The number that a varint of at most five bytes holds, and where it ends; null where there is none. */
function readVarint(bytes: Buffer, at: number): { value: number; end: number } | null {
  let value = 0
  for (let index = 0; index < 5; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    value += (byte & 127) * 2 ** (7 * index)
    if (byte < 128) return { value, end: at + index + 1 }
  }
  return null
}

/** Whether bytes begin as a body of metrics does that is not compressed. */
function beginsAsPoints(format: MetricFormat, bytes: Buffer): boolean {
  if (format === 'otlp' && startOfJson.test(bytes.toString('latin1', 0, lookedAt))) return true
  const tags = format === 'otlp' ? otlpTags : remoteWriteTags
  if (!tags.includes(bytes[0] as number)) return false
  const block = readVarint(bytes, 1)
  if (!block) return false
  // A snappy block that begins with the same byte has few bytes, and says a size that goes beyond them.
  if (bytes.length < lookedAt && block.end + block.value > bytes.length) return false
  // What a series or a resource holds are texts and messages.
  return bytes[0] !== 0x0a || block.value === 0 || ((bytes[block.end] as number) & 7) === 2
}

/** A snappy block begins with its length and with bytes as they are: those tell what it holds. */
function beginsAsSnappy(format: MetricFormat, bytes: Buffer): boolean {
  const length = readVarint(bytes, 0)
  if (!length) return false
  const tag = bytes[length.end]
  if (tag === undefined || (tag & 3) !== 0) return false
  const literal = length.end + 1 + Math.max(0, (tag >> 2) - 59)
  return beginsAsPoints(format, bytes.subarray(literal))
}

/** The same bytes may begin a body that zlib compressed, and a small snappy block. */
const beginsAsZlib = (format: MetricFormat, bytes: Buffer) => isZlib(bytes) && !beginsAsSnappy(format, bytes)

/**
 * The encoding that a body of metrics is decompressed by while it comes in, by its beginning, and else as its Content-Encoding says:
 * `identity` for one that is not compressed, or with snappy, which is decompressed whole.
 */
export function findMetricEncoding(format: MetricFormat, said: string, beginning: Buffer): string {
  if (isGzip(beginning)) return 'gzip'
  if (beginsAsPoints(format, beginning) || beginsAsSnappy(format, beginning)) return 'identity'
  if (beginsAsZlib(format, beginning)) return 'deflate'
  if (said === 'snappy') return 'identity'
  return said === 'deflate' ? 'deflate-raw' : said
}

/** Whether a body is a snappy block, by its beginning, and else where that was `expected`. */
export function isSnappyBlock(format: MetricFormat, body: Buffer, expected: boolean): boolean {
  return !beginsAsPoints(format, body) && (beginsAsSnappy(format, body) || expected)
}
