import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  countTickets,
  countTicketsOfAllCustomers,
  type InboxTicket,
  type ListedTicket,
  listTickets,
  listTicketsOfAllCustomers,
  readTicketFilterChoices,
  readTicketFilterChoicesOfAllCustomers,
} from '@vakt/contract/tickets/ticket-list.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { besideList, type LiveMeta } from '#web/platform/query.ts'
import { queryOf } from './list/shown-tickets.ts'
import type { TicketSearch } from './list/ticket-search.ts'

/** Of the list over all customers each ticket says whose it is. */
export type TicketRow = ListedTicket & Partial<Pick<InboxTicket, 'customer'>>

const choicesFreshInMilliseconds = 60_000

type Page = { result: TicketRow[]; continuation_token: string | null }
const ofCustomers = ({ of }: TicketSearch) => (of ? { customer: of } : {})

/** A page of the list that this filter shows. */
export function readTicketPage(
  customerId: string,
  search: TicketSearch,
  input: { continuationToken: string | null; signal: AbortSignal },
): Promise<Page> {
  const query = { limit: 100, ...queryOf(search) }
  return search.all
    ? call(listTicketsOfAllCustomers, { query: { ...query, ...ofCustomers(search) }, ...input })
    : call(listTickets, { params: { customerId }, query, ...input })
}

export const ticketListQuery = (customerId: string, search: TicketSearch) =>
  infiniteQueryOptions({
    queryKey: ['tickets', search.all ? allCustomers : customerId, 'list', search],
    meta: { rowId: 'ticketId' } satisfies LiveMeta,
    queryFn: ({ signal, pageParam }) => readTicketPage(customerId, search, { continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export function downloadTickets(customerId: string, search: TicketSearch, format: 'csv' | 'json'): Promise<void> {
  const query = queryOf(search)
  return search.all
    ? downloadList(listTicketsOfAllCustomers, { query: { ...query, ...ofCustomers(search) } }, format)
    : downloadList(listTickets, { params: { customerId }, query }, format)
}

export const ticketCountQuery = (customerId: string, isAll = false) =>
  queryOptions({
    queryKey: ['tickets', isAll ? allCustomers : customerId, 'count'],
    meta: besideList,
    queryFn: async ({ signal }): Promise<{ open: number; all?: number }> =>
      isAll ? call(countTicketsOfAllCustomers, { signal }) : call(countTickets, { params: { customerId }, signal }),
  })

export const ticketChoicesQuery = (customerId: string, isAll = false) =>
  queryOptions({
    queryKey: ['ticket-choices', isAll ? allCustomers : customerId],
    queryFn: async ({ signal }) =>
      isAll
        ? call(readTicketFilterChoicesOfAllCustomers, { signal })
        : { customers: [], ...(await call(readTicketFilterChoices, { params: { customerId }, signal })) },
    staleTime: choicesFreshInMilliseconds,
  })

/** Asks for a ticket before it is opened; how that is asked comes with its page. */
export async function prefetchTicket(queryClient: QueryClient, customerId: string, ticketId: string): Promise<void> {
  const { ticketQuery } = await import('#web/shared/tickets/ticket-query.ts')
  await queryClient.prefetchQuery(ticketQuery(customerId, ticketId))
}
