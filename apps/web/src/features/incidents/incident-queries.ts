import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getIncidentOverview, getIncidentTrend, listIncidents } from '@vakt/contract/incidents.ts'
import { call } from '#web/platform/api.ts'
import type { DashboardSearch } from './dashboard-search.ts'

export const incidentOverviewQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'overview'],
    queryFn: ({ signal }) => call(getIncidentOverview, { params: { customerId }, signal }),
  })

export const incidentTrendQuery = (customerId: string, timeZone: string) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'trend', timeZone],
    queryFn: ({ signal }) => call(getIncidentTrend, { params: { customerId }, query: { timeZone }, signal }),
  })

/** The open incidents behind a count of the dashboard. */
export const openIncidentsQuery = (customerId: string, { group, severity, unmatched }: DashboardSearch) =>
  infiniteQueryOptions({
    queryKey: ['incidents', customerId, 'open', { group, severity, unmatched }],
    queryFn: ({ signal, pageParam }) =>
      call(listIncidents, {
        params: { customerId },
        query: {
          state: ['open', 'acknowledged'],
          ...(severity ? { severity: [severity] } : {}),
          ...(unmatched ? { unmatched: true } : group ? { group } : {}),
        },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })
