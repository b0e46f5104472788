import type { Severity } from '@vakt/contract/severity.ts'
import type { AlertEvent } from './alert-event.ts'

/** What is known of a condition before an event: the latest beginning and end that any signal told of. */
export type KnownAlert = { state: 'firing' | 'resolved'; severity: Severity; startedAt: Date; endedAt: Date | null }

/** What an event means for a condition. */
export type Verdict =
  /** It began: someone has to hear of it. */
  | { kind: 'fired'; startedAt: Date }
  /** It goes on; senders repeat themselves. */
  | { kind: 'still-firing'; startedAt: Date; severity: Severity }
  | { kind: 'resolved'; startedAt: Date; endedAt: Date }
  /** The end of something that no one heard begin, or that has ended already: noted, nothing more. */
  | { kind: 'ended-unheard'; startedAt: Date; endedAt: Date }
  /** It speaks of an episode that a later signal has overtaken. */
  | { kind: 'stale' }

/**
 * Judges an event by the times it carries, not by when it arrived, so that signals may come late, twice or in any order and the state in
 * the end is the one that the times tell. A sender that gives no time is taken to speak of the moment its signal was received.
 */
export function judgeEvent(
  known: KnownAlert | null,
  event: Pick<AlertEvent, 'state' | 'startedAt' | 'endedAt' | 'severity'>,
  receivedAt: Date,
): Verdict {
  return event.state === 'firing' ? judgeFiring(known, event, receivedAt) : judgeEnd(known, event, receivedAt)
}

function judgeFiring(known: KnownAlert | null, event: Pick<AlertEvent, 'startedAt' | 'severity'>, receivedAt: Date): Verdict {
  const startedAt = event.startedAt ?? receivedAt
  if (known?.state === 'firing')
    return { kind: 'still-firing', startedAt: later(startedAt, event.startedAt ? known.startedAt : startedAt), severity: event.severity }
  if (known?.endedAt && startedAt <= known.endedAt) return { kind: 'stale' }
  return { kind: 'fired', startedAt }
}

function judgeEnd(known: KnownAlert | null, event: Pick<AlertEvent, 'startedAt' | 'endedAt'>, receivedAt: Date): Verdict {
  const endedAt = event.endedAt ?? receivedAt
  if (!known) return { kind: 'ended-unheard', startedAt: event.startedAt ?? endedAt, endedAt }
  const startedAt = later(known.startedAt, event.startedAt ?? known.startedAt)
  if (known.state === 'resolved')
    return known.endedAt && endedAt <= known.endedAt ? { kind: 'stale' } : { kind: 'ended-unheard', startedAt, endedAt }
  return endedAt < known.startedAt ? { kind: 'stale' } : { kind: 'resolved', startedAt, endedAt }
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** What is known after the verdict. */
export function applyVerdict(known: KnownAlert | null, verdict: Verdict, severity: Severity): KnownAlert {
  switch (verdict.kind) {
    case 'fired':
      return { state: 'firing', severity, startedAt: verdict.startedAt, endedAt: known?.endedAt ?? null }
    case 'still-firing':
      return { state: 'firing', severity, startedAt: verdict.startedAt, endedAt: known?.endedAt ?? null }
    case 'resolved':
    case 'ended-unheard':
      return { state: 'resolved', severity: known?.severity ?? severity, startedAt: verdict.startedAt, endedAt: verdict.endedAt }
    case 'stale':
      if (!known) throw new Error('Only what is known can be overtaken.')
      return known
  }
}
