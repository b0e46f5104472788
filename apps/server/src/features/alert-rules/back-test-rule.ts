import { ruleLimits } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { BackTest, BackTestQuestion } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import type { RuleCondition } from '@vakt/domain/alert-rules/advance-rule.ts'
import { type FiredPeriod, type Hold, backTestRule as runBackTest, type Span } from '@vakt/domain/alert-rules/back-test.ts'
import { bucketEnd, bucketStart, bucketsPerDay } from '@vakt/domain/metrics/bucket.ts'
import { longAgo, type MetricStore, type Series, type SlotSpan } from '#server/features/metrics/metric-store.ts'
import { explainStore } from '#server/features/metrics/read-metrics.ts'
import { findPastHolds } from '#server/features/service-windows/find-past-holds.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { hasEntities } from './alert-rule-table.ts'
import { type EvaluatedRule, readRulesOnMetrics } from './rule-evaluation-table.ts'

/** So many series are read at once, and shown. */
const maxSeries = 20

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const presentSpan = ({ from, to }: Span) => ({ from: iso(from), to: iso(to) })
const presentPeriod = ({ from, to, critical, raisedAt, heldBy }: FiredPeriod) => ({
  from: iso(from),
  to: to === null ? null : iso(to),
  critical: critical.map(presentSpan),
  raisedAt: raisedAt === null ? null : iso(raisedAt),
  heldBy,
})

/** The first bucket of a series, null where it was not noted. */
const known = (firstSlot: number | null) => (firstSlot === longAgo ? null : firstSlot)

/** When a rule would have fired on one entity in the last 30 days, whatever its validity. */
export async function backTestRule(
  context: Context,
  store: MetricStore,
  customerId: string,
  question: BackTestQuestion,
): Promise<BackTest> {
  const { span, found, windows, pairs } = await inTransaction(context, customerId, (transaction) =>
    readTested(transaction, store, customerId, { question, now: context.now }),
  )
  const tested = found.slice(0, maxSeries)
  const wanted = tested.map((series) => ({ series, aggregation: question.aggregation }))
  const values = await store.readAggregates(context, customerId, wanted, span).catch(explainStore)
  const inhibitors = await findInhibitors(context, store, customerId, { pairs, span })
  const holds = { windows: [...windows].sort((a, b) => a.from - b.from), inhibitors }
  const condition: RuleCondition = {
    ...question,
    criticalThreshold: question.useCriticalThreshold ? question.criticalThreshold : null,
    validFrom: null,
    validTo: null,
  }
  return {
    from: iso(bucketStart(span.from)),
    to: iso(bucketEnd(span.to - 1)),
    unit: tested[0]?.unit ?? null,
    kind: tested[0]?.kind ?? null,
    total: found.length,
    series: tested.map(({ seriesNo, labels, firstSlot }, index) => {
      const ofSeries = { firstSlot: span.from, values: values[index] ?? [], countsFrom: known(firstSlot) }
      const { periods, violations } = runBackTest(condition, ofSeries, holds)
      return { seriesId: String(seriesNo), labels, periods: periods.map(presentPeriod), violations: violations.map(presentSpan) }
    }),
  }
}

type InhibitingPair = { rule: EvaluatedRule; series: Series }

/** What is to be tested, and what holds it. */
async function readTested(
  transaction: Transaction,
  store: MetricStore,
  customerId: string,
  { question: { entityId, metricName, dependsOnMetrics }, now }: { question: BackTestQuestion; now: Date },
) {
  if (!(await hasEntities(transaction, customerId, [entityId]))) throw new NotFound()
  const to = (await store.closedTo(transaction, customerId, now)) + 1
  const span = { from: to - ruleLimits.backTestDays * bucketsPerDay, to }
  const found = await store.findSeries(transaction, customerId, { metrics: [metricName], entityIds: [entityId] })
  const windows = await findPastHolds(transaction, customerId, {
    entityId,
    metricName,
    from: bucketStart(span.from),
    to: bucketEnd(span.to),
  })
  const pairs: InhibitingPair[] = []
  if (dependsOnMetrics.length > 0) {
    const rules = await readRulesOnMetrics(transaction, customerId, { entityId, metrics: dependsOnMetrics })
    const series = await store.findSeries(transaction, customerId, { metrics: dependsOnMetrics, entityIds: [entityId] })
    for (const rule of rules) pairs.push(...series.filter(({ metric }) => metric === rule.metricName).map((one) => ({ rule, series: one })))
  }
  return { span, found, windows, pairs }
}

/** When the rules fired that would have inhibited this one, by their beginnings. */
async function findInhibitors(
  context: Context,
  store: MetricStore,
  customerId: string,
  { pairs, span }: { pairs: InhibitingPair[]; span: SlotSpan },
): Promise<Hold[]> {
  const holds: Hold[] = []
  // All of them, as evaluation does; in slices, since each series has thousands of values.
  for (let from = 0; from < pairs.length; from += maxSeries) {
    const slice = pairs.slice(from, from + maxSeries)
    const wanted = slice.map(({ rule, series }) => ({ series, aggregation: rule.aggregation }))
    const values = await store.readAggregates(context, customerId, wanted, span).catch(explainStore)
    await takeTurns(slice.entries(), ([index, { rule, series }]) => {
      const ofSeries = { firstSlot: span.from, values: values[index] ?? [], countsFrom: known(series.firstSlot) }
      for (const { from: start, to } of runBackTest(rule, ofSeries).periods)
        holds.push({ from: start, to: to ?? Number.POSITIVE_INFINITY, reason: rule.name })
    })
  }
  return holds.sort((a, b) => a.from - b.from)
}
