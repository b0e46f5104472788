import type { TicketSearch } from './ticket-search.ts'

export type ListedTicketId = { customerId: string; ticketId: string }

/** Where a list goes on: the filter that it was asked for with, and the token of its next page. */
type Continuation = { filter: TicketSearch; token: string }

/** The list of tickets that this tab saw last, in its order, so that a ticket knows the next one. */
export type SeenList = {
  customerId: string
  /** The address that shows it again. */
  href: string
  tickets: ListedTicketId[]
  hasMore: boolean
  /** Null at the end of the list, and where it is not known how it goes on. */
  continuation: Continuation | null
}

const name = 'vakt.ticket-list'
const maxTickets = 1000

export function keepSeenList(list: SeenList, storage: Storage = sessionStorage): void {
  const { tickets } = list
  const isCut = tickets.length > maxTickets
  const rest = isCut ? { hasMore: true, continuation: null } : {}
  const kept = { ...list, tickets: tickets.slice(0, maxTickets), ...rest }
  try {
    storage.setItem(name, JSON.stringify(kept))
  } catch {
    // Storage may be full or switched off: tickets then have no next one.
  }
}

export function readSeenList(storage: Storage = sessionStorage): SeenList | null {
  try {
    const kept = JSON.parse(storage.getItem(name) ?? 'null') as Partial<SeenList> | null
    if (!kept || typeof kept.customerId !== 'string' || !kept.href?.startsWith('/tickets/') || !Array.isArray(kept.tickets)) return null
    const { customerId, href, tickets, hasMore = false, continuation = null } = kept
    return { customerId, href, tickets, hasMore, continuation }
  } catch {
    return null
  }
}

export type PlaceInList = { position: number; of: number; hasMore: boolean; previous: ListedTicketId | null; next: ListedTicketId | null }

type NextPage = { tickets: ListedTicketId[]; token: string | null }

/** The list with its next page; a ticket that moved from one page to the next stays where it was. */
export function withNextPage(list: SeenList, { tickets, token }: NextPage): SeenList {
  const known = new Set(list.tickets.map(({ ticketId }) => ticketId))
  return {
    ...list,
    tickets: [...list.tickets, ...tickets.filter(({ ticketId }) => !known.has(ticketId))],
    hasMore: token !== null,
    continuation: token !== null && list.continuation ? { ...list.continuation, token } : null,
  }
}

/** Where a ticket stands in the list, counted from 1; null where it is not of the list. */
export function placeIn({ tickets, hasMore }: SeenList, ticketId: string): PlaceInList | null {
  const at = tickets.findIndex((one) => one.ticketId === ticketId)
  if (at === -1) return null
  return { position: at + 1, of: tickets.length, hasMore, previous: tickets[at - 1] ?? null, next: tickets[at + 1] ?? null }
}
