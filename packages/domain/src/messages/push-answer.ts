type PushOutcome = { kind: 'sent' | 'later' | 'unknown' | 'refused'; reason: string } | { kind: 'unavailable'; reason: 'push_throttled' }

/** What an answer of a push service means (RFC 8030). After 404 and 410 the subscription is over, and is removed. */
export function readPushAnswer(status: number | null, hasConnected: boolean): PushOutcome {
  if (status === null) return hasConnected ? { kind: 'unknown', reason: 'connection_lost' } : { kind: 'later', reason: 'push_unreachable' }
  if (status >= 200 && status < 300) return { kind: 'sent', reason: '' }
  if (status === 404 || status === 410) return { kind: 'refused', reason: 'push_gone' }
  if (status === 429) return { kind: 'unavailable', reason: 'push_throttled' }
  if (status >= 500) return { kind: 'later', reason: 'push_unreachable' }
  return { kind: 'refused', reason: 'push_refused' }
}
