import { bucketEnd, bucketStart } from '@vakt/domain/metrics/bucket.ts'
import { advanceRule, changeBetween, idleState, judgeBucket, type RuleCondition, type RuleState } from './advance-rule.ts'

/** Half open, milliseconds. */
export type Span = { from: number; to: number }

/** A time in which no alert is raised: a service window, or a rule that inhibits this one. */
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

/**
 * Runs a rule over one value a bucket of one series, NaN where there was none. `holds` are in the order of their beginnings.
 */
export function backTestRule(rule: RuleCondition, firstSlot: number, values: ArrayLike<number>, holds: readonly Hold[] = []): BackTest {
  const periods: FiredPeriod[] = []
  const violations: Span[] = []
  let state: RuleState = idleState
  for (let index = 0; index < values.length; index++) {
    const slot = firstSlot + index
    const value = values[index] as number
    if (isViolation(rule, value)) extend(violations, slot)
    const next = advanceRule(rule, state, slot, value)
    if (next === state) continue
    note(periods, state, next, bucketEnd(slot))
    state = next
  }
  const end = bucketEnd(firstSlot + values.length - 1)
  for (const period of periods) {
    const to = period.to ?? end
    for (const span of period.critical) span.to = Math.min(span.to, to)
    Object.assign(period, findRaised(period.from, period.to ?? end + 1, holds))
  }
  return { periods, violations }
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
