import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { IncidentOfCustomer } from '@vakt/contract/customers/all-customers.ts'
import { type Incident, listIncidents } from '@vakt/contract/incidents/incidents.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { besideList, type LiveMeta } from '#web/platform/query.ts'
import { type IncidentSearch, incidentQueryOf, incidentQueryOfAll } from './incident-search.ts'

/** Of the list over all customers each incident says whose it is. */
export type IncidentRow = Incident & Partial<Pick<IncidentOfCustomer, 'customer'>>
type Page = { result: IncidentRow[]; continuation_token: string | null }

/** What only staff ask is fetched when they ask it. */
const loadOfAll = () => import('@vakt/contract/customers/all-customers.ts')

export const incidentListQuery = (customerId: string, search: IncidentSearch, isAll: boolean) =>
  infiniteQueryOptions({
    queryKey: ['incidents', isAll ? allCustomers : customerId, 'list', search],
    meta: { rowId: 'incidentId' } satisfies LiveMeta,
    queryFn: async ({ signal, pageParam: continuationToken }): Promise<Page> =>
      isAll
        ? call((await loadOfAll()).listIncidentsOfAllCustomers, {
            query: { limit: 100, ...incidentQueryOfAll(search) },
            continuationToken,
            signal,
          })
        : call(listIncidents, { params: { customerId }, query: { limit: 100, ...incidentQueryOf(search) }, continuationToken, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

/** How many are open at all customers, by severity; what it asks for is fetched by staff alone. */
export const openOfAllQuery = queryOptions({
  queryKey: ['incidents', allCustomers, 'open'],
  meta: besideList,
  queryFn: async ({ signal }) => {
    const { getOpenNowOfAllCustomers } = await import('@vakt/contract/open-now.ts')
    return (await call(getOpenNowOfAllCustomers, { query: { limit: 1 }, signal })).totals.counts
  },
})

export const exportIncidents = async (customerId: string, search: IncidentSearch, isAll: boolean, format: 'csv' | 'json') =>
  isAll
    ? downloadList((await loadOfAll()).listIncidentsOfAllCustomers, { query: incidentQueryOfAll(search) }, format)
    : downloadList(listIncidents, { params: { customerId }, query: incidentQueryOf(search) }, format)

/** Asks for an incident before it is opened; how that is asked comes with its page. */
export async function prefetchIncident(queryClient: QueryClient, customerId: string, incidentId: string): Promise<void> {
  const { incidentQuery } = await import('./incident-details-queries.ts')
  await queryClient.prefetchQuery(incidentQuery(customerId, incidentId))
}
