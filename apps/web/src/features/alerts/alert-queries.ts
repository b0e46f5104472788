import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Alert, countAlerts, type FiringCounts, getAlert, listAlerts } from '@vakt/contract/alerts/alerts.ts'
import type { AlertOfCustomer } from '@vakt/contract/customers/all-customers.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { besideList, type LiveMeta } from '#web/platform/query.ts'
import { alertQueryOf } from './alert-query.ts'
import type { AlertRows } from './alert-search.ts'

/** Of the list over all customers each alert says whose it is. */
export type AlertRow = Alert & Partial<Pick<AlertOfCustomer, 'customer'>>
type Page = { result: AlertRow[]; continuation_token: string | null }

const ofCustomers = ({ of }: AlertRows) => (of ? { customer: of } : {})

/** What only staff ask is fetched when they ask it. */
const loadOfAll = () => import('@vakt/contract/customers/all-customers.ts')

export function alertListQuery(customerId: string, search: AlertRows, isAll: boolean) {
  const query = { limit: 100, ...alertQueryOf(search) }
  const queryOfAll = { ...query, ...ofCustomers(search) }
  return infiniteQueryOptions({
    queryKey: ['alerts', isAll ? allCustomers : customerId, 'list', queryOfAll],
    meta: { rowId: 'alertId' } satisfies LiveMeta,
    queryFn: async ({ signal, pageParam: continuationToken }): Promise<Page> =>
      isAll
        ? call((await loadOfAll()).listAlertsOfAllCustomers, { query: queryOfAll, continuationToken, signal })
        : call(listAlerts, { params: { customerId }, query, continuationToken, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })
}

export const exportAlerts = async (customerId: string, search: AlertRows, isAll: boolean, format: 'csv' | 'json') =>
  isAll
    ? downloadList((await loadOfAll()).listAlertsOfAllCustomers, { query: { ...alertQueryOf(search), ...ofCustomers(search) } }, format)
    : downloadList(listAlerts, { params: { customerId }, query: alertQueryOf(search) }, format)

/** What is over is counted for one customer alone. */
export type AlertCounts = FiringCounts & { resolved?: number }

export const alertCountQuery = (customerId: string, isAll: boolean) =>
  queryOptions({
    queryKey: ['alerts', isAll ? allCustomers : customerId, 'count'],
    meta: besideList,
    queryFn: async ({ signal }): Promise<AlertCounts> =>
      isAll ? call((await loadOfAll()).countAlertsOfAllCustomers, { signal }) : call(countAlerts, { params: { customerId }, signal }),
  })

export const alertQuery = (customerId: string, alertId: string) =>
  queryOptions({
    queryKey: ['alerts', customerId, 'one', alertId],
    queryFn: ({ signal }) => call(getAlert, { params: { customerId, alertId }, signal }),
  })
