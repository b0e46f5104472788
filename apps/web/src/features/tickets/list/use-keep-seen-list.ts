import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TicketRow } from '#web/features/tickets/ticket-queries.ts'
import type { TicketScreen } from './ticket-screen.ts'

type TicketPages = { pages: { continuation_token: string | null }[] }

/** Keeps the list as it is loaded, so that the page of a ticket knows the next one and the way back. */
export function useKeepSeenList(
  customerId: string,
  { href, rows: filter }: TicketScreen,
  list: Pick<UseInfiniteQueryResult<TicketPages>, 'data' | 'hasNextPage' | 'isPlaceholderData'>,
  rows: TicketRow[],
): void {
  const { data, hasNextPage: hasMore, isPlaceholderData } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are of this filter
  useEffect(() => {
    if (isPlaceholderData) return
    const tickets = rows.map((ticket) => ({ customerId: ticket.customer?.customerId ?? customerId, ticketId: ticket.ticketId }))
    const token = data?.pages.at(-1)?.continuation_token ?? null
    const continuation = token === null ? null : { filter, token }
    void import('./seen-list.ts').then(
      ({ keepSeenList }) => keepSeenList({ customerId, href, tickets, hasMore, continuation }),
      () => {},
    )
  }, [rows, hasMore, isPlaceholderData])
}
