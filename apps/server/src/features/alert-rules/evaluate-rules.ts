import { idleState, isIdle, type RuleState } from '@vakt/domain/alert-rules/advance-rule.ts'
import { findInhibited } from '@vakt/domain/alert-rules/find-inhibited.ts'
import { hasExpired, runRule } from '@vakt/domain/alert-rules/run-rule.ts'
import { bucketsPerHour, lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'
import type { ReceivedEvent } from '#server/features/alert-intake/intake-ledger.ts'
import { noteOnAlerts } from '#server/features/alert-intake/note-on-alerts.ts'
import { recordAlerts } from '#server/features/alert-intake/record-alerts.ts'
import { type BucketClosedHook, type MetricStore, StoreUnavailable, type WantedAggregate } from '#server/features/metrics/metric-store.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { announce, fewIds } from '#server/platform/live/announce.ts'
import { ruleChannel, writeActiveSince, writeLastFired, writeSeriesCounts } from './alert-rule-table.ts'
import { type EndReason, endOf, fingerprintOf, firingEvent, forgottenEvent, resolvedEvent, ruleSource, severityOf } from './rule-alerts.ts'
import {
  type Checkpoint,
  deleteRuleStates,
  findCustomersToEvaluateForAllCustomers,
  lockRuleClock,
  noteLateBucket,
  readCheckpoint,
  readLeftRules,
  readRuleStates,
  type StoredState,
  writeCheckpoints,
  writeRuleClock,
  writeRuleStates,
} from './rule-evaluation-table.ts'
import { readWatched, type WatchedCache, type WatchedSeries } from './watched-series.ts'

/** Six hours of downtime are caught up with in one transaction, unless there is too much to hold in memory. */
const maxBuckets = 72
const maxValues = 2_000_000
const checkpointsKept = 24
/** Of so many alerts in one run the trail has all values; so many periods back at most. */
const maxEvidence = 500
const maxEvidenceBuckets = 12
/** A deletion can be undone right away: only then its alerts are resolved. */
const deletionGraceMs = 60_000

const keyOf = ({ ruleId, seriesNo }: { ruleId: string; seriesNo: number }) => `${ruleId}/${seriesNo}`

/** A closed bucket wakes the evaluation; one that was evaluated already is evaluated once more. */
export const noteClosedBucket: BucketClosedHook = async (transaction, { customerId, slot }) => {
  await noteLateBucket(transaction, customerId, slot)
  transaction.announceOnCommit(ruleChannel, '')
}

export type RuleEvaluation = { store: MetricStore; cache: WatchedCache }

/**
 * Evaluates the rules of every customer on the buckets that have closed, each bucket once and in order, whatever is restarted and however many
 * workers do this. Answers whether there is more to do right away.
 */
export async function evaluateRules(createContext: () => Context, evaluation: RuleEvaluation): Promise<boolean> {
  const context = createContext()
  const nowMs = context.now.getTime()
  const customers = await workForAllCustomers(context, (transaction) =>
    findCustomersToEvaluateForAllCustomers(transaction, {
      closedSlot: lastClosedSlot(nowMs),
      deletedBefore: new Date(nowMs - deletionGraceMs),
    }),
  )
  let hasMore = false
  for (const customerId of customers) {
    // One that fails must not keep the others from being evaluated.
    const outcome = await evaluateCustomer(context, customerId, evaluation).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) context.log.warn({ customerId }, 'alert rules wait for the metric store')
      else context.log.error({ err: error, customerId }, 'alert rules were not evaluated')
      return false
    })
    hasMore ||= outcome
  }
  return hasMore
}

/** Where evaluation starts, and with which states. */
type Start = { slot: number; states: Map<string, RuleState> }

type Evaluated = {
  watched: WatchedSeries
  before: StoredState | undefined
  state: RuleState
  firedIn: number | null
  closedIn: number | null
  values: Float64Array
  /** Where it fired: the values since the violation began. */
  evidence?: Float64Array
}

async function evaluateCustomer(context: Context, customerId: string, { store, cache }: RuleEvaluation): Promise<boolean> {
  const { now } = context
  return inTransaction(context, customerId, async (transaction) => {
    const clock = await lockRuleClock(transaction, customerId)
    if (!clock) return false
    const { rules, watched } = await readWatched(transaction, store, customerId, { cache, revision: clock.revision, now })
    const stored = await readRuleStates(transaction, customerId)
    const start = await findStart(transaction, customerId, clock, stored)
    const closed = await store.closedTo(transaction, customerId, now)
    const span = spanFor(start, { closed, evaluatedTo: clock.evaluatedTo, watched: watched.length })
    const evaluated = await evaluateSpan(transaction, store, customerId, { watched, stored, start, span, evaluatedTo: clock.evaluatedTo })
    await readEvidence(transaction, store, customerId, { results: evaluated.results, span })
    const activated = await writeActiveSince(transaction, customerId, now)
    const last = span.to - 1
    const { events, states, changed, fired } = settle(evaluated.results, { customerId, now, last, evaluatedTo: clock.evaluatedTo })
    const left = await settleLeft(transaction, context, customerId, { stored, watched })
    await writeRuleStates(transaction, customerId, [...states.written, ...left.written])
    await deleteRuleStates(transaction, customerId, [...states.deleted, ...left.deleted])
    await writeCheckpoints(transaction, customerId, evaluated.checkpoints, last - checkpointsKept * bucketsPerHour)
    await writeLastFired(transaction, customerId, fired, now)
    const counted =
      span.to > span.from || clock.revision !== clock.evaluatedRevision
        ? await writeSeriesCounts(transaction, customerId, countSeries(rules, evaluated.results))
        : []
    await writeRuleClock(transaction, customerId, { evaluatedTo: Math.max(last, clock.evaluatedTo), revision: clock.revision })
    const ruleIds = [...new Set([...activated, ...changed, ...left.changed, ...counted])]
    if (ruleIds.length > 0) announce(transaction, { type: 'alert-rule.changed', customerId, ...fewIds('alertRuleIds', ruleIds) })
    await recordAlerts(transaction, context, customerId, [...left.events, ...events])
    await noteFrozen(transaction, customerId, [...states.written, ...left.written], { stored, now })
    return closed > last
  })
}

async function findStart(
  transaction: Transaction,
  customerId: string,
  { evaluatedTo, reevaluateFrom }: { evaluatedTo: number; reevaluateFrom: number | null },
  stored: StoredState[],
): Promise<Start> {
  const current = { slot: evaluatedTo, states: new Map(stored.map((state) => [keyOf(state), stateOf(state)])) }
  if (reevaluateFrom === null) return current
  const checkpoint = await readCheckpoint(transaction, customerId, reevaluateFrom - 1)
  // Too late to evaluate by: the points are stored and shown.
  if (!checkpoint) return current
  return {
    slot: checkpoint.slot,
    states: new Map(checkpoint.states.map(([ruleId, seriesNo, state]) => [keyOf({ ruleId, seriesNo }), state])),
  }
}

const stateOf = ({ violations, criticals, firing, since, healthy }: StoredState): RuleState => ({
  violations,
  criticals,
  firing,
  since,
  healthy,
})

function spanFor(start: Start, { closed, evaluatedTo, watched }: { closed: number; evaluatedTo: number; watched: number }) {
  const from = start.slot + 1
  const again = Math.max(0, evaluatedTo + 1 - from)
  const most = Math.max(1, Math.min(maxBuckets, Math.floor(maxValues / Math.max(1, watched)) - again))
  return { from, to: Math.max(from, Math.min(Math.max(closed, evaluatedTo), evaluatedTo + most) + 1) }
}

type SpanInput = { watched: WatchedSeries[]; stored: StoredState[]; start: Start; span: { from: number; to: number }; evaluatedTo: number }

async function evaluateSpan(
  transaction: Transaction,
  store: MetricStore,
  customerId: string,
  { watched, stored, start, span }: SpanInput,
): Promise<{ results: Evaluated[]; checkpoints: Checkpoint[] }> {
  const storedOf = new Map(stored.map((state) => [keyOf(state), state]))
  const wanted: WantedAggregate[] = []
  const indexOf = new Map<string, number>()
  const indexes = watched.map(({ series, rule }) => {
    const key = `${series.seriesNo} ${rule.aggregation}`
    const known = indexOf.get(key)
    if (known !== undefined) return known
    indexOf.set(key, wanted.length)
    return wanted.push({ series, aggregation: rule.aggregation }) - 1
  })
  const values = span.to > span.from && wanted.length > 0 ? await store.readAggregates(transaction, customerId, wanted, span) : []
  const checkpoints = new Map<number, Checkpoint>()
  for (let slot = span.from; slot < span.to; slot++)
    if (slot % bucketsPerHour === bucketsPerHour - 1) checkpoints.set(slot, { slot, states: [] })
  const results: Evaluated[] = []
  await takeTurns(watched.keys(), (index) => {
    const one = watched[index] as WatchedSeries
    const { ruleId, activeFromSlot } = one.rule
    const { seriesNo } = one.series
    const key = keyOf({ ruleId, seriesNo })
    const ofSeries = values[indexes[index] as number] ?? new Float64Array(0)
    const onBucket = (slot: number, state: RuleState) => checkpoints.get(slot)?.states.push([ruleId, seriesNo, state])
    const before = start.states.get(key) ?? idleState
    const run = runRule(one.rule, before, { firstSlot: span.from, values: ofSeries, activeFromSlot, onBucket })
    results.push({ watched: one, before: storedOf.get(key), values: ofSeries, ...run })
  })
  return { results, checkpoints: [...checkpoints.values()] }
}

/** The trail of an alert begins with the values that led to it, those of earlier runs included. */
async function readEvidence(
  transaction: Transaction,
  store: MetricStore,
  customerId: string,
  { results, span }: { results: Evaluated[]; span: { from: number; to: number } },
): Promise<void> {
  const fired = results.filter(({ firedIn }) => firedIn !== null).slice(0, maxEvidence)
  if (fired.length === 0) return
  const wanted = fired.map(({ watched: { series, rule } }) => ({ series, aggregation: rule.aggregation }))
  const from = span.from - maxEvidenceBuckets
  const values = await store.readAggregates(transaction, customerId, wanted, { from, to: span.to })
  for (const [index, result] of fired.entries())
    result.evidence = (values[index] as Float64Array).slice(Math.max(0, (result.state.since ?? span.from) - from))
}

const isMissing = ({ values }: Evaluated) => values.length > 0 && Number.isNaN(values[values.length - 1])

function countSeries(rules: { ruleId: string }[], results: Evaluated[]) {
  const counts = new Map(rules.map(({ ruleId }) => [ruleId, { ruleId, series: 0, missing: 0 }]))
  for (const result of results) {
    const count = counts.get(result.watched.rule.ruleId)
    if (!count) continue
    count.series += 1
    if (isMissing(result)) count.missing += 1
  }
  return [...counts.values()]
}

/** Which firing rule holds which other, by the key of each state. */
function findHeld(results: Evaluated[]): Map<string, { ruleId: string; name: string }> {
  const firing = results.filter(({ state }) => state.firing !== 'no')
  const held = new Map<string, { ruleId: string; name: string }>()
  if (!firing.some(({ watched }) => watched.rule.dependsOnMetrics.length > 0)) return held
  for (const ofEntity of Map.groupBy(firing, ({ watched }) => watched.entity.entityId).values()) {
    const rules = new Map(ofEntity.map(({ watched, state }) => [watched.rule.ruleId, { ...watched.rule, since: state.since ?? 0 }]))
    const inhibited = findInhibited([...rules.values()])
    for (const { watched } of ofEntity) {
      const by = rules.get(inhibited.get(watched.rule.ruleId) ?? '')
      if (by) held.set(keyOf({ ruleId: watched.rule.ruleId, seriesNo: watched.series.seriesNo }), { ruleId: by.ruleId, name: by.name })
    }
  }
  return held
}

type Settling = { customerId: string; now: Date; last: number; evaluatedTo: number }

/** What has to be told of each series, and what is remembered of it: only what differs from what was told before. */
function settle(results: Evaluated[], { customerId, now, last, evaluatedTo }: Settling) {
  const held = findHeld(results)
  const nameOf = new Map(results.map(({ watched }) => [watched.rule.ruleId, watched.rule.name]))
  const events: ReceivedEvent[] = []
  const states = { written: [] as StoredState[], deleted: [] as { ruleId: string; seriesNo: number }[] }
  const changed = new Set<string>()
  const fired = new Set<string>()
  // What happened in buckets that were evaluated before happens now.
  const momentOf = (slot: number | null) => (slot !== null && slot > evaluatedTo ? endOf(slot) : null)
  for (const result of results) {
    const { watched, before, values, firedIn, closedIn } = result
    const { rule, series, entity } = watched
    const id = { ruleId: rule.ruleId, seriesNo: series.seriesNo }
    const isGone = entity.isStale && result.state.firing !== 'no' && isMissing(result)
    const state = isGone ? idleState : result.state
    if (!before && isIdle(state)) continue
    const by = held.get(keyOf(id))
    const raisedBefore = before?.raised ?? null
    const wanted = state.firing === 'no' ? null : severityOf(rule, state.firing)
    const measured = { values: [...(result.evidence ?? values)].filter((value) => !Number.isNaN(value)) }
    const told = { watched, measured, now, customerId }
    const isHeld = by !== undefined && raisedBefore === null && wanted !== null
    if (wanted && !isHeld && wanted !== raisedBefore) {
      const wasHeld = before?.inhibitedBy ? { by: nameOf.get(before.inhibitedBy) ?? '' } : null
      events.push(firingEvent({ ...told, at: raisedBefore || wasHeld ? null : momentOf(firedIn) }, wanted, wasHeld))
      if (!raisedBefore) fired.add(rule.ruleId)
    }
    const reason: EndReason = isGone ? 'stale' : 'healthy'
    if (!wanted && raisedBefore) events.push(resolvedEvent({ ...told, at: isGone ? null : momentOf(closedIn) }, raisedBefore, reason))
    const frozen = wanted && hasExpired({ ...rule }, last) ? ('expired' as const) : null
    const after: StoredState = {
      ...id,
      ...state,
      entityId: entity.entityId,
      raised: isHeld ? null : wanted,
      inhibitedBy: isHeld ? (by?.ruleId ?? null) : null,
      frozen,
    }
    if (before && isSameState(before, after)) continue
    changed.add(rule.ruleId)
    if (isIdle(state)) states.deleted.push(id)
    else states.written.push(after)
  }
  return { events, states, changed: [...changed], fired: [...fired] }
}

/** An alert whose rule was switched off, or is not valid any more, stays open: its trail says why nothing closes it. */
async function noteFrozen(
  transaction: Transaction,
  customerId: string,
  written: StoredState[],
  { stored, now }: { stored: StoredState[]; now: Date },
): Promise<void> {
  const before = new Map(stored.map((state) => [keyOf(state), state.frozen]))
  const frozen = written.filter((state) => state.raised && state.frozen && state.frozen !== (before.get(keyOf(state)) ?? null))
  const notes = frozen.map((state) => ({
    source: ruleSource,
    fingerprint: fingerprintOf(state),
    step: `rule-${state.frozen}`,
    details: {},
  }))
  await noteOnAlerts(transaction, customerId, notes, now)
}

const isSameState = (a: StoredState, b: StoredState) => (Object.keys(b) as (keyof StoredState)[]).every((name) => a[name] === b[name])

/** States of rules and series that are not evaluated any more: left as they are while the rule is switched off, else resolved. */
async function settleLeft(
  transaction: Transaction,
  { now }: Context,
  customerId: string,
  { stored, watched }: { stored: StoredState[]; watched: WatchedSeries[] },
) {
  const known = new Set(watched.map(({ rule, series }) => keyOf({ ruleId: rule.ruleId, seriesNo: series.seriesNo })))
  const left = stored.filter((state) => !known.has(keyOf(state)))
  const events: ReceivedEvent[] = []
  const written: StoredState[] = []
  const deleted: StoredState[] = []
  if (left.length === 0) return { events, written, deleted, changed: [] }
  const rules = await readLeftRules(transaction, customerId, [...new Set(left.map(({ ruleId }) => ruleId))])
  const ruleOf = new Map(rules.map((rule) => [rule.ruleId, rule]))
  for (const state of left) {
    const rule = ruleOf.get(state.ruleId)
    const isDeleted = !rule || rule.deletedAt !== null
    if (rule?.deletedAt && now.getTime() - rule.deletedAt.getTime() < deletionGraceMs) continue
    if (!isDeleted && !rule.enabled && state.raised) {
      if (state.frozen !== 'disabled') written.push({ ...state, frozen: 'disabled' })
      continue
    }
    if (state.raised) events.push(forgottenEvent(state, state.raised, isDeleted ? 'deleted' : 'not-covered', now))
    deleted.push(state)
  }
  return { events, written, deleted, changed: [...new Set([...written, ...deleted].map(({ ruleId }) => ruleId))] }
}
