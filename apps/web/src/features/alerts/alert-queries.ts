import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countAlerts, getAlert, listAlerts } from '@vakt/contract/alerts.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { besideList, type LiveMeta } from '#web/platform/query.ts'
import { type AlertRows, alertQueryOf } from './alert-search.ts'

export function alertListQuery(customerId: string, search: AlertRows) {
  const query = alertQueryOf(search)
  return infiniteQueryOptions({
    queryKey: ['alerts', customerId, 'list', query],
    meta: { rowId: 'alertId' } satisfies LiveMeta,
    queryFn: ({ signal, pageParam }) =>
      call(listAlerts, { params: { customerId }, query: { limit: 100, ...query }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })
}

export const exportAlerts = (customerId: string, search: AlertRows, format: 'csv' | 'json') =>
  downloadList(listAlerts, { params: { customerId }, query: alertQueryOf(search) }, format)

export const alertCountQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['alerts', customerId, 'count'],
    meta: besideList,
    queryFn: ({ signal }) => call(countAlerts, { params: { customerId }, signal }),
  })

export const alertQuery = (customerId: string, alertId: string) =>
  queryOptions({
    queryKey: ['alerts', customerId, 'one', alertId],
    queryFn: ({ signal }) => call(getAlert, { params: { customerId, alertId }, signal }),
  })
