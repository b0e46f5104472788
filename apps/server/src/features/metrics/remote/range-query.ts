import { type Aggregation, bucketMilliseconds, bucketStart, type SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import type { SlotSpan } from '#server/features/metrics/metric-store.ts'

const functions = {
  avg: 'avg_over_time',
  min: 'min_over_time',
  max: 'max_over_time',
  sum: 'sum_over_time',
  last: 'last_over_time',
  count: 'count_over_time',
} as const

/** As a string of PromQL, which has the escapes of JSON. */
const quote = (text: string) => JSON.stringify(text)
const labelName = (name: string) => (/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name) ? name : quote(name))

/** A selector of series that have all of these labels. */
export const selectorOf = (labels: Record<string, string>): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${labelName(name)}=${quote(value)}`)
    .join(',')}}`

/** What in PromQL is one number of a bucket: of counters `sum` is the increase and `avg` the rate, as in our own store. */
export function aggregateQuery(selector: string, aggregation: Aggregation, kind: SeriesKind, bucketsPerStep = 1): string {
  const minutes = (bucketsPerStep * bucketMilliseconds) / 60_000
  const range = `${selector}[${minutes}m]`
  if (kind === 'counter' && aggregation === 'sum') return `increase(${range})`
  if (kind === 'counter' && aggregation === 'avg') return `rate(${range})`
  if (kind === 'delta' && aggregation === 'avg') return `sum_over_time(${range}) / ${minutes * 60}`
  return `${functions[aggregation]}(${range})`
}

/**
 * The parameters of `query_range` that make one value a bucket, or a step of several. A bucket ends before the first moment of the next, and a
 * range takes in its end: it is asked for one millisecond before. `nocache`: VictoriaMetrics would move the times otherwise.
 */
export function rangeParameters(query: string, { from, to }: SlotSpan, bucketsPerStep = 1): Record<string, string> {
  const time = (slot: number) => String((bucketStart(slot) - 1) / 1000)
  const step = (bucketsPerStep * bucketMilliseconds) / 1000
  return { query, start: time(from + bucketsPerStep), end: time(to), step: String(step), nocache: '1' }
}

/** The first slot of the step whose value has this time. */
export const slotOfTime = (seconds: number, bucketsPerStep = 1): number =>
  Math.round((seconds * 1000 + 1) / bucketMilliseconds) - bucketsPerStep
