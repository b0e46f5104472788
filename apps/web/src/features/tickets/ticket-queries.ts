import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countTickets, findTicket, listTickets } from '@vakt/contract/tickets.ts'
import { call } from '#web/platform/api.ts'
import type { TicketSearch } from './ticket-search.ts'

export const ticketListQuery = (customerId: string, { type, priority, status, onlyOpen }: TicketSearch) =>
  infiniteQueryOptions({
    queryKey: ['tickets', customerId, 'list', { type, priority, status, onlyOpen }],
    queryFn: ({ signal, pageParam }) =>
      call(listTickets, {
        params: { customerId },
        query: {
          limit: 100,
          ...(type ? { type } : {}),
          ...(priority ? { priority } : {}),
          ...(status ? { status } : {}),
          ...(onlyOpen === false ? {} : { onlyOpen: true }),
        },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export const ticketCountQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['tickets', customerId, 'count'],
    queryFn: ({ signal }) => call(countTickets, { params: { customerId }, signal }),
  })

/** For addresses that name the ticket only. */
export const ticketOwnerQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['ticket-owner', ticketId],
    queryFn: ({ signal }) => call(findTicket, { params: { ticketId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
