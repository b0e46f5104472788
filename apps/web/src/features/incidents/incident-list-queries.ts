import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { listIncidents } from '@vakt/contract/incidents.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import type { LiveMeta } from '#web/platform/query.ts'
import { type IncidentSearch, incidentQueryOf } from './incident-search.ts'

export const incidentListQuery = (customerId: string, search: IncidentSearch) =>
  infiniteQueryOptions({
    queryKey: ['incidents', customerId, 'list', search],
    meta: { rowId: 'incidentId' } satisfies LiveMeta,
    queryFn: ({ signal, pageParam }) =>
      call(listIncidents, {
        params: { customerId },
        query: { limit: 100, ...incidentQueryOf(search) },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export const exportIncidents = (customerId: string, search: IncidentSearch, format: 'csv' | 'json') =>
  downloadList(listIncidents, { params: { customerId }, query: incidentQueryOf(search) }, format)

/** Asks for an incident before it is opened; how that is asked comes with its page. */
export async function prefetchIncident(queryClient: QueryClient, customerId: string, incidentId: string): Promise<void> {
  const { incidentQuery } = await import('./incident-details-queries.ts')
  await queryClient.prefetchQuery(incidentQuery(customerId, incidentId))
}
