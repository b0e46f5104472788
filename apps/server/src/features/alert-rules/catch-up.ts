import { idleState, type RuleState } from '@vakt/domain/alert-rules/advance-rule.ts'
import { runRule } from '@vakt/domain/alert-rules/run-rule.ts'
import { bucketsPerDay } from '@vakt/domain/metrics/bucket.ts'
import type { MetricStore, SlotSpan } from '#server/features/metrics/metric-store.ts'
import type { Context } from '#server/platform/context.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { type RuleFault, wholeRule } from './rule-fault-table.ts'
import { keyOf } from './settle-states.ts'
import type { WatchedSeries } from './watched-series.ts'

/** As far back as late points are evaluated. */
const maxMissed = bucketsPerDay
const maxValues = 1_000_000

type Plan = { watched: readonly WatchedSeries[]; retried: readonly RuleFault[]; span: SlotSpan; start: { states: Map<string, RuleState> } }

/** Takes the states of what is tried again over the buckets on which it was left out, so that it goes on as if it had never been. */
export async function catchUp(
  context: Context,
  store: MetricStore,
  customerId: string,
  { watched, retried, span, start }: Plan,
): Promise<void> {
  if (retried.length === 0) return
  const fromOf = new Map(retried.map((fault) => [keyOf(fault), fault.fromSlot]))
  const fromSlotOf = ({ rule: { ruleId }, series: { seriesNo } }: WatchedSeries) =>
    fromOf.get(keyOf({ ruleId, seriesNo })) ?? fromOf.get(keyOf({ ruleId, seriesNo: wholeRule }))
  const behind = watched.filter((one) => (fromSlotOf(one) ?? span.from) < span.from)
  if (behind.length === 0) return
  const most = Math.min(maxMissed, Math.floor(maxValues / behind.length))
  const from = Math.max(span.from - most, Math.min(...retried.map(({ fromSlot }) => fromSlot)))
  const wanted = behind.map(({ series, rule }) => ({ series, aggregation: rule.aggregation }))
  const values = await store.readAggregates(context, customerId, wanted, { from, to: span.from })
  await takeTurns(behind.entries(), ([index, one]) => {
    const key = keyOf({ ruleId: one.rule.ruleId, seriesNo: one.series.seriesNo })
    const firstSlot = Math.max(from, fromSlotOf(one) ?? from)
    const activeFromSlot = Math.max(one.rule.activeFromSlot, one.series.firstSlot ?? Number.POSITIVE_INFINITY)
    const missed = (values[index] as Float64Array).subarray(firstSlot - from)
    start.states.set(key, runRule(one.rule, start.states.get(key) ?? idleState, { firstSlot, values: missed, activeFromSlot }).state)
  })
}
