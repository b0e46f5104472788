import type { MetricStore, Series } from '#server/features/metrics/metric-store.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { recountCovered } from './alert-rule-table.ts'
import { type EvaluatedRule, readCoveredPairs, readEnabledRules } from './rule-evaluation-table.ts'

/** One rule on one series. */
export type WatchedSeries = {
  rule: EvaluatedRule
  series: Series
  entity: { entityId: string; name: string; isStale: boolean }
}
export type Watched = { rules: EvaluatedRule[]; watched: WatchedSeries[] }

type Kept = Watched & { revision: string; seriesVersion: string; readAt: number }

/** Entities change their tags without that anything here is told. */
const keptMs = 5 * 60_000

/** Written as one value each: more of them would hold up what else waits in the process. */
const placesPerStatement = 5_000

export type WatchedCache = Map<string, Kept>

/** What the rules of a customer watch: kept until a rule or a series changes, for five minutes at most. */
export async function readWatched(
  transaction: Transaction,
  store: MetricStore,
  customerId: string,
  { cache, revision, now }: { cache: WatchedCache; revision: string; now: Date },
): Promise<Watched> {
  const seriesVersion = await store.readSeriesVersion(transaction, customerId)
  const known = cache.get(customerId)
  if (known?.revision === revision && known.seriesVersion === seriesVersion && now.getTime() - known.readAt < keptMs) return known
  const rules = await readEnabledRules(transaction, customerId)
  await recountCovered(transaction, customerId)
  const watched = await findWatched(transaction, store, customerId, rules)
  cache.set(customerId, { rules, watched, revision, seriesVersion, readAt: now.getTime() })
  return { rules, watched }
}

async function findWatched(
  transaction: Transaction,
  store: MetricStore,
  customerId: string,
  rules: EvaluatedRule[],
): Promise<WatchedSeries[]> {
  if (rules.length === 0) return []
  const metrics = [...new Set(rules.map(({ metricName }) => metricName))]
  const found = await store.findSeries(transaction, customerId, { metrics, entityIds: null })
  const matched = found.filter((series): series is Series & { entityId: string } => series.entityId !== null)
  const byRule = new Map(rules.map((rule) => [rule.ruleId, rule]))
  const seriesOf = new Map<string, [Series & { entityId: string }, ...Series[]]>()
  await takeTurns(matched, (series) => {
    const key = `${series.entityId} ${series.metric}`
    const others = seriesOf.get(key)
    if (others) others.push(series)
    else seriesOf.set(key, [series])
  })
  const watched: WatchedSeries[] = []
  const places = [...seriesOf.values()]
  for (let from = 0; from < places.length; from += placesPerStatement) {
    const part = places.slice(from, from + placesPerStatement).map(([first]) => first)
    const pairs = await readCoveredPairs(transaction, customerId, {
      metrics: part.map(({ metric }) => metric),
      entityIds: part.map(({ entityId }) => entityId),
    })
    await takeTurns(pairs, ({ ruleId, ...entity }) => {
      const rule = byRule.get(ruleId)
      if (!rule) return
      for (const series of seriesOf.get(`${entity.entityId} ${rule.metricName}`) ?? []) watched.push({ rule, series, entity })
    })
  }
  return watched
}
