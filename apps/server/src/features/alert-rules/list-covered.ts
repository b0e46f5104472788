import type { CoveredEntity } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import { bucketEnd, bucketsPerHour } from '@vakt/domain/metrics/bucket.ts'
import type { MetricStore, Series } from '#server/features/metrics/metric-store.ts'
import { explainStore } from '#server/features/metrics/read-metrics.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import type { AlertRuleRow } from './alert-rule-table.ts'
import { type CoveredRow, readCoveredPage, readStatesOfEntities, type SeriesState } from './covered-entity-table.ts'
import { findActiveRule } from './list-rules.ts'

type CoveredSeries = CoveredEntity['series'][number]

/** The entities that a rule covers now, with the live state of each of their series. */
export async function listCovered(
  context: Context,
  store: MetricStore,
  customerId: string,
  { id, limit = 50, after }: { id: string; limit?: number; after: readonly string[] | null },
): Promise<Listing<CoveredEntity>> {
  const { page, ...covered } = await inTransaction(context, customerId, async (transaction) => {
    const rule = await findActiveRule(transaction, customerId, id)
    const rows = await readCoveredPage(transaction, customerId, { ruleId: rule.alertRuleId, after, limit })
    const shown = nextPage(rows, limit, ({ nameKey, entityId }) => [nameKey, entityId])
    return { page: shown, ...(await readCovered(transaction, store, { customerId, rule, rows: shown.rows, now: context.now })) }
  })
  return { ...page, rows: await describeRows(context, store, customerId, covered) }
}

type Page = { customerId: string; rule: AlertRuleRow; rows: CoveredRow[]; now: Date }

async function readCovered(transaction: Transaction, store: MetricStore, { customerId, rule, rows, now }: Page) {
  const entityIds = rows.map(({ entityId }) => entityId)
  return {
    rule,
    rows,
    found: await store.findSeries(transaction, customerId, { metrics: [rule.metricName], entityIds }),
    states: await readStatesOfEntities(transaction, customerId, { ruleId: rule.alertRuleId, entityIds }),
    to: (await store.closedTo(transaction, customerId, now)) + 1,
  }
}

async function describeRows(
  context: Context,
  store: MetricStore,
  customerId: string,
  { rule, rows, found, states, to }: Awaited<ReturnType<typeof readCovered>>,
): Promise<CoveredEntity[]> {
  const wanted = found.map((series) => ({ series, aggregation: rule.aggregation }))
  const span = { from: to - bucketsPerHour, to }
  const values = wanted.length > 0 ? await store.readAggregates(context, customerId, wanted, span).catch(explainStore) : []
  const stateOf = new Map(states.map((state) => [state.seriesNo, state]))
  const seriesOf = Map.groupBy(found.keys(), (index) => found[index]?.entityId)
  return rows.map(({ entityId, name }) => {
    const own = seriesOf.get(entityId) ?? []
    const series = own.map((index) => {
      const one = found[index] as Series
      return describeSeries(rule, one, { state: stateOf.get(one.seriesNo), values: values[index] as Float64Array, from: span.from })
    })
    return { entityId, name, series: series.length > 0 ? series : [withoutMetric] }
  })
}

const withoutMetric: CoveredSeries = {
  labels: {},
  state: 'no-metric',
  violations: 0,
  value: null,
  at: null,
  inhibitedBy: null,
  since: null,
}

type Known = { state: SeriesState | undefined; values: Float64Array; from: number }

function describeSeries(rule: AlertRuleRow, { labels }: Series, { state, values, from }: Known): CoveredSeries {
  const last = values.findLastIndex((value) => !Number.isNaN(value))
  const isMissing = last < values.length - 1
  const value = last >= 0 ? (values[last] as number) : null
  return {
    labels,
    state: stateNow(rule, state, isMissing),
    violations: state?.violations ?? 0,
    value: value !== null && Number.isFinite(value) ? value : null,
    at: last >= 0 ? new Date(bucketEnd(from + last)).toISOString() : null,
    inhibitedBy: state?.inhibitedBy ?? null,
    since: state?.since === null || state === undefined ? null : new Date(bucketEnd(state.since)).toISOString(),
  }
}

function stateNow(rule: AlertRuleRow, state: SeriesState | undefined, isMissing: boolean): CoveredSeries['state'] {
  if (state?.inhibitedBy) return 'inhibited'
  if (state?.firing === 'critical') return 'critical'
  if (state?.firing === 'yes') return 'firing'
  if (!rule.enabled || rule.activeSince === null) return 'not-active'
  if (state) return 'counting'
  return isMissing ? 'no-data' : 'healthy'
}
