/** Buckets are five minutes long, aligned to UTC, and numbered from the epoch: the number is called a slot. */
export const bucketMilliseconds = 300_000
export const bucketsPerHour = 12
export const bucketsPerDay = 288

/** A bucket closes this long after its end; what comes later opens it again. */
export const gracePeriodMilliseconds = 90_000

/** The slot of a time in milliseconds since the epoch. */
export const slotOf = (milliseconds: number): number => Math.floor(milliseconds / bucketMilliseconds)

/** The first millisecond of a bucket. */
export const bucketStart = (slot: number): number => slot * bucketMilliseconds

/** The first millisecond after a bucket. */
export const bucketEnd = (slot: number): number => (slot + 1) * bucketMilliseconds

/** The last bucket whose grace period is over. */
export const lastClosedSlot = (now: number): number => slotOf(now - gracePeriodMilliseconds) - 1

/**
 * What a series measures. `gauge`: a value. `counter`: a total that only grows, and begins again at 0 when its process does. `delta`: what
 * was added since the point before.
 */
export const seriesKinds = ['gauge', 'counter', 'delta'] as const
export type SeriesKind = (typeof seriesKinds)[number]

/**
 * The points of one series in one bucket. Of a counter `sum` is its increase, NaN where it is not known, and `min`, `max` and `last` are the total itself; of a gauge
 * and a delta all of them are of the values as they came. `count` is the number of points.
 */
export type Bucket = { count: number; sum: number; min: number; max: number; last: number }

export const aggregations = ['avg', 'min', 'max', 'sum', 'last', 'count'] as const
export type Aggregation = (typeof aggregations)[number]

/** One number of a bucket. The average of a counter or a delta is its rate per second, over a span of `buckets` buckets. */
export function aggregateOf(bucket: Bucket, aggregation: Aggregation, kind: SeriesKind, buckets = 1): number {
  if (aggregation !== 'avg') return bucket[aggregation]
  return kind === 'gauge' ? bucket.sum / bucket.count : bucket.sum / ((buckets * bucketMilliseconds) / 1000)
}

/** The bucket of a longer span; `buckets` are at least one, in their order. */
export function mergeBuckets(buckets: readonly Bucket[]): Bucket {
  const merged = { count: 0, sum: Number.NaN, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, last: Number.NaN }
  for (const { count, sum, min, max, last } of buckets) {
    merged.count += count
    // The increase of a counter is not known in its first bucket.
    if (!Number.isNaN(sum)) merged.sum = Number.isNaN(merged.sum) ? sum : merged.sum + sum
    merged.min = Math.min(merged.min, min)
    merged.max = Math.max(merged.max, max)
    merged.last = last
  }
  return merged
}
