import type { Candidate } from './decide-hold.ts'

type Approval = Candidate['approval']

/** An occurrence that is not settled. Times are milliseconds since 1970. */
export type Occurrence = {
  startsAt: number
  endsAt: number
  /** When what still fires is raised: its end, or later where someone ended it and chose so. */
  settlesAt: number
  isReminded: boolean
  isStarted: boolean
  /** What it covers has changed: what it holds is to be looked at again. */
  isToRecheck: boolean
  approvedEndsAt: number | null
}

type Unsettled = Pick<Occurrence, 'approvedEndsAt'>

/**
 * The approval that counts for one of the unsettled occurrences of a window. The window waits as a whole, or the extension of one of them does: then
 * the others are approved as they were.
 */
export const approvalOf = (approval: Approval, occurrence: Unsettled, unsettled: readonly Unsettled[]): Approval =>
  approval === 'waiting' && occurrence.approvedEndsAt === null && unsettled.some(({ approvedEndsAt }) => approvedEndsAt !== null)
    ? 'approved'
    : approval

/** What is due of an occurrence now, in this order, and when something is due again. */
type Due = {
  reminds: boolean
  starts: boolean
  /** No one answered whether it may last longer: it ended when it was approved to. */
  forgetsExtension: boolean
  settles: boolean
  /** Whether it held something until it was settled: those who were chosen are told of its end. */
  hasHeld: boolean
  rechecks: boolean
  next: number | null
}

const nothing: Due = { reminds: false, starts: false, forgetsExtension: false, settles: false, hasHeld: false, rechecks: false, next: null }
const dayInMinutes = 24 * 60

/** `minutesBefore`: how long before its start a notice was asked for. One that waits for an approval has it a day before at least. */
export function decideDue(
  { startsAt, endsAt, settlesAt, isReminded, isStarted, isToRecheck, approvedEndsAt }: Occurrence,
  { approval, minutesBefore }: { approval: Approval; minutesBefore: number | null },
  now: number,
): Due {
  const isWaiting = approval === 'waiting'
  if (now < startsAt) {
    const minutes = minutesBefore ?? (isWaiting ? dayInMinutes : null)
    const remindsAt = isReminded || minutes === null ? null : startsAt - minutes * 60_000
    if (remindsAt === null) return { ...nothing, next: startsAt }
    return now < remindsAt ? { ...nothing, next: remindsAt } : { ...nothing, reminds: true, next: startsAt }
  }
  const hasHeld = approval !== 'refused' && !(isWaiting && approvedEndsAt === null)
  const starts = !isStarted && now < endsAt && hasHeld
  const approvedUntil = isWaiting ? approvedEndsAt : null
  if (now >= settlesAt) return { ...nothing, starts, forgetsExtension: approvedUntil !== null, settles: true, hasHeld }
  const rechecks = isToRecheck || (approvedUntil !== null && now >= approvedUntil)
  const next = approvedUntil !== null && now < approvedUntil ? Math.min(approvedUntil, settlesAt) : settlesAt
  return { ...nothing, starts, hasHeld, rechecks, next }
}

/** What happens to an alert that an occurrence no longer holds; `isHeldOn`: another one holds it. */
export function decideRelease(
  alert: { state: 'firing' | 'resolved'; hasIncident: boolean; isEscalation: boolean },
  isHeldOn: boolean,
): 'recovered' | 'held-on' | 'raised' {
  if (alert.state === 'resolved') return 'recovered'
  if (alert.hasIncident && !alert.isEscalation) return 'raised'
  return isHeldOn ? 'held-on' : 'raised'
}
