import { idleState, type RuleState } from '@vakt/domain/alert-rules/advance-rule.ts'
import { runRule, stateAtChange } from '@vakt/domain/alert-rules/run-rule.ts'
import { bucketsPerHour } from '@vakt/domain/metrics/bucket.ts'
import { recordAlerts } from '#server/features/incidents/intake/record-alerts.ts'
import type { MetricStore, SlotSpan, WantedAggregate } from '#server/features/metrics/metric-store.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { announce, fewIds } from '#server/platform/live/announce.ts'
import { writeActiveSince, writeLastFired, writeSeriesCounts } from './alert-rule-table.ts'
import { catchUp } from './catch-up.ts'
import { leaveOut, type OnlyParts } from './left-out.ts'
import { readLoggedEntries } from './logged-entries.ts'
import {
  type Checkpoint,
  deleteRuleStates,
  lockRuleClock,
  type RuleClock,
  readCheckpoint,
  readRuleStates,
  type StoredState,
  writeCheckpoints,
  writeRuleClock,
  writeRuleStates,
} from './rule-evaluation-table.ts'
import { deleteFaults, type RuleFault, readFaults } from './rule-fault-table.ts'
import { noteFrozen, settleLeft } from './settle-left-states.ts'
import { countSeries, type Evaluated, keyOf, settle } from './settle-states.ts'
import { readWatched, type Watched, type WatchedCache, type WatchedSeries } from './watched-series.ts'

/** Six hours of downtime are caught up with in one transaction, unless there is too much to hold in memory. */
const maxBuckets = 72
const maxValues = 2_000_000
/** Late buckets are evaluated again in slices of so many values, or an hour. */
const maxValuesOfSlice = 500_000
const checkpointsKept = 24
/** Of so many alerts in one run the trail has all values; so many periods back at most. */
const maxEvidence = 500
const maxEvidenceBuckets = 12

export type RuleEvaluation = { store: MetricStore; cache: WatchedCache }

/** Where evaluation starts, and with which states. */
type Start = { slot: number; states: Map<string, RuleState> }

/** What is evaluated next of a customer: its rules and states, from where, and up to where; `isAgain`: late buckets, once more. */
type Plan = Watched & {
  clock: RuleClock
  stored: StoredState[]
  /** States of what is left out, which stay as they are. */
  resting: StoredState[]
  /** What was left out before and is evaluated now. */
  retried: RuleFault[]
  start: Start
  closed: number
  span: SlotSpan
  isAgain: boolean
}

/** Ends the transaction of a trial: nothing of it is kept. */
export class TrialPassed extends Error {}

/**
 * Evaluates what has closed of one customer; answers whether there is more to do. New buckets come first; when they are done, late ones are
 * evaluated again, a slice at a time. What is evaluated is read in one transaction and written in another: the metric store is asked between
 * them. Writes nothing where another worker evaluates, or something changed meanwhile.
 */
export async function evaluateOnce(
  context: Context,
  customerId: string,
  evaluation: RuleEvaluation,
  trial: OnlyParts | null,
): Promise<boolean> {
  const { store } = evaluation
  const plan = await inTransaction(context, customerId, (transaction) =>
    readPlan(transaction, context, customerId, { ...evaluation, trial }),
  )
  if (!plan) return false
  await catchUp(context, store, customerId, plan)
  const evaluated = await evaluateSpan(context, store, customerId, plan)
  const isSlice = plan.isAgain && plan.span.to <= plan.clock.evaluatedTo
  if (!isSlice) await readEvidence(context, store, customerId, { results: evaluated.results, span: plan.span })
  return inTransaction(context, customerId, async (transaction) => {
    const clock = await lockRuleClock(transaction, customerId)
    if (!clock) return false
    if (hasChanged(plan, clock)) return true
    const { span, isAgain } = plan
    if (isSlice) {
      await writeSlice(transaction, customerId, { clock, span, checkpoints: evaluated.checkpoints })
      if (trial) throw new TrialPassed()
      return true
    }
    // A late bucket that was closed meanwhile may have been read as it was: it is evaluated again.
    const isDoubtful = clock.lateVersion !== plan.clock.lateVersion && span.to > span.from
    const late = [clock.reevaluateFrom, isDoubtful ? span.from : null].filter((slot) => slot !== null)
    const reevaluateFrom = isAgain || late.length === 0 ? null : Math.min(...late)
    const hasMore = await writeEvaluated(transaction, context, customerId, { ...plan, ...evaluated, reevaluateFrom })
    if (trial) throw new TrialPassed()
    return hasMore
  })
}

/** Whether what was planned is no longer what is to be evaluated. Late buckets change no plan for new ones. */
function hasChanged({ clock: planned, isAgain }: Plan, clock: RuleClock): boolean {
  if (planned.evaluatedTo !== clock.evaluatedTo || planned.revision !== clock.revision) return true
  return isAgain && (planned.reevaluateFrom !== clock.reevaluateFrom || planned.lateVersion !== clock.lateVersion)
}

/** States within what was evaluated before stand in checkpoints only; from the last of them the next slice goes on. */
async function writeSlice(
  transaction: Transaction,
  customerId: string,
  { clock, span, checkpoints }: { clock: RuleClock; span: SlotSpan; checkpoints: Checkpoint[] },
): Promise<void> {
  const { evaluatedTo, evaluatedRevision: revision } = clock
  await writeCheckpoints(transaction, customerId, checkpoints, evaluatedTo - checkpointsKept * bucketsPerHour)
  await writeRuleClock(transaction, customerId, { evaluatedTo, revision, reevaluateFrom: span.to })
}

async function readPlan(
  transaction: Transaction,
  { now }: Context,
  customerId: string,
  { store, cache, trial }: RuleEvaluation & { trial: OnlyParts | null },
): Promise<Plan | undefined> {
  const clock = await lockRuleClock(transaction, customerId)
  if (!clock) return undefined
  const closed = await store.receivedTo(transaction, customerId, now)
  const { evaluatedTo, reevaluateFrom, revision, evaluatedRevision } = clock
  const isAgain = reevaluateFrom !== null && closed <= evaluatedTo && revision === evaluatedRevision
  const faults = await readFaults(transaction, customerId, now)
  // What failed is tried again on the next new bucket.
  const retried = closed > evaluatedTo ? faults.filter(({ isDue }) => isDue) : []
  const leftOut = leaveOut(
    faults.filter((fault) => !retried.includes(fault)),
    trial,
  )
  const { rules, watched } = await readWatched(transaction, store, customerId, { cache, revision, now, leftOut })
  const all = await readRuleStates(transaction, customerId)
  const stored = all.filter((state) => !leftOut.has(state))
  const resting = all.filter((state) => leftOut.has(state))
  const start = await findStart(transaction, customerId, { evaluatedTo, reevaluateFrom: isAgain ? reevaluateFrom : null }, stored)
  const sizes = { evaluatedTo, watched: watched.length }
  const span = isAgain ? sliceFor(start, sizes) : spanFor({ closed, ...sizes })
  return { clock, rules, watched, stored, resting, retried, start, closed, span, isAgain }
}

type EvaluatedPlan = Plan & { results: Evaluated[]; checkpoints: Checkpoint[]; reevaluateFrom: number | null }

async function writeEvaluated(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { clock, rules, watched, stored, retried, closed, span, reevaluateFrom, ...evaluated }: EvaluatedPlan,
): Promise<boolean> {
  const { now } = context
  await readLoggedEntries(transaction, customerId, evaluated.results)
  const activated = await writeActiveSince(transaction, customerId, now)
  const last = span.to - 1
  const { events, states, changed, fired } = await settle(evaluated.results, { customerId, now, last, evaluatedTo: clock.evaluatedTo })
  const left = await settleLeft(transaction, context, customerId, { stored, watched })
  await writeRuleStates(transaction, customerId, [...states.written, ...left.written])
  await deleteRuleStates(transaction, customerId, [...states.deleted, ...left.deleted])
  await writeCheckpoints(transaction, customerId, evaluated.checkpoints, last - checkpointsKept * bucketsPerHour)
  await writeLastFired(transaction, customerId, fired, now)
  const counted =
    span.to > span.from || clock.revision !== clock.evaluatedRevision
      ? await writeSeriesCounts(transaction, customerId, await countSeries(rules, evaluated.results))
      : []
  const evaluatedTo = Math.max(last, clock.evaluatedTo)
  await writeRuleClock(transaction, customerId, { evaluatedTo, revision: clock.revision, reevaluateFrom })
  const recovered = closed > clock.evaluatedTo ? await deleteFaults(transaction, customerId, retried) : []
  const ruleIds = [...new Set([...activated, ...changed, ...left.changed, ...counted, ...recovered])]
  if (ruleIds.length > 0) announce(transaction, { type: 'alert-rule.changed', customerId, ...fewIds('alertRuleIds', ruleIds) })
  await recordAlerts(transaction, context, customerId, [...left.events, ...events])
  await noteFrozen(transaction, customerId, [...states.written, ...left.written], { stored, now })
  return closed > last || reevaluateFrom !== null
}

async function findStart(
  transaction: Transaction,
  customerId: string,
  { evaluatedTo, reevaluateFrom }: { evaluatedTo: number; reevaluateFrom: number | null },
  stored: StoredState[],
): Promise<Start> {
  const current = { slot: evaluatedTo, states: await byKey(stored, stateOf) }
  if (reevaluateFrom === null) return current
  const checkpoint = await readCheckpoint(transaction, customerId, reevaluateFrom - 1)
  // Too late to evaluate by: the points are stored and shown.
  if (!checkpoint) return current
  return {
    slot: checkpoint.slot,
    states: new Map(checkpoint.states.map(([ruleId, seriesNo, state]) => [keyOf({ ruleId, seriesNo }), state])),
  }
}

async function byKey<Value>(stored: StoredState[], read: (state: StoredState) => Value): Promise<Map<string, Value>> {
  const found = new Map<string, Value>()
  await takeTurns(stored, (state) => void found.set(keyOf(state), read(state)))
  return found
}

const stateOf = ({ violations, criticals, firing, since, healthy }: StoredState): RuleState => ({
  violations,
  criticals,
  firing,
  since,
  healthy,
})

const bucketsFor = (values: number, watched: number) => Math.min(maxBuckets, Math.floor(values / Math.max(1, watched)))

function spanFor({ closed, evaluatedTo, watched }: { closed: number; evaluatedTo: number; watched: number }): SlotSpan {
  const from = evaluatedTo + 1
  return { from, to: Math.max(from, Math.min(closed, evaluatedTo + Math.max(1, bucketsFor(maxValues, watched))) + 1) }
}

/** Up to where everything is evaluated, or up to the end of an hour, where there will be a checkpoint. */
function sliceFor({ slot }: Start, { evaluatedTo, watched }: { evaluatedTo: number; watched: number }): SlotSpan {
  const from = slot + 1
  const end = from + Math.max(bucketsPerHour, bucketsFor(maxValuesOfSlice, watched))
  return { from, to: end > evaluatedTo ? evaluatedTo + 1 : end - (end % bucketsPerHour) }
}

async function evaluateSpan(
  context: Context,
  store: MetricStore,
  customerId: string,
  { watched, stored, resting, start, span, clock: { evaluatedTo } }: Plan,
): Promise<{ results: Evaluated[]; checkpoints: Checkpoint[] }> {
  const storedOf = await byKey(stored, (state) => state)
  const wanted: WantedAggregate[] = []
  const indexOf = new Map<string, number>()
  const indexes: number[] = []
  await takeTurns(watched, ({ series, rule }) => {
    const key = `${series.seriesNo} ${rule.aggregation}`
    const index = indexOf.get(key) ?? wanted.push({ series, aggregation: rule.aggregation }) - 1
    indexOf.set(key, index)
    indexes.push(index)
  })
  const values = span.to > span.from && wanted.length > 0 ? await store.readAggregates(context, customerId, wanted, span) : []
  const checkpoints = new Map<number, Checkpoint>()
  for (let slot = span.from; slot < span.to; slot++)
    if (slot % bucketsPerHour === bucketsPerHour - 1) checkpoints.set(slot, { slot, states: [] })
  const results: Evaluated[] = []
  await takeTurns(watched.keys(), (index) => {
    const one = watched[index] as WatchedSeries
    const { ruleId } = one.rule
    const { seriesNo, firstSlot } = one.series
    const activeFromSlot = Math.max(one.rule.activeFromSlot, firstSlot ?? Number.POSITIVE_INFINITY)
    const key = keyOf({ ruleId, seriesNo })
    const ofSeries = values[indexes[index] as number] ?? new Float64Array(0)
    const onBucket = (slot: number, state: RuleState) => checkpoints.get(slot)?.states.push([ruleId, seriesNo, state])
    const now = storedOf.get(key)
    const wasChangedLater = start.slot < evaluatedTo && activeFromSlot > span.from
    const known = wasChangedLater ? now && stateAtChange(stateOf(now), activeFromSlot) : start.states.get(key)
    const startState = known ?? idleState
    const run = runRule(one.rule, startState, { firstSlot: span.from, values: ofSeries, activeFromSlot, onBucket })
    results.push({ watched: one, before: now, startState, activeFromSlot, values: ofSeries, ...run })
  })
  for (const { states } of checkpoints.values())
    await takeTurns(resting, (state) => void states.push([state.ruleId, state.seriesNo, stateOf(state)]))
  return { results, checkpoints: [...checkpoints.values()] }
}

/** The trail of an alert begins with the values that led to it, those of earlier runs included. */
async function readEvidence(
  context: Context,
  store: MetricStore,
  customerId: string,
  { results, span }: { results: Evaluated[]; span: SlotSpan },
): Promise<void> {
  const fired = results.filter(({ firedIn }) => firedIn !== null).slice(0, maxEvidence)
  if (fired.length === 0) return
  const wanted = fired.map(({ watched: { series, rule } }) => ({ series, aggregation: rule.aggregation }))
  const from = span.from - maxEvidenceBuckets
  const values = await store.readAggregates(context, customerId, wanted, { from, to: span.to })
  for (const [index, result] of fired.entries())
    result.evidence = (values[index] as Float64Array).slice(Math.max(0, (result.state.since ?? span.from) - from))
}
