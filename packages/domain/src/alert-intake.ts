import type { Severity } from '@vakt/contract/severity.ts'
import type { AlertEvent } from './alert-event.ts'

/** For how long after an end was received *firing* with an old start counts as a late copy, and not as a new episode. */
const lateCopySeconds = 120

/**
 * What is known of a condition. Times that its source claims are kept beside those that count: a start is never later than its reception, an end
 * never before its start.
 */
export type KnownAlert = {
  state: 'firing' | 'resolved'
  severity: Severity
  startedAt: Date
  /** The latest end; while it fires, that of the episode before. */
  endedAt: Date | null
  /** The newest start that the source claimed for this episode, whatever its clock said; null where it claimed none. */
  claimedStart: Date | null
  /** The newest end that the source claimed, at most its reception. */
  claimedEnd: Date | null
  /** Until then *firing* with an old start is a late copy. Null where no end was received. */
  lateUntil: Date | null
}

/** What an event means for a condition. */
export type VerdictKind =
  /** It began: someone has to hear of it. */
  | 'fired'
  /** It goes on; senders repeat themselves. */
  | 'still-firing'
  | 'resolved'
  /** The end of something of which no beginning was received. */
  | 'ended-unheard'
  /** *Firing* from before an end that was received: it changes nothing. */
  | 'late-copy'
  /** An end of what has ended already, or of an earlier episode than the one that fires: it changes nothing. */
  | 'late-end'

export type Verdict = { kind: VerdictKind; known: KnownAlert }

type Claims = Pick<AlertEvent, 'state' | 'startedAt' | 'endedAt' | 'severity' | 'isEvaluatedHere'>

const earlier = (a: Date, b: Date) => (a < b ? a : b)
const later = (a: Date, b: Date) => (a > b ? a : b)
const latest = (a: Date | null, b: Date | null) => (a && b ? later(a, b) : (a ?? b))
const isSame = (a: Date | null, b: Date | null) => a !== null && b !== null && a.getTime() === b.getTime()

/**
 * Judges an event. The times in it are claims of its sender; when it was received, and in which order, is a fact. Signals may come late, twice and in
 * any order: an end, a reminder or a repeated end moves no start and no earlier end.
 */
export function judgeEvent(known: KnownAlert | null, event: Claims, receivedAt: Date): Verdict {
  const judge = event.state === 'firing' ? judgeFiring : judgeEnd
  // What was stored by a clock that ran ahead.
  return judge(known && { ...known, startedAt: earlier(known.startedAt, receivedAt) }, event, receivedAt)
}

function judgeFiring(known: KnownAlert | null, { startedAt: claim, severity, isEvaluatedHere }: Claims, receivedAt: Date): Verdict {
  const start = earlier(claim ?? receivedAt, receivedAt)
  const begin = (startedAt: Date): Verdict => ({
    kind: 'fired',
    known: {
      ...{ state: 'firing', severity, startedAt, claimedStart: claim },
      ...{ endedAt: known?.endedAt ?? null, claimedEnd: known?.claimedEnd ?? null, lateUntil: known?.lateUntil ?? null },
    },
  })
  if (!known) return begin(start)
  if (known.state === 'firing')
    return { kind: 'still-firing', known: { ...known, severity, claimedStart: latest(known.claimedStart, claim) } }
  if (isEvaluatedHere) return begin(later(start, known.endedAt ?? start))
  if (!known.lateUntil || receivedAt > known.lateUntil) return begin(receivedAt)
  const newestEnd = latest(known.endedAt, known.claimedEnd)
  const isOld = claim !== null && ((newestEnd !== null && claim <= newestEnd) || isSame(claim, known.claimedStart))
  return isOld ? { kind: 'late-copy', known: withUnheardEpisode(known, claim) } : begin(start)
}

/** A beginning between the end that is known and a newer one that was received before it: the newer episode is over already. */
function withUnheardEpisode(known: KnownAlert, claim: Date): KnownAlert {
  const { endedAt, claimedEnd } = known
  const isBetween = endedAt !== null && claimedEnd !== null && endedAt < claim && claim <= claimedEnd
  return isBetween ? { ...known, startedAt: claim, claimedStart: claim, endedAt: claimedEnd } : known
}

function judgeEnd(known: KnownAlert | null, event: Claims, receivedAt: Date): Verdict {
  const claim = event.endedAt && earlier(event.endedAt, receivedAt)
  const lateUntil = new Date(receivedAt.getTime() + lateCopySeconds * 1000)
  if (!known) {
    const endedAt = claim ?? receivedAt
    const startedAt = earlier(event.startedAt ?? endedAt, endedAt)
    const { severity } = event
    return {
      kind: 'ended-unheard',
      known: { state: 'resolved', severity, startedAt, endedAt, claimedStart: null, claimedEnd: claim, lateUntil },
    }
  }
  if (known.state === 'firing') {
    if (isOfEarlierEpisode(known, event, claim, receivedAt)) return { kind: 'late-end', known: apartFrom(known, claim, receivedAt) }
    const endedAt = later(claim ?? receivedAt, known.startedAt)
    return { kind: 'resolved', known: { ...known, state: 'resolved', endedAt, claimedEnd: latest(known.claimedEnd, claim), lateUntil } }
  }
  const newestEnd = latest(known.endedAt, known.claimedEnd)
  if (claim && newestEnd && claim > newestEnd) return { kind: 'late-end', known: { ...known, claimedEnd: claim, lateUntil } }
  return { kind: 'late-end', known: apartFrom(known, claim, receivedAt) }
}

/**
 * Whether an end speaks of an episode before the one that fires: it repeats an end that was counted, or by its source's own times lies before the
 * newest start. An end that names this start is never of another; a start ahead of the clock proves nothing.
 */
function isOfEarlierEpisode(known: KnownAlert, event: Claims, claim: Date | null, receivedAt: Date): boolean {
  const { claimedStart, claimedEnd } = known
  if (!claim || event.isEvaluatedHere) return false
  if (claimedEnd && claim <= claimedEnd) return true
  const namesThis = claimedStart !== null && event.startedAt !== null && event.startedAt >= claimedStart
  return claimedStart !== null && claimedStart <= receivedAt && claim < claimedStart && !namesThis
}

/** An end between two starts that the source claimed shows that they began two episodes: what is known is the later one. */
function apartFrom(known: KnownAlert, claim: Date | null, receivedAt: Date): KnownAlert {
  const { startedAt, claimedStart } = known
  const isBetween = claim && claimedStart && startedAt <= claim && claim < claimedStart && claimedStart <= receivedAt
  return isBetween ? { ...known, startedAt: claimedStart } : known
}
