import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { listAlertsHeldByWindows, listStartedOccurrences } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import { call } from '#web/platform/api.ts'
import { periodOf } from '#web/platform/list-search.ts'
import type { WindowPeriodRows } from './windows-search.ts'

/** What the calls take: days become the moments at which they begin and end here. */
export const periodQueryOf = ({ from, to, ...rest }: WindowPeriodRows) => ({ ...rest, ...periodOf({ from, to }) })

const paged = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { continuation_token: string | null }) => page.continuation_token,
  placeholderData: keepPreviousData,
}

export const startedQuery = (customerId: string, filter: WindowPeriodRows) =>
  infiniteQueryOptions({
    queryKey: ['service-windows', customerId, 'started', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listStartedOccurrences, {
        params: { customerId },
        query: { limit: 100, ...periodQueryOf(filter) },
        continuationToken: pageParam,
        signal,
      }),
    ...paged,
  })

export const heldInPeriodQuery = (customerId: string, filter: WindowPeriodRows) =>
  infiniteQueryOptions({
    queryKey: ['service-windows', customerId, 'held-in-period', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listAlertsHeldByWindows, {
        params: { customerId },
        query: { limit: 100, ...periodQueryOf(filter) },
        continuationToken: pageParam,
        signal,
      }),
    ...paged,
  })
