import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as contract from '@vakt/contract/integrations/integrations.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import type { IntegrationRows } from './integrations-search.ts'

const refreshMs = 60_000

/** Of the list over all customers each says whose it is. */
export type IntegrationRow = contract.Integration & Partial<Pick<contract.IntegrationOfCustomer, 'customer'>>
type Page = { result: IntegrationRow[]; continuation_token: string | null }

const queryOf = ({ q, kind, state, of }: IntegrationRows) => ({
  ...(q ? { q } : {}),
  ...(kind ? { kind } : {}),
  ...(state ? { state } : {}),
  ...(of ? { customer: of } : {}),
})

/** `customerId` null: of all customers. */
export const integrationListQuery = (customerId: string | null, rows: IntegrationRows) =>
  infiniteQueryOptions({
    queryKey: ['integrations', customerId ?? allCustomers, 'list', queryOf(rows)],
    queryFn: ({ signal, pageParam: continuationToken }): Promise<Page> => {
      const query = { limit: 100, ...queryOf(rows) }
      return customerId === null
        ? call(contract.listIntegrationsOfAllCustomers, { query, continuationToken, signal })
        : call(contract.listIntegrations, { params: { customerId }, query, continuationToken, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export const integrationOverviewQuery = (customerId: string | null) =>
  queryOptions({
    queryKey: ['integrations', customerId ?? allCustomers, 'overview'],
    queryFn: ({ signal }) =>
      customerId === null
        ? call(contract.getIntegrationOverviewOfAllCustomers, { signal })
        : call(contract.getIntegrationOverview, { params: { customerId }, signal }),
    refetchInterval: refreshMs,
  })

export const exportIntegrations = (customerId: string | null, rows: IntegrationRows, format: 'csv' | 'json') =>
  customerId === null
    ? downloadList(contract.listIntegrationsOfAllCustomers, { query: queryOf(rows) }, format)
    : downloadList(contract.listIntegrations, { params: { customerId }, query: queryOf(rows) }, format)
