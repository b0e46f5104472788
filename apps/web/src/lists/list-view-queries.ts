import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import type { ListKey } from '@vakt/contract/list-views.ts'
import type { TicketView } from '@vakt/contract/tickets/ticket-views.ts'
import { useMemo } from 'react'
import { call } from '#web/platform/api.ts'
import type { ListName } from '#web/platform/list-search.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'

/** What a user keeps of a list: saved views, the one to start with, and the columns; null until they choose. */
type ListViews = { views: TicketView[]; defaultViewId: string | null; columns: string[] | null }

const nothing = { defaultViewId: null, columns: null }

// Their contracts are loaded beside the rows.
export const sharedViewsQuery = queryOptions({
  queryKey: ['list-views'],
  queryFn: async ({ signal }) => call((await import('@vakt/contract/list-views.ts')).readListViews, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
export const ticketViewsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['ticket-views', customerId],
    queryFn: async ({ signal }): Promise<ListViews> =>
      call((await import('@vakt/contract/tickets/ticket-views.ts')).listTicketViews, { params: { customerId }, signal }),
  })

/** What is to be read again when views or columns of the list were changed. */
export const listViewsKey = (list: ListName, customerId: string): QueryKey =>
  list === 'tickets' ? ticketViewsQuery(customerId).queryKey : sharedViewsQuery.queryKey

/** Undefined until it is loaded, and for a list that keeps nothing. */
export function useListViews(list: ListName | undefined): ListViews | undefined {
  const { customerId } = useShownCustomer()
  const ofTickets = useQuery({ ...ticketViewsQuery(customerId), enabled: list === 'tickets' }).data
  const shared = useQuery({ ...sharedViewsQuery, enabled: list !== undefined && list !== 'tickets' }).data
  return useMemo(() => {
    if (list === 'tickets') return ofTickets
    if (!shared || !list) return undefined
    const ofList = ({ list: key }: { list: ListKey }) => key === list
    return { ...nothing, ...shared.choices.find(ofList), views: shared.views.filter(ofList) }
  }, [list, ofTickets, shared])
}
