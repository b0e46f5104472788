import type { QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '@vakt/contract/live-events.ts'

/** What to ask for again: queries are named `[feature, customerId, …]`. An empty key means everything. */
export function keysOf(event: LiveEvent): QueryKey[] {
  const { customerId } = event
  switch (event.type) {
    case 'alert.changed':
      return [['alerts', customerId]]
    case 'incident.changed':
      return [
        ['incidents', customerId],
        ['entities', customerId],
        ['tickets', customerId, 'one'],
      ]
    case 'ticket.changed':
      return [['tickets', customerId]]
    case 'ticket.presence':
      return [['ticket-presence', customerId, ...(event.ticketId ? [event.ticketId] : [])]]
    case 'entity.changed':
      return [['entities', customerId]]
    case 'connector.changed':
      return [['connectors', customerId]]
    case 'monitoring-source.changed':
      return [['monitoring-sources']]
    case 'notification.changed':
      return [['notifications']]
    case 'access.changed':
      return [[]]
    case 'session.ended':
      return [['sessions', customerId]]
  }
}

/** Passes keys on at once, and whatever follows within the interval together at its end. */
export function coalesceKeys(pass: (keys: QueryKey[]) => void, intervalInMilliseconds: number) {
  const waiting = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    timer = undefined
    if (waiting.size === 0) return
    const keys = [...waiting.values()]
    waiting.clear()
    timer = setTimeout(flush, intervalInMilliseconds)
    pass(keys)
  }

  return (keys: QueryKey[]) => {
    for (const key of keys) waiting.set(JSON.stringify(key), key)
    if (timer === undefined) flush()
  }
}
