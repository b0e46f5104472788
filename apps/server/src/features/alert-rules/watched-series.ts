import type { MetricStore, Series } from '#server/features/metrics/metric-store.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { recountCovered } from './alert-rule-table.ts'
import type { LeftOut } from './left-out.ts'
import { type EvaluatedRule, readCoveredPairs, readEnabledRules } from './rule-evaluation-table.ts'

/** One rule on one series. */
export type WatchedSeries = {
  rule: EvaluatedRule
  series: Series
  entity: { entityId: string; name: string; isStale: boolean }
}
export type Watched = { rules: EvaluatedRule[]; watched: WatchedSeries[] }

type Kept = Watched & { without: string; revision: string; seriesVersion: string; readAt: number }

/** Entities change their tags without that anything here is told. */
const keptMs = 5 * 60_000

/** Written as one value each: more of them would hold up what else waits in the process. */
const placesPerStatement = 5_000

export type WatchedCache = Map<string, Kept>

/** What the rules of a customer watch that are not left out: kept until a rule or a series changes, for five minutes at most. */
export async function readWatched(
  transaction: Transaction,
  store: MetricStore,
  customerId: string,
  { cache, revision, now, leftOut }: { cache: WatchedCache; revision: string; now: Date; leftOut: LeftOut },
): Promise<Watched> {
  const { rules, watched } = await readKept(transaction, store, customerId, { cache, revision, now, leftOutRules: [...leftOut.ruleIds] })
  if (!leftOut.hasSeries) return { rules, watched }
  return { rules, watched: watched.filter(({ rule, series }) => !leftOut.has({ ruleId: rule.ruleId, seriesNo: series.seriesNo })) }
}

async function readKept(
  transaction: Transaction,
  store: MetricStore,
  customerId: string,
  { cache, revision, now, leftOutRules }: { cache: WatchedCache; revision: string; now: Date; leftOutRules: string[] },
): Promise<Watched> {
  const seriesVersion = await store.readSeriesVersion(transaction, customerId)
  const known = cache.get(customerId)
  const without = leftOutRules.toSorted().join()
  if (
    known?.without === without &&
    known.revision === revision &&
    known.seriesVersion === seriesVersion &&
    now.getTime() - known.readAt < keptMs
  )
    return known
  const rules = await readEnabledRules(transaction, customerId, leftOutRules)
  await recountCovered(transaction, customerId, leftOutRules)
  const watched = await findWatched(transaction, store, customerId, { rules, exceptRuleIds: leftOutRules })
  cache.set(customerId, { rules, watched, revision, seriesVersion, without, readAt: now.getTime() })
  return { rules, watched }
}

/** The numbers of the series that the enabled rules watch, except these. */
export async function findWatchedNumbers(
  transaction: Transaction,
  store: MetricStore,
  customerId: string,
  { exceptRuleIds }: { exceptRuleIds: readonly string[] },
): Promise<number[]> {
  const rules = await readEnabledRules(transaction, customerId, exceptRuleIds)
  const watched = await findWatched(transaction, store, customerId, { rules, exceptRuleIds })
  return watched.map(({ series }) => series.seriesNo)
}

async function findWatched(
  transaction: Transaction,
  store: MetricStore,
  customerId: string,
  { rules, exceptRuleIds }: { rules: EvaluatedRule[]; exceptRuleIds: readonly string[] },
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
      exceptRuleIds,
    })
    await takeTurns(pairs, ({ ruleId, ...entity }) => {
      const rule = byRule.get(ruleId)
      if (!rule) return
      for (const series of seriesOf.get(`${entity.entityId} ${rule.metricName}`) ?? []) watched.push({ rule, series, entity })
    })
  }
  return watched
}
