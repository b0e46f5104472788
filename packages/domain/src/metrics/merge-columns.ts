import { type Bucket, mergeBuckets } from './bucket.ts'
import { type Buckets, bucketAt, createBuckets, setBucket } from './bucket-columns.ts'

/** Buckets whose numbers fall into the same step of that many become one; `no` counts steps. Their numbers are in order. */
export function mergeColumns(buckets: Buckets, numbersPerStep: number): Buckets {
  const steps: { no: number; buckets: Bucket[] }[] = []
  for (let index = 0; index < buckets.no.length; index++) {
    const no = Math.floor((buckets.no[index] as number) / numbersPerStep)
    const last = steps.at(-1)
    if (last?.no === no) last.buckets.push(bucketAt(buckets, index))
    else steps.push({ no, buckets: [bucketAt(buckets, index)] })
  }
  const merged = createBuckets(steps.length)
  for (const [index, step] of steps.entries()) setBucket(merged, index, step.no, mergeBuckets(step.buckets))
  return merged
}

/**
 * The fuller of two sums of the same bucket, series by series. Once the first points of a bucket are gone, what comes late cannot be told from
 * what was counted before. Of two that are as full the fresh one.
 */
export function keepFuller(known: readonly Buckets[], fresh: Buckets): Buckets {
  const fullest = new Map<number, { no: number; from: Buckets; index: number }>()
  for (const from of [...known, fresh]) {
    for (let index = 0; index < from.no.length; index++) {
      const no = from.no[index] as number
      const other = fullest.get(no)
      if (!other || (other.from.count[other.index] as number) <= (from.count[index] as number)) fullest.set(no, { no, from, index })
    }
  }
  const rows = [...fullest.values()].sort((a, b) => a.no - b.no)
  const kept = createBuckets(rows.length)
  for (const [index, row] of rows.entries()) setBucket(kept, index, row.no, bucketAt(row.from, row.index))
  return kept
}
