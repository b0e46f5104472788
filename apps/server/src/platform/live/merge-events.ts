import { type LiveEvent, maxIdsPerEvent } from '@vakt/contract/live/live-events.ts'
import type { AnnouncedEvent } from '#server/platform/live/announce.ts'

const idsOf = ['alertIds', 'incidentIds', 'ticketIds'] as const
type Ids = { [Name in (typeof idsOf)[number]]?: string[] }

function toLiveEvent(announced: AnnouncedEvent): LiveEvent {
  if (announced.type !== 'ticket.changed') return announced
  const { ticketId, ...event } = announced
  return ticketId === undefined ? event : { ...event, ticketIds: [ticketId] }
}

function separate(event: LiveEvent): { ids: Ids; rest: LiveEvent } {
  const { alertIds, incidentIds, ticketIds, ...rest } = event as LiveEvent & Ids
  return { ids: { ...(alertIds && { alertIds }), ...(incidentIds && { incidentIds }), ...(ticketIds && { ticketIds }) }, rest }
}

function joinIds(one: Ids, other: Ids): Ids {
  const joined: Ids = {}
  for (const name of idsOf) {
    const [a, b] = [one[name], other[name]]
    if (!a || !b) continue
    const all = [...new Set([...a, ...b])]
    if (all.length <= maxIdsPerEvent) joined[name] = all
  }
  return joined
}

/** Equal events become one with the ids of all; without ids when one of them has none, or together they have too many. */
export function mergeEvents(announced: readonly AnnouncedEvent[]): LiveEvent[] {
  const merged = new Map<string, { rest: LiveEvent; ids: Ids }>()
  for (const one of announced) {
    const { ids, rest } = separate(toLiveEvent(one))
    const key = JSON.stringify(rest)
    const known = merged.get(key)
    merged.set(key, { rest, ids: known ? joinIds(known.ids, ids) : ids })
  }
  return [...merged.values()].map(({ rest, ids }) => ({ ...rest, ...ids }))
}
