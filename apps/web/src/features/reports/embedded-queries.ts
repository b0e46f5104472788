import { queryOptions } from '@tanstack/react-query'
import { type EmbedToken, listEmbeddedReports, openEmbeddedReport } from '@vakt/contract/reports/embedded-reports.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { serverNow } from '#web/platform/server-clock.ts'

export const embeddedReportsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['embedded-reports', customerId],
    queryFn: ({ signal }) => call(listEmbeddedReports, { params: { customerId }, signal }),
  })

/** A token is renewed so long before it expires. */
const renewBeforeMs = 2 * 60_000

const freshFor = (token: EmbedToken | undefined): number =>
  token ? Math.max(1000, new Date(token.expiresAt).getTime() - serverNow() - renewBeforeMs) : 0

/** After a renewal that failed. */
const retryAfterMs = 30_000

/** Why there will be no further token, however often one asks. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && [401, 403, 404].includes(error.status)

/** Asked for again before the token expires, also while the tab is hidden, and when it is seen again after the machine slept. */
export const embedTokenQuery = (params: { customerId: string; embeddedReportId: string }) =>
  queryOptions({
    queryKey: ['report-token', params.customerId, params.embeddedReportId],
    queryFn: ({ signal }) => call(openEmbeddedReport, { params, signal }),
    staleTime: ({ state }) => freshFor(state.data),
    refetchInterval: ({ state }) => {
      if (!state.data || isRefused(state.error)) return false
      return state.error ? retryAfterMs : freshFor(state.data)
    },
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  })
