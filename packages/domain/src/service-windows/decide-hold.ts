/** An occurrence of a window whose scope names the resource of an alert. Times are milliseconds since 1970. */
export type Candidate = {
  occurrenceId: string
  serviceWindowId: string
  reason: string
  startsAt: number
  endsAt: number
  /** What it held was raised already: it holds nothing any more, whatever the clock says. */
  isSettled: boolean
  enabled: boolean
  /** Null: no approval is needed. */
  approval: 'waiting' | 'approved' | 'refused' | null
  /** Until when it was approved, where a later end waits for an approval; null: no extension waits. */
  approvedEndsAt: number | null
  /** Empty: alerts with any metric, or none. */
  metrics: readonly string[]
}

type Timed = Pick<Candidate, 'endsAt' | 'isSettled' | 'enabled' | 'approval' | 'approvedEndsAt'>

/** Until when an occurrence holds once it has begun; null: it does not. While an extension waits it holds as long as was approved. */
export function holdsUntil({ endsAt, isSettled, enabled, approval, approvedEndsAt }: Timed): number | null {
  if (!enabled || isSettled || approval === 'refused') return null
  return approval === 'waiting' ? approvedEndsAt : endsAt
}

/** Whether an occurrence of a window holds anything at this moment. */
export const isHolding = (candidate: Omit<Candidate, 'metrics'>, now: number): boolean =>
  candidate.startsAt <= now && now < (holdsUntil(candidate) ?? Number.NEGATIVE_INFINITY)

/**
 * The occurrences that hold an alert, the one that ends last first: until then it is held. None: it is not held. An alert that names no metric is
 * not held by a window that is limited to metrics.
 */
export function decideHold<One extends Candidate>(metricName: string | null, candidates: readonly One[], now: number): One[] {
  return candidates
    .filter((one) => isHolding(one, now) && (one.metrics.length === 0 || (metricName !== null && one.metrics.includes(metricName))))
    .map((one) => ({ ...one, endsAt: holdsUntil(one) ?? one.endsAt }))
    .sort((a, b) => b.endsAt - a.endsAt || a.occurrenceId.localeCompare(b.occurrenceId))
}
