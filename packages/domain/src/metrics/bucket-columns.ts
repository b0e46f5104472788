import type { Bucket } from './bucket.ts'

/** Buckets in columns: what has the same index belongs together. `no` is what tells them apart: a series, or a slot. */
export type Buckets = {
  no: Int32Array
  count: Uint32Array
  sum: Float64Array
  min: Float64Array
  max: Float64Array
  last: Float64Array
}

export const floatColumns = ['sum', 'min', 'max', 'last'] as const

/** Columns of this length, all zero. */
export const createBuckets = (length: number): Buckets => ({
  no: new Int32Array(length),
  count: new Uint32Array(length),
  sum: new Float64Array(length),
  min: new Float64Array(length),
  max: new Float64Array(length),
  last: new Float64Array(length),
})

export const bucketAt = ({ count, sum, min, max, last }: Buckets, index: number): Bucket => ({
  count: count[index] ?? 0,
  sum: sum[index] ?? Number.NaN,
  min: min[index] ?? Number.NaN,
  max: max[index] ?? Number.NaN,
  last: last[index] ?? Number.NaN,
})

export function setBucket(buckets: Buckets, index: number, no: number, bucket: Bucket): void {
  buckets.no[index] = no
  buckets.count[index] = bucket.count
  for (const column of floatColumns) buckets[column][index] = bucket[column]
}

/** One row of each source, in the order given. */
export function collectBuckets(rows: readonly { no: number; from: Buckets; index: number }[]): Buckets {
  const collected = createBuckets(rows.length)
  for (const [index, row] of rows.entries()) setBucket(collected, index, row.no, bucketAt(row.from, row.index))
  return collected
}

export function listBuckets(buckets: Buckets): { no: number; bucket: Bucket }[] {
  return Array.from(buckets.no, (no, index) => ({ no, bucket: bucketAt(buckets, index) }))
}
