import { pointsPerStep } from '@vakt/domain/metrics/sort-in-steps.ts'
import type { PointBatch } from '@vakt/domain/metrics/sum-points.ts'

// A batch: how many points as a 64-bit head, then the columns value (8 bytes), series number and offset (4 each), little-endian as all machines
// that Node runs on. Batches may stand one after the other.
const headBytes = 8
const bytesPerPoint = 16

function columnsOf(packed: ArrayBuffer, from: number, count: number): PointBatch {
  const start = from + headBytes
  return {
    value: new Float64Array(packed, start, count),
    no: new Int32Array(packed, start + 8 * count, count),
    offset: new Uint32Array(packed, start + 12 * count, count),
  }
}

/** Makes a batch of `count` points; `fill` writes its columns. */
export function packPoints(count: number, fill: (batch: PointBatch) => void): Buffer {
  const packed = new ArrayBuffer(headBytes + bytesPerPoint * count)
  new Uint32Array(packed, 0, 1)[0] = count
  fill(columnsOf(packed, 0, count))
  return Buffer.from(packed)
}

const partOf = ({ no, offset, value }: PointBatch, from: number, to: number): PointBatch => ({
  no: no.subarray(from, to),
  offset: offset.subarray(from, to),
  value: value.subarray(from, to),
})

/** The batches in one value, in parts that are no longer than a step of work. Throws where it is damaged. */
export function unpackPoints(bytes: Buffer): PointBatch[] {
  // Columns of eight bytes must begin at a multiple of eight, which a buffer out of a pool may not.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
  const batches: PointBatch[] = []
  for (let at = 0; at < aligned.length; ) {
    const count = aligned.readUInt32LE(at)
    const end = at + headBytes + bytesPerPoint * count
    if (end > aligned.length) throw new Error('A batch of points is cut short.')
    const batch = columnsOf(aligned.buffer as ArrayBuffer, aligned.byteOffset + at, count)
    for (let from = 0; from < count; from += pointsPerStep) batches.push(partOf(batch, from, from + pointsPerStep))
    at = end
  }
  return batches
}
