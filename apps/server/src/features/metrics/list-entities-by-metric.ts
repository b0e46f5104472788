import type { ListedEntity } from '@vakt/contract/entities/entity-list.ts'
import { metricAccess } from '@vakt/contract/features.ts'
import type { listEntitiesByMetric as contract } from '@vakt/contract/metrics.ts'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { canAccess, isGlobalAdmin } from '@vakt/domain/access.ts'
import { type EntityValues, listEntitiesByValue } from '#server/features/entities/list-entities-by-value.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext, Listing } from '#server/platform/http/serve.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import type { MetricStore } from './metric-store.ts'
import { explainStore } from './read-metrics.ts'

const bucketsPerStep = 3
const steps = 4
const maxKept = 4

/** What the metric of each entity was last, until its next bucket closes. */
export type LatestValues = Map<string, EntityValues>

/** As `MetricCell` shows it: the average of the latest quarter of an hour that has a value. */
function latestOf(values: Float64Array): number | null {
  for (let step = steps - 1; step >= 0; step -= 1) {
    const there = values.subarray(step * bucketsPerStep, (step + 1) * bucketsPerStep).filter((value) => !Number.isNaN(value))
    if (there.length > 0) return there.reduce((sum, value) => sum + value, 0) / there.length
  }
  return null
}

/** Reads all series of the metric at once; the pages of a list that follow take what was read. */
async function readLatest(
  context: Context,
  store: MetricStore,
  customerId: string,
  { metric, latest }: { metric: string; latest: LatestValues },
): Promise<EntityValues> {
  const { key, to, known, found } = await inTransaction(context, customerId, async (transaction) => {
    const end = (await store.closedTo(transaction, customerId, context.now)) + 1
    const version = await store.readSeriesVersion(transaction, customerId)
    const name = JSON.stringify([customerId, metric, end, version])
    const values = latest.get(name)
    const series = values ? [] : await store.findSeries(transaction, customerId, { metrics: [metric], entityIds: null })
    return { key: name, to: end, known: values, found: series }
  })
  if (known) return known
  const matched = found.flatMap((series) => (series.entityId ? [{ series, entityId: series.entityId }] : []))
  const wanted = matched.map(({ series }) => ({ series, aggregation: 'avg' as const }))
  const span = { from: to - steps * bucketsPerStep, to }
  const columns = await store.readAggregates(context, customerId, wanted, span).catch(explainStore)
  const values = new Map<string, number>()
  await takeTurns(matched.entries(), ([index, { entityId }]) => {
    const value = latestOf(columns[index] ?? new Float64Array())
    if (value !== null && Number.isFinite(value)) values.set(entityId, Math.max(value, values.get(entityId) ?? value))
  })
  latest.set(key, values)
  for (const old of [...latest.keys()].slice(0, -maxKept)) latest.delete(old)
  return values
}

const none: EntityValues = new Map()

export async function listEntitiesByMetric(
  context: CallContext,
  { store, latest }: { store: MetricStore; latest: LatestValues },
  customerId: string,
  { limit = 50, format: _, metric = '', direction = 'asc', ...filter }: QueryOf<typeof contract>,
  after: readonly string[] | null,
): Promise<Listing<ListedEntity>> {
  const { caller } = context
  const maySee = caller !== null && ((isGlobalAdmin(caller) && !caller.apiToken) || canAccess(caller, metricAccess))
  const values = metric && maySee ? await readLatest(context, store, customerId, { metric, latest }) : none
  return listEntitiesByValue(context, customerId, { filter, values, direction, limit, after })
}
