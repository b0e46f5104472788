import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getIncidentTrend } from '@vakt/contract/incidents/incidents.ts'
import { getMetricBuckets } from '@vakt/contract/metrics.ts'
import { getOpenNow } from '@vakt/contract/open-now.ts'
import * as contract from '@vakt/contract/reports/custom-dashboards.ts'
import { countTickets, listTickets } from '@vakt/contract/tickets/ticket-list.ts'
import { call } from '#web/platform/api.ts'
import { serverNow } from '#web/platform/server-clock.ts'

const dayMs = 86_400_000
const refreshMs = 60_000
/** So many lines a list has on a tile. */
const tileRows = 5

export const dashboardsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['custom-dashboards', customerId],
    queryFn: ({ signal }) => call(contract.listCustomDashboards, { params: { customerId }, signal }),
    select: ({ dashboards }) => dashboards,
  })

export const openNowTileQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'tile', 'open-now'],
    queryFn: ({ signal }) => call(getOpenNow, { params: { customerId }, query: { limit: tileRows }, signal }),
    refetchInterval: refreshMs,
  })

export const trendTileQuery = (customerId: string, timeZone: string) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'tile', 'trend', timeZone],
    queryFn: ({ signal }) => call(getIncidentTrend, { params: { customerId }, query: { timeZone }, signal }),
    refetchInterval: refreshMs,
  })

export const ticketCountTileQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['tickets', customerId, 'count', 'tile'],
    queryFn: ({ signal }) => call(countTickets, { params: { customerId }, signal }),
    refetchInterval: refreshMs,
  })

export const breachingTileQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['tickets', customerId, 'count', 'tile-breaching'],
    queryFn: ({ signal }) =>
      call(listTickets, { params: { customerId }, query: { onlyOpen: true, breaching: true, sort: 'priority', limit: tileRows }, signal }),
    // A target is missed by the clock alone.
    refetchInterval: refreshMs,
  })

/** The last 24 hours. */
export const metricTileQuery = (customerId: string, seriesId: string) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'tile', seriesId],
    queryFn: async ({ signal }) => {
      const to = serverNow()
      const span = { from: to - dayMs, to }
      const query = { from: new Date(span.from).toISOString(), to: new Date(to).toISOString(), stepMinutes: 5 }
      return { span, buckets: await call(getMetricBuckets, { params: { customerId, seriesId }, query, signal }) }
    },
    refetchInterval: refreshMs,
  })

function useDashboardMutation<Given, Answer>(customerId: string, mutationFn: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient()
  const { queryKey } = dashboardsQuery(customerId)
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey }) })
}

/** A new one has no id yet. */
export const useSaveDashboard = (customerId: string, known: contract.CustomDashboard | null) =>
  useDashboardMutation(customerId, (body: contract.NewCustomDashboard) =>
    known
      ? call(contract.saveCustomDashboard, {
          params: { customerId, dashboardId: known.dashboardId },
          body: { ...body, version: known.version },
        })
      : call(contract.createCustomDashboard, { params: { customerId }, body }),
  )

export const useRemoveDashboard = (customerId: string) =>
  useDashboardMutation(customerId, (dashboardId: string) => call(contract.removeCustomDashboard, { params: { customerId, dashboardId } }))
