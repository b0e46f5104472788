import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type Aggregation, bucketMilliseconds, type SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import { type Buckets, collectBuckets, createBuckets, floatColumns } from '@vakt/domain/metrics/bucket-columns.ts'

type FloatColumn = (typeof floatColumns)[number]

const version = 1
const headBytes = 4
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** How many series stand in one row of `metric_chunk`. */
export const seriesPerChunk = 128

export const chunkOf = (seriesNo: number): number => Math.floor(seriesNo / seriesPerChunk)

/**
 * Packs buckets whose numbers fit into 16 bits, without loss: the bytes of equal weight of all numbers side by side, which compresses
 * neighbours, then zstd. The first four bytes before compression hold the version and the length.
 */
export function packBuckets(buckets: Buckets): Buffer {
  const length = buckets.no.length
  const raw = Buffer.allocUnsafe(headBytes + length * 38)
  let at = raw.writeUInt32LE(length * 16 + version, 0)
  for (const no of buckets.no) at = raw.writeUInt16LE(no, at)
  for (const count of buckets.count) at = raw.writeUInt32LE(count, at)
  for (const column of floatColumns) {
    const bytes = new Uint8Array(buckets[column].buffer, buckets[column].byteOffset, length * 8)
    for (let index = 0; index < length; index++)
      for (let weight = 0; weight < 8; weight++) raw[at + weight * length + index] = bytes[index * 8 + weight] as number
    at += 8 * length
  }
  return zstdCompressSync(raw, compression)
}

const scratch = new Float64Array(1)
const scratchBytes = new Uint8Array(scratch.buffer)

/** Packed buckets, of which only what is asked for is unpacked. Throws on a version that is not known. */
export class PackedBuckets {
  readonly length: number
  private readonly raw: Buffer

  constructor(packed: Buffer) {
    this.raw = zstdDecompressSync(packed)
    const head = this.raw.readUInt32LE(0)
    if (head % 16 !== version) throw new Error(`Packed buckets of version ${head % 16}.`)
    this.length = Math.floor(head / 16)
  }

  noAt(index: number): number {
    return (this.raw[headBytes + 2 * index] as number) + (this.raw[headBytes + 1 + 2 * index] as number) * 256
  }

  countAt(index: number): number {
    return this.raw.readUInt32LE(headBytes + 2 * this.length + 4 * index)
  }

  valueAt(column: FloatColumn, index: number): number {
    const start = headBytes + this.length * (6 + 8 * floatColumns.indexOf(column)) + index
    for (let weight = 0; weight < 8; weight++) scratchBytes[weight] = this.raw[start + weight * this.length] as number
    return scratch[0] as number
  }

  /** One number of the bucket at this index; see `aggregateOf`. */
  aggregateAt(index: number, aggregation: Aggregation, kind: SeriesKind): number {
    if (aggregation === 'count') return this.countAt(index)
    if (aggregation !== 'avg') return this.valueAt(aggregation, index)
    return this.valueAt('sum', index) / (kind === 'gauge' ? this.countAt(index) : bucketMilliseconds / 1000)
  }

  /** The index of the bucket with this number, or -1. They are in order. */
  indexOf(no: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.noAt(middle) < no) low = middle + 1
      else high = middle
    }
    return low < this.length && this.noAt(low) === no ? low : -1
  }

  /** All of them, `first` added to their numbers. */
  unpack(first = 0): Buckets {
    const buckets = createBuckets(this.length)
    for (let index = 0; index < this.length; index++) {
      buckets.no[index] = first + this.noAt(index)
      buckets.count[index] = this.countAt(index)
      for (const column of floatColumns) buckets[column][index] = this.valueAt(column, index)
    }
    return buckets
  }
}

/** The buckets of one slot as rows of `metric_chunk`; in each, series are counted from its first. They must be in order. */
export const packChunks = (all: Buckets): PackedChunk[] => [...eachChunk(all)]

export type PackedChunk = { chunk: number; packed: Buffer }

/** As `packChunks`, one after the other. */
export function* eachChunk(all: Buckets): Generator<PackedChunk> {
  for (let from = 0; from < all.no.length; ) {
    const chunk = chunkOf(all.no[from] as number)
    const rows: { no: number; from: Buckets; index: number }[] = []
    // One at least, whatever it is: the outer loop ends for whatever it is given.
    do {
      rows.push({ no: (all.no[from] as number) - chunk * seriesPerChunk, from: all, index: from })
      from++
    } while (from < all.no.length && chunkOf(all.no[from] as number) === chunk)
    yield { chunk, packed: packBuckets(collectBuckets(rows)) }
  }
}
