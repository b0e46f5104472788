import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listTicketDeliveries } from '@vakt/contract/deliveries/deliveries.ts'
import { findTicketPeople, listCommentVersions, listTicketComments } from '@vakt/contract/tickets/ticket-details.ts'
import { findTicket } from '@vakt/contract/tickets/tickets.ts'
import { call } from '#web/platform/api.ts'

/** For addresses that name the ticket only. */
export const ticketOwnerQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['ticket-owner', ticketId],
    queryFn: ({ signal }) => call(findTicket, { params: { ticketId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Who can be named or chosen on a ticket. */
export const ticketPeopleQuery = (customerId: string, ticketId: string, query: { q: string; of?: 'customer' | 'staff' }) =>
  queryOptions({
    queryKey: ['ticket-people', customerId, ticketId, query],
    queryFn: ({ signal }) => call(findTicketPeople, { params: { customerId, ticketId }, query, signal }),
  })

export const commentVersionsQuery = (customerId: string, ticketId: string, comment: { commentId: string; version: number }) =>
  queryOptions({
    queryKey: ['comment-versions', customerId, ticketId, comment],
    queryFn: ({ signal }) => call(listCommentVersions, { params: { customerId, ticketId, commentId: comment.commentId }, signal }),
  })

/** Comments older than those that came with the ticket, the newest first. */
export const earlierCommentsQuery = (customerId: string, ticketId: string, before: string) =>
  infiniteQueryOptions({
    queryKey: ['tickets', customerId, 'earlier', ticketId, before],
    queryFn: ({ signal, pageParam }) =>
      call(listTicketComments, { params: { customerId, ticketId }, query: { limit: 100, before }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

export const ticketDeliveriesQuery = (customerId: string, ticketId: string) =>
  infiniteQueryOptions({
    queryKey: ['tickets', customerId, 'deliveries', ticketId],
    queryFn: ({ signal, pageParam }) =>
      call(listTicketDeliveries, { params: { customerId, ticketId }, query: { limit: 10 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })
