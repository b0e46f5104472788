import { type MetricTrend, metricLimits } from '@vakt/contract/metrics.ts'
import { bucketEnd, bucketMilliseconds, lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { readUuid } from '#server/platform/ids.ts'
import { listMetricNames } from './metric-series-table.ts'
import type { MetricStore, SlotSpan } from './metric-store.ts'
import { describe, explainStore, finite, inOrder } from './read-metrics.ts'

const bucketsPerStep = 3
const steps = 24

type Asked = { entityId?: string[]; metric?: string[] }

/** The last six closed hours of the series of some entities. Entities of other customers have none. */
export async function listMetricTrends(
  context: Context,
  store: MetricStore,
  customerId: string,
  { entityId = [], metric }: Asked,
): Promise<{ stepSeconds: number; trends: MetricTrend[]; total: number }> {
  const filter = { metrics: metric?.length ? metric : null, entityIds: entityId.map(readUuid) }
  const { found, closedTo } = await inTransaction(context, customerId, async (transaction) => ({
    found: await store.findSeries(transaction, customerId, filter),
    closedTo: await store.closedTo(transaction, customerId, context.now),
  }))
  const described = found
    .flatMap((series) => (series.entityId ? [{ series, entityId: series.entityId, ...describe(series) }] : []))
    .sort(inOrder)
    .slice(0, metricLimits.maxTrends)
  const to = Math.min(closedTo, lastClosedSlot(context.now.getTime())) + 1
  const span = { from: to - steps * bucketsPerStep, to }
  const wanted = described.flatMap(({ series }) => [
    { series, aggregation: 'avg' as const },
    { series, aggregation: 'last' as const },
  ])
  const values = await store.readAggregates(context, customerId, wanted, span).catch(explainStore)
  const trends = described.map(({ series: _, ...one }, index) => ({
    ...one,
    latest: latestOf(values[2 * index + 1], span),
    values: mergeSteps(values[2 * index]),
  }))
  return { stepSeconds: (bucketsPerStep * bucketMilliseconds) / 1000, trends, total: found.length }
}

function latestOf(values: Float64Array | undefined, { from }: SlotSpan): MetricTrend['latest'] {
  const index = values?.findLastIndex((value) => !Number.isNaN(value)) ?? -1
  if (!values || index < 0) return null
  return { value: finite(values[index] as number), at: new Date(bucketEnd(from + index)).toISOString() }
}

/** Buckets of a step that have a value count alike. */
function mergeSteps(values: Float64Array = new Float64Array()): (number | null)[] {
  return Array.from({ length: steps }, (_, step) => {
    const there = [...values.subarray(step * bucketsPerStep, (step + 1) * bucketsPerStep)].filter((value) => !Number.isNaN(value))
    return there.length > 0 ? finite(there.reduce((sum, value) => sum + value, 0) / there.length) : null
  })
}

/** The names of the metrics that entities of the customer have. */
export async function readMetricNames(context: Context, customerId: string): Promise<{ names: { metric: string; entities: number }[] }> {
  return inTransaction(context, customerId, async (transaction) => ({
    names: await listMetricNames(transaction, customerId, metricLimits.maxNames),
  }))
}
