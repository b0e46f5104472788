import { type Aggregation, lastClosedSlot, type SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import { type Buckets, createBuckets, setBucket } from '@vakt/domain/metrics/bucket-columns.ts'
import { findSeries, readSeriesVersion } from '#server/features/metrics/metric-series-table.ts'
import type { MetricStore, Series, SlotSpan, WantedAggregate } from '#server/features/metrics/metric-store.ts'
import { callPrometheus, type InstantSeries, type RangeSeries, type RemoteStoreSettings, readValue } from './prometheus-api.ts'
import { aggregateQuery, rangeParameters, selectorOf, slotOfTime } from './range-query.ts'

/** Prometheus answers at most 11,000 values a series. */
const maxStepsPerQuery = 10_000
const queriesAtOnce = 4

/** The same for the same labels, whatever their order; without those that are the store's own. */
function keyOf(labels: Record<string, string>, customerLabel: string): string {
  const own = Object.entries(labels).filter(([name]) => name !== '__name__' && name !== customerLabel)
  return JSON.stringify(own.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function commonLabels(series: readonly Series[]): Record<string, string> {
  const [first, ...others] = series
  if (!first) return {}
  return Object.fromEntries(Object.entries(first.labels).filter(([name, value]) => others.every(({ labels }) => labels[name] === value)))
}

/** Runs the work of each item, a few at a time. */
async function forEachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(queriesAtOnce, items.length) }, lane))
}

function splitSpan({ from, to }: SlotSpan, maxSlots: number): SlotSpan[] {
  const spans: SlotSpan[] = []
  for (let start = from; start < to; start += maxSlots) spans.push({ from: start, to: Math.min(to, start + maxSlots) })
  return spans
}

/**
 * Keeps nothing and asks a Prometheus-compatible API. Which series there are is found by `find-remote-series.ts` and kept in our database.
 * `increase` of Prometheus is extrapolated to the ends of the bucket; that of VictoriaMetrics is exact, as ours.
 */
export function createRemoteMetricStore(settings: RemoteStoreSettings): MetricStore {
  const { customerLabel } = settings

  const selectorFor = (customerId: string, series: readonly Series[]) =>
    selectorOf({ __name__: series[0]?.metric ?? '', [customerLabel]: customerId, ...commonLabels(series) })

  /** Calls `found` with each value of each of the series, all of one metric and kind. */
  async function queryRange(
    customerId: string,
    series: readonly Series[],
    aggregation: Aggregation,
    span: SlotSpan,
    bucketsPerStep: number,
    found: (series: Series, slot: number, value: number) => void,
  ): Promise<void> {
    const kind = series[0]?.kind ?? ('gauge' as SeriesKind)
    const query = aggregateQuery(selectorFor(customerId, series), aggregation, kind, bucketsPerStep)
    const byKey = new Map(series.map((one) => [keyOf(one.labels, customerLabel), one]))
    for (const part of splitSpan(span, maxStepsPerQuery * bucketsPerStep)) {
      const parameters = rangeParameters(query, part, bucketsPerStep)
      const { result } = await callPrometheus<{ result: RangeSeries[] }>(settings, customerId, 'query_range', parameters)
      for (const { metric, values } of result) {
        const one = byKey.get(keyOf(metric, customerLabel))
        if (one) for (const [seconds, value] of values) found(one, slotOfTime(seconds, bucketsPerStep), readValue(value))
      }
    }
  }

  const closedTo: MetricStore['closedTo'] = async (_transaction, _customerId, now) =>
    lastClosedSlot(now.getTime() - settings.delaySeconds * 1000)

  return {
    readSeriesVersion,
    findSeries,
    closedTo,
    receivedTo: closedTo,

    async readAggregates(_scope, customerId, wanted, span) {
      const values = wanted.map(() => new Float64Array(span.to - span.from).fill(Number.NaN))
      const groups = Map.groupBy(wanted.keys(), (index) => {
        const { series, aggregation } = wanted[index] as WantedAggregate
        return `${aggregation} ${series.kind} ${series.metric}`
      })
      await forEachAtOnce([...groups.values()], async (indexes) => {
        const group = indexes.map((index) => wanted[index] as WantedAggregate)
        const [{ aggregation }] = group as [WantedAggregate]
        const indexesOf = Map.groupBy(indexes, (index) => (wanted[index] as WantedAggregate).series.seriesNo)
        const series = [...new Map(group.map((one) => [one.series.seriesNo, one.series])).values()]
        await queryRange(customerId, series, aggregation, span, 1, ({ seriesNo }, slot, value) => {
          for (const index of indexesOf.get(seriesNo) ?? []) (values[index] as Float64Array)[slot - span.from] = value
        })
      })
      return values
    },

    async readBuckets(_scope, customerId, series, span, bucketsPerStep): Promise<Buckets> {
      const columns = ['count', 'sum', 'min', 'max', 'last'] as const
      const bySlot = new Map<number, Record<(typeof columns)[number], number>>()
      await forEachAtOnce(columns, (column) =>
        queryRange(customerId, [series], column, span, bucketsPerStep, (_series, slot, value) => {
          const bucket = bySlot.get(slot) ?? { count: 0, sum: Number.NaN, min: Number.NaN, max: Number.NaN, last: Number.NaN }
          bucket[column] = value
          bySlot.set(slot, bucket)
        }),
      )
      const slots = [...bySlot].filter(([, { count }]) => count > 0).sort(([a], [b]) => a - b)
      const buckets = createBuckets(slots.length)
      for (const [index, [slot, bucket]] of slots.entries()) setBucket(buckets, index, slot, bucket)
      return buckets
    },

    async readLatest(_scope, customerId, series, now) {
      if (series.length === 0) return new Map()
      const at = new Date(now.getTime() - settings.delaySeconds * 1000)
      const query = selectorOf({ [customerLabel]: customerId, ...commonLabels(series) })
      const parameters = { query, time: String(at.getTime() / 1000), nocache: '1' }
      const { result } = await callPrometheus<{ result: InstantSeries[] }>(settings, customerId, 'query', parameters)
      const latest = new Map(result.map(({ metric, value }) => [`${metric.__name__} ${keyOf(metric, customerLabel)}`, readValue(value[1])]))
      return new Map(
        series.flatMap(({ seriesNo, metric, labels }) => {
          const value = latest.get(`${metric} ${keyOf(labels, customerLabel)}`)
          return value === undefined ? [] : [[seriesNo, { value, at }] as const]
        }),
      )
    },
  }
}
