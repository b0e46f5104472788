import type { FoundEvent } from '@vakt/contract/agents/agent-configurations.ts'
import { eventLogMetric } from '@vakt/domain/agents/event-log-metric.ts'
import { idleState, isIdle, type RuleState } from '@vakt/domain/alert-rules/advance-rule.ts'
import { findInhibited, followHold, type RuleCourse } from '@vakt/domain/alert-rules/find-inhibited.ts'
import { hasExpired, runRule } from '@vakt/domain/alert-rules/run-rule.ts'
import type { ReceivedEvent } from '#server/features/incidents/intake/intake-ledger.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { type EndReason, endOf, firingEvent, resolvedEvent, severityOf } from './rule-alerts.ts'
import type { StoredState } from './rule-evaluation-table.ts'
import type { WatchedSeries } from './watched-series.ts'

/** A rule on one series after a run over closed buckets. */
export type Evaluated = {
  watched: WatchedSeries
  before: StoredState | undefined
  /** Before the first of the buckets, and after the last. */
  startState: RuleState
  state: RuleState
  /** The rule counts the series from this slot on. */
  activeFromSlot: number
  firedIn: number | null
  closedIn: number | null
  values: Float64Array
  /** Where it fired: the values since the violation began. */
  evidence?: Float64Array
  /** Where it fired on a query of an event log: the entries that matched last, the latest first. */
  entries?: FoundEvent[]
}

export const keyOf = ({ ruleId, seriesNo }: { ruleId: string; seriesNo: number }) => `${ruleId}/${seriesNo}`

const isSameState = (a: StoredState, b: StoredState) => (Object.keys(b) as (keyof StoredState)[]).every((name) => a[name] === b[name])

const isMissing = ({ values }: Evaluated) => values.length > 0 && Number.isNaN(values[values.length - 1])

/** Whether what fires was measured to be in violation again: its alert then says the newest value. Entries of an event log are read as they fire. */
const hasNewValue = (result: Evaluated) =>
  result.state.healthy === 0 && result.values.length > 0 && !isMissing(result) && result.watched.rule.metricName !== eventLogMetric

export async function countSeries(rules: { ruleId: string }[], results: Evaluated[]) {
  const counts = new Map(rules.map(({ ruleId }) => [ruleId, { ruleId, series: 0, missing: 0 }]))
  await takeTurns(results, (result) => {
    const count = counts.get(result.watched.rule.ruleId)
    if (!count) return
    count.series += 1
    if (isMissing(result)) count.missing += 1
  })
  return [...counts.values()]
}

/** The rule that holds each state, by its key. */
type Held = Map<string, { ruleId: string; name: string }>

/**
 * Which firing rule holds which other. One that is healthy again, and waits to be closed, is held on by the rule that held it last: it would be
 * raised without being in violation.
 */
function findHeld(results: Evaluated[], firstSlot: number): Held {
  const firing = results.filter(({ state }) => state.firing !== 'no')
  const held: Held = new Map()
  if (!firing.some(({ watched }) => watched.rule.dependsOnMetrics.length > 0)) return held
  const waiting = firing.filter(
    ({ watched, before, state }) => !before?.raised && state.healthy > 0 && watched.rule.dependsOnMetrics.length > 0,
  )
  if (waiting.length > 0) holdHealthy(held, waiting, results, firstSlot)
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

function holdHealthy(held: Held, waiting: Evaluated[], results: Evaluated[], firstSlot: number): void {
  const entityIds = new Set(waiting.map(({ watched }) => watched.entity.entityId))
  const ofEntity = Map.groupBy(
    results.filter(({ watched }) => entityIds.has(watched.entity.entityId)),
    ({ watched }) => watched.entity.entityId,
  )
  for (const result of waiting) {
    const courses = (ofEntity.get(result.watched.entity.entityId) ?? []).map((one) => courseOf(one, firstSlot))
    const { isRaised, heldBy } = followHold(courseOf(result, firstSlot), courses)
    const by = heldBy ?? result.before?.inhibitedBy
    if (isRaised || !by) continue
    const { ruleId, seriesNo } = { ruleId: result.watched.rule.ruleId, seriesNo: result.watched.series.seriesNo }
    const name = results.find(({ watched }) => watched.rule.ruleId === by)?.watched.rule.name ?? ''
    held.set(keyOf({ ruleId, seriesNo }), { ruleId: by, name })
  }
}

function courseOf({ watched: { rule }, startState, activeFromSlot, values }: Evaluated, firstSlot: number): RuleCourse {
  const states: RuleState[] = []
  const onBucket = (slot: number, state: RuleState) => {
    states[slot - firstSlot] = state
  }
  runRule(rule, startState, { firstSlot, values, activeFromSlot, onBucket })
  const { ruleId, metricName, dependsOnMetrics } = rule
  return { ruleId, metricName, dependsOnMetrics, states: Array.from(values, (_, index) => states[index] ?? idleState) }
}

type Settling = { customerId: string; now: Date; last: number; evaluatedTo: number }

/** What has to be told of each series, and what is remembered of it: only what differs from what was told before. */
export async function settle(results: Evaluated[], { customerId, now, last, evaluatedTo }: Settling) {
  const held = findHeld(results, last + 1 - (results[0]?.values.length ?? 0))
  const nameOf = new Map<string, string>()
  for (const { watched } of results) nameOf.set(watched.rule.ruleId, watched.rule.name)
  const events: ReceivedEvent[] = []
  const states = { written: [] as StoredState[], deleted: [] as { ruleId: string; seriesNo: number }[] }
  const changed = new Set<string>()
  const fired = new Set<string>()
  // What happened in buckets that were evaluated before happens now.
  const momentOf = (slot: number | null) => (slot !== null && slot > evaluatedTo ? endOf(slot) : null)
  await takeTurns(results, (result) => {
    const { watched, before, values, firedIn, closedIn } = result
    const { rule, series, entity } = watched
    const id = { ruleId: rule.ruleId, seriesNo: series.seriesNo }
    const isGone = entity.isStale && result.state.firing !== 'no' && isMissing(result)
    const state = isGone ? idleState : result.state
    if (!before && isIdle(state)) return
    const by = held.get(keyOf(id))
    const raisedBefore = before?.raised ?? null
    const wanted = state.firing === 'no' ? null : severityOf(rule, state.firing)
    const measured = { values: [...(result.evidence ?? values)].filter((value) => !Number.isNaN(value)) }
    const told = { watched, measured, now, customerId, entries: result.entries ?? [] }
    const isHeld = by !== undefined && raisedBefore === null && wanted !== null
    const isRenewed = wanted === raisedBefore && last > evaluatedTo && hasNewValue(result) && !hasExpired({ ...rule }, last)
    if (wanted && !isHeld && (wanted !== raisedBefore || isRenewed)) {
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
    if (before && isSameState(before, after)) return
    changed.add(rule.ruleId)
    if (isIdle(state)) states.deleted.push(id)
    else states.written.push(after)
  })
  return { events, states, changed: [...changed], fired: [...fired] }
}
