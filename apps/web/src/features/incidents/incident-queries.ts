import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getIncidentOverview, getIncidentTrend, listIncidents } from '@vakt/contract/incidents/incidents.ts'
import { call } from '#web/platform/api.ts'
import type { LiveMeta } from '#web/platform/query.ts'
import type { DashboardSearch } from './dashboard-search.ts'
import type { OpenedGroup } from './opened-groups.ts'

const entitiesOf = ({ q, type, resourceGroup, tag }: DashboardSearch) => ({
  ...(q ? { q } : {}),
  ...(type ? { type } : {}),
  ...(resourceGroup ? { resourceGroup } : {}),
  ...(tag ? { tag } : {}),
})

export const incidentOverviewQuery = (customerId: string, search: DashboardSearch = {}) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'overview', entitiesOf(search)],
    queryFn: ({ signal }) => call(getIncidentOverview, { params: { customerId }, query: entitiesOf(search), signal }),
    placeholderData: keepPreviousData,
  })

export const incidentTrendQuery = (customerId: string, timeZone: string) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'trend', timeZone],
    // Its bars are days.
    meta: { minIntervalMs: 10_000 } satisfies LiveMeta,
    queryFn: ({ signal }) => call(getIncidentTrend, { params: { customerId }, query: { timeZone }, signal }),
  })

/** The open incidents behind a count of the dashboard. */
export const openIncidentsQuery = (customerId: string, filter: DashboardSearch, { path, severity }: OpenedGroup) =>
  infiniteQueryOptions({
    queryKey: ['incidents', customerId, 'open', { path, severity, ...entitiesOf(filter) }],
    meta: { rowId: 'incidentId' } satisfies LiveMeta,
    queryFn: ({ signal, pageParam }) =>
      call(listIncidents, {
        params: { customerId },
        query: {
          state: ['open', 'acknowledged'],
          sort: 'severity',
          ...entitiesOf(filter),
          ...(severity ? { severity: [severity] } : {}),
          ...(path ? { group: path } : { unmatched: true }),
        },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })
