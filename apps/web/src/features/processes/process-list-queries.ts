import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { listProcesses, type Process } from '@vakt/contract/processes/processes.ts'
import type { ProcessOfCustomer } from '@vakt/contract/processes/processes-of-all.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { keyInAll } from '#web/shared/customers/key-in-all.ts'
import { feature } from './process-queries.ts'

export type ProcessFilterQuery = Omit<QueryOf<typeof listProcesses>, 'limit' | 'format'>

/** Of the list over all customers each process says whose it is. */
export type ProcessRow = Process & Partial<Pick<ProcessOfCustomer, 'customer'>>
type Page = { result: ProcessRow[]; continuation_token: string | null }

/** A process as the address names it. */
export const keyOfProcess = ({ customer, processModelId }: ProcessRow): string =>
  customer ? keyInAll(customer.customerId, processModelId) : processModelId

/** Of all customers: only the processes of these, without any of each of them. */
type ProcessesOfAll = { customer?: string[] }

/** What only staff ask is fetched when they ask it. */
const loadOfAll = () => import('@vakt/contract/processes/processes-of-all.ts')

export const processListQuery = (customerId: string, filter: ProcessFilterQuery, ofAll: ProcessesOfAll | null = null) =>
  infiniteQueryOptions({
    queryKey: [feature, ofAll ? allCustomers : customerId, 'list', { ...filter, ...ofAll }],
    queryFn: async ({ signal, pageParam: continuationToken }): Promise<Page> =>
      ofAll
        ? call((await loadOfAll()).listProcessesOfAllCustomers, { query: { limit: 100, ...filter, ...ofAll }, continuationToken, signal })
        : call(listProcesses, { params: { customerId }, query: { limit: 100, ...filter }, continuationToken, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export const exportProcesses = async (
  customerId: string,
  filter: ProcessFilterQuery,
  ofAll: ProcessesOfAll | null,
  format: 'csv' | 'json',
) =>
  ofAll
    ? downloadList((await loadOfAll()).listProcessesOfAllCustomers, { query: { ...filter, ...ofAll } }, format)
    : downloadList(listProcesses, { params: { customerId }, query: filter }, format)
