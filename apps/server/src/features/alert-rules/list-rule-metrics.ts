import type { CustomerRuleMetric, listRuleExamples as examples, RuleMetric } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { listMetricsOfEntities } from '#server/features/metrics/find-metrics-of-entities.ts'
import type { MetricStore } from '#server/features/metrics/metric-store.ts'
import { explainStore } from '#server/features/metrics/read-metrics.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { readUuid } from '#server/platform/ids.ts'
import { hasEntities } from './alert-rule-table.ts'
import { readExamples } from './covered-entity-table.ts'

const maxMetrics = 2_000

/** What a rule can watch on an entity, by name, with the latest values. */
export async function listRuleMetrics(
  context: Context,
  store: MetricStore,
  customerId: string,
  id: string,
): Promise<{ metrics: RuleMetric[] }> {
  const entityId = readUuid(id)
  const series = await inTransaction(context, customerId, async (transaction) => {
    if (!(await hasEntities(transaction, customerId, [entityId]))) throw new NotFound()
    return store.findSeries(transaction, customerId, { metrics: null, entityIds: [entityId] })
  })
  const values = await store.readLatest(context, customerId, series, context.now).catch(explainStore)
  const byMetric = [...Map.groupBy(series, ({ metric }) => metric)].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxMetrics)
  const metrics = byMetric.flatMap(([metricName, all]) => {
    const [first] = all
    if (!first) return []
    const latest = all.length === 1 ? (values.get(first.seriesNo)?.value ?? null) : null
    const { unit, kind } = first
    return [{ metricName, unit, kind, series: all.length, latest: latest !== null && Number.isFinite(latest) ? latest : null }]
  })
  return { metrics }
}

/** What a rule by filter can watch: a metric that a single resource of the customer has is among them. */
export async function listCustomerRuleMetrics(context: Context, customerId: string): Promise<{ metrics: CustomerRuleMetric[] }> {
  const metrics = await inTransaction(context, customerId, (transaction) => listMetricsOfEntities(transaction, customerId, maxMetrics))
  return { metrics }
}

/** Resources on which a rule by filter can be tested. */
export async function listRuleExamples(
  context: Context,
  customerId: string,
  { metric, ...filter }: QueryOf<typeof examples>,
): Promise<{ entities: { entityId: string; name: string }[] }> {
  const entities = await inTransaction(context, customerId, (transaction) => readExamples(transaction, customerId, metric ?? null, filter))
  return { entities }
}
