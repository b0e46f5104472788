import type { MetricBuckets } from '@vakt/contract/metrics.ts'
import type { LineSeries } from '#web/ui/chart/line-data.ts'

type Names = { average: string; highest: string; lowest: string }

/**
 * What a chart draws of the buckets of one series. An hour has many values, of which the average alone would hide the peaks. The rate of a
 * bucket that is still open would fall at its end, so it is left out.
 */
export function linesOf(buckets: MetricBuckets | undefined, metric: string, names: Names): LineSeries[] {
  if (!buckets) return []
  const { kind, stepSeconds, closedTo, avg, max, min } = buckets
  const closed = Date.parse(closedTo) / 1000
  const end = kind === 'gauge' ? buckets.at.length : buckets.at.filter((at) => at + stepSeconds <= closed).length
  const times = buckets.at.slice(0, end).map((at) => at * 1000)
  const line = (key: string, label: string, values: readonly (number | null)[]) => ({ key, label, times, values: values.slice(0, end) })
  if (kind !== 'gauge' || stepSeconds <= 300) return [line('average', metric, avg)]
  return [line('average', names.average, avg), line('highest', names.highest, max), line('lowest', names.lowest, min)]
}
