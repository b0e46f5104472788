import { bucketEnd, bucketStart } from '@vakt/domain/metrics/bucket.ts'
import { advanceRule, changeBetween, idleState, judgeBucket, type RuleCondition, type RuleState } from './advance-rule.ts'

/** Half open, milliseconds. */
export type Span = { from: number; to: number }

/** A time in which no alert is raised. */
export type Hold = Span & { reason: string }

/** When a rule would have fired. Times are ends of buckets: the moment at which it would have been known. */
export type FiredPeriod = {
  from: number
  /** Null while it still fires at the end. */
  to: number | null
  critical: Span[]
  /** `from`, or when the last hold ended; null when it was held all along. */
  raisedAt: number | null
  /** The reason of the first hold. */
  heldBy: string | null
}

export type BackTest = { periods: FiredPeriod[]; violations: Span[] }

/** Each in the order of their beginnings. */
export type BackTestHolds = {
  /** Service windows: what still fires at their end is raised. */
  windows?: readonly Hold[]
  /** Times in which a rule fires that inhibits this one: at their end it is raised as soon as it is itself in violation. */
  inhibitors?: readonly Hold[]
}

/** The values of a series, one a bucket, NaN where there was none. */
type Tested = {
  firstSlot: number
  values: ArrayLike<number>
  /** The slot of the first point of the series, before which nothing counts; null: it is not known, and the first value is taken for it. */
  countsFrom: number | null
}

/** Runs a rule over what a series was, as the evaluation would have. */
export function backTestRule(rule: RuleCondition, { firstSlot, values, countsFrom }: Tested, holds: BackTestHolds = {}): BackTest {
  const periods: FiredPeriod[] = []
  const violations: Span[] = []
  const findInhibitor = createHoldFinder(holds.inhibitors ?? [])
  let state: RuleState = idleState
  for (let index = firstIndex(values, countsFrom === null ? null : countsFrom - firstSlot); index < values.length; index++) {
    const slot = firstSlot + index
    const value = values[index] as number
    if (isViolation(rule, value)) extend(violations, slot)
    const next = advanceRule(rule, state, slot, value)
    if (next !== state) note(periods, state, next, bucketEnd(slot))
    state = next
    if (state.firing !== 'no') release(periods.at(-1), state, bucketEnd(slot), findInhibitor)
  }
  const end = bucketEnd(firstSlot + values.length - 1)
  for (const period of periods) {
    const to = period.to ?? end
    for (const span of period.critical) span.to = Math.min(span.to, to)
    if (period.raisedAt === null) continue
    const raised = findRaised(period.raisedAt, period.to ?? end + 1, holds.windows ?? [])
    Object.assign(period, { raisedAt: raised.raisedAt, heldBy: period.heldBy ?? raised.heldBy })
  }
  return { periods, violations }
}

/** Of the first bucket that counts. A point before `known` would be known itself; the index may lie before the span. */
function firstIndex(values: ArrayLike<number>, known: number | null): number {
  let first = 0
  while (first < values.length && Number.isNaN(values[first])) first++
  return Math.max(0, known === null ? first : Math.min(known, first))
}

/** Finds what holds at a moment; it must be asked about later and later ones. */
function createHoldFinder(holds: readonly Hold[]): (at: number) => Hold | undefined {
  let over = 0
  return (at) => {
    while (over < holds.length && (holds[over] as Hold).to <= at) over++
    for (let index = over; index < holds.length && (holds[index] as Hold).from <= at; index++)
      if (at < (holds[index] as Hold).to) return holds[index]
    return undefined
  }
}

/** Notes in `raisedAt` when nothing inhibits what fires, and it is itself in violation. */
function release(period: FiredPeriod | undefined, { healthy }: RuleState, at: number, findInhibitor: (at: number) => Hold | undefined) {
  if (!period || period.raisedAt !== null) return
  const inhibitor = findInhibitor(at)
  if (inhibitor) period.heldBy ??= inhibitor.reason
  else if (healthy === 0) period.raisedAt = at
}

function isViolation(rule: RuleCondition, value: number): boolean {
  const outcome = judgeBucket(rule, value)
  return outcome === 'violating' || outcome === 'critical'
}

function extend(spans: Span[], slot: number): void {
  const last = spans.at(-1)
  if (last?.to === bucketStart(slot)) last.to = bucketEnd(slot)
  else spans.push({ from: bucketStart(slot), to: bucketEnd(slot) })
}

function note(periods: FiredPeriod[], before: RuleState, after: RuleState, at: number): void {
  const change = changeBetween(before, after)
  if (change === null) return
  if (change === 'fired' || change === 'fired-critical') periods.push({ from: at, to: null, critical: [], raisedAt: null, heldBy: null })
  const open = periods.at(-1)
  if (!open) return
  const lastCritical = open.critical.at(-1)
  if (after.firing === 'critical') open.critical.push({ from: at, to: Number.POSITIVE_INFINITY })
  else if (lastCritical) lastCritical.to = Math.min(lastCritical.to, at)
  if (change === 'closed') open.to = at
}

/** The first moment of the period at which nothing holds. */
function findRaised(from: number, to: number, holds: readonly Hold[]): Pick<FiredPeriod, 'raisedAt' | 'heldBy'> {
  let at = from
  let heldBy: string | null = null
  for (const hold of holds)
    if (hold.from <= at && at < hold.to) {
      heldBy ??= hold.reason
      at = hold.to
    }
  return { raisedAt: at < to ? at : null, heldBy }
}
