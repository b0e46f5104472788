import { type EntityMetric, type MetricBuckets, metricLimits } from '@vakt/contract/metrics.ts'
import { aggregateOf, bucketEnd, bucketMilliseconds, bucketStart, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { listBuckets } from '@vakt/domain/metrics/bucket-columns.ts'
import { getEntity } from '#server/features/entities/get-entity.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound, Unavailable } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { noteInterest } from './metric-interest-table.ts'
import { findSeriesByNo } from './metric-series-table.ts'
import { type LatestValue, type MetricStore, type Series, StoreUnavailable } from './metric-store.ts'
import { dimensionsOf } from './series-dimensions.ts'

const minute = 60_000
const defaultSpan = 24 * 60 * minute
/** For how long after someone looked at the metrics of an entity what its cloud measures of it is read. */
const interestMilliseconds = 15 * minute
const maxSeriesNo = 2 ** 31 - 1

/** JSON has no infinity. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

export const explainStore = (error: unknown): never => {
  throw error instanceof StoreUnavailable ? new Unavailable(5, error) : error
}

/** What an entity measures: each of its series, by metric and dimensions. */
export async function listEntityMetrics(
  context: Context,
  store: MetricStore,
  customerId: string,
  entityId: string,
): Promise<{ metrics: EntityMetric[]; total: number }> {
  const { entityId: id, source } = await getEntity(context, customerId, entityId)
  const series = await inTransaction(context, customerId, async (transaction) => {
    if (source === 'azure') await noteInterest(transaction, customerId, id, new Date(context.now.getTime() + interestMilliseconds))
    return store.findSeries(transaction, customerId, { metrics: null, entityIds: [id] })
  })
  const latest = await store.readLatest(context, customerId, series, context.now).catch(explainStore)
  const metrics = series.map((one) => ({ ...describe(one), latest: presentLatest(latest.get(one.seriesNo)) }))
  metrics.sort(inOrder)
  return { metrics: metrics.slice(0, metricLimits.maxSeriesOfEntity), total: metrics.length }
}

const presentLatest = (latest: LatestValue | undefined): EntityMetric['latest'] =>
  latest ? { value: finite(latest.value), at: latest.at.toISOString() } : null

export const describe = (series: Series) => ({
  seriesId: String(series.seriesNo),
  metric: series.metric,
  dimensions: dimensionsOf(series),
  kind: series.kind,
  unit: series.unit,
})

type Described = { metric: string; dimensions: Record<string, string> }
/** By metric, then by dimensions. */
export const inOrder = (a: Described, b: Described) =>
  compare(a.metric, b.metric) || compare(JSON.stringify(a.dimensions), JSON.stringify(b.dimensions))

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type BucketQuery = { from?: string; to?: string; stepMinutes?: number }

function readSpan({ from, to, stepMinutes = 5 }: BucketQuery, now: Date) {
  const bucketsPerStep = (stepMinutes * minute) / bucketMilliseconds
  const stop = to === undefined ? now.getTime() : Date.parse(to)
  const start = from === undefined ? stop - defaultSpan : Date.parse(from)
  const first = Math.floor(slotOf(start) / bucketsPerStep) * bucketsPerStep
  const end = Math.ceil(slotOf(stop + bucketMilliseconds - 1) / bucketsPerStep) * bucketsPerStep
  if (end <= first) throw Invalid.field('to', 'The span must end after it begins.', 'metric.span_empty')
  if ((end - first) / bucketsPerStep > metricLimits.maxSteps)
    throw Invalid.field(
      'stepMinutes',
      `The span has more than ${metricLimits.maxSteps} steps: choose longer ones.`,
      'metric.too_many_steps',
    )
  return { span: { from: first, to: end }, bucketsPerStep }
}

/** The buckets of one series as a chart draws them. */
export async function getMetricBuckets(
  context: Context,
  store: MetricStore,
  customerId: string,
  seriesId: string,
  query: BucketQuery,
): Promise<MetricBuckets> {
  const seriesNo = Number(readNumericId(seriesId))
  const { span, bucketsPerStep } = readSpan(query, context.now)
  const { series, closedTo } = await inTransaction(context, customerId, async (transaction) => {
    const found = seriesNo <= maxSeriesNo ? await findSeriesByNo(transaction, customerId, seriesNo) : undefined
    if (!found) throw new NotFound()
    return { series: found, closedTo: await store.closedTo(transaction, customerId, context.now) }
  })
  const rows = listBuckets(await store.readBuckets(context, customerId, series, span, bucketsPerStep).catch(explainStore))
  return {
    metric: series.metric,
    dimensions: dimensionsOf(series),
    kind: series.kind,
    unit: series.unit,
    stepSeconds: (bucketsPerStep * bucketMilliseconds) / 1000,
    closedTo: new Date(bucketEnd(closedTo)).toISOString(),
    at: rows.map(({ no }) => bucketStart(no) / 1000),
    count: rows.map(({ bucket }) => bucket.count),
    avg: rows.map(({ bucket }) => finite(aggregateOf(bucket, 'avg', series.kind, bucketsPerStep))),
    min: rows.map(({ bucket }) => finite(bucket.min)),
    max: rows.map(({ bucket }) => finite(bucket.max)),
    sum: rows.map(({ bucket }) => finite(bucket.sum)),
    last: rows.map(({ bucket }) => finite(bucket.last)),
  }
}
