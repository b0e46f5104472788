import type { TicketSearch } from './ticket-search.ts'

export type ListedTicketId = { customerId: string; ticketId: string }

/** The list of tickets that this tab saw last, in its order, so that a ticket knows the next one. */
export type SeenList = { customerId: string; search: TicketSearch; tickets: ListedTicketId[]; hasMore: boolean }

const name = 'vakt.ticket-list'
const maxTickets = 1000

export function keepSeenList(list: SeenList, storage: Storage = sessionStorage): void {
  const { tickets } = list
  const kept = { ...list, tickets: tickets.slice(0, maxTickets), hasMore: list.hasMore || tickets.length > maxTickets }
  try {
    storage.setItem(name, JSON.stringify(kept))
  } catch {
    // Storage may be full or switched off: tickets then have no next one.
  }
}

export function readSeenList(storage: Storage = sessionStorage): SeenList | null {
  try {
    const kept = JSON.parse(storage.getItem(name) ?? 'null') as Partial<SeenList> | null
    if (!kept || typeof kept.customerId !== 'string' || !Array.isArray(kept.tickets)) return null
    return { customerId: kept.customerId, search: kept.search ?? {}, tickets: kept.tickets, hasMore: kept.hasMore === true }
  } catch {
    return null
  }
}

export type PlaceInList = { position: number; of: number; hasMore: boolean; previous: ListedTicketId | null; next: ListedTicketId | null }

/** Where a ticket stands in the list, counted from 1; null where it is not of the list. */
export function placeIn({ tickets, hasMore }: SeenList, ticketId: string): PlaceInList | null {
  const at = tickets.findIndex((one) => one.ticketId === ticketId)
  if (at === -1) return null
  return { position: at + 1, of: tickets.length, hasMore, previous: tickets[at - 1] ?? null, next: tickets[at + 1] ?? null }
}
