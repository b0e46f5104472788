import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countAlerts, getAlert, listAlerts } from '@vakt/contract/alerts.ts'
import { call } from '#web/platform/api.ts'
import { besideList, type LiveMeta } from '#web/platform/query.ts'
import type { AlertSearch } from './alert-search.ts'

export const alertListQuery = (customerId: string, { state, severity, q }: AlertSearch) =>
  infiniteQueryOptions({
    queryKey: ['alerts', customerId, 'list', { state, severity, q }],
    meta: { rowId: 'alertId' } satisfies LiveMeta,
    queryFn: ({ signal, pageParam }) =>
      call(listAlerts, {
        params: { customerId },
        query: { limit: 100, ...(state ? { state } : {}), ...(severity ? { severity } : {}), ...(q ? { q } : {}) },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

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
