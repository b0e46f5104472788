import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { getProcessRun, listProcessRuns, type ProcessRun } from '@vakt/contract/processes/process-runs.ts'
import type { ProcessRunOfCustomer } from '@vakt/contract/processes/processes-of-all.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'

export type RunFilterQuery = Omit<QueryOf<typeof listProcessRuns>, 'limit' | 'format'>

/** Of the list over all customers each run says whose it is. */
export type RunRow = ProcessRun & Partial<Pick<ProcessRunOfCustomer, 'customer'>>
type Page = { result: RunRow[]; continuation_token: string | null }

/** Of all customers: only the runs of these, without any of each of them. */
type RunsOfAll = { customer?: string[] }

/** What only staff ask is fetched when they ask it. */
const loadOfAll = () => import('@vakt/contract/processes/processes-of-all.ts')

/** A process, a resource or an incident is of one customer: over all of them nothing asks for the runs of one. */
const ofAnyone = ({ processId: _, entityId: __, incidentId: ___, ...filter }: RunFilterQuery) => filter

export const runListQuery = (customerId: string, filter: RunFilterQuery, ofAll: RunsOfAll | null) =>
  infiniteQueryOptions({
    queryKey: ['process-runs', ofAll ? allCustomers : customerId, 'list', { ...filter, ...ofAll }],
    queryFn: async ({ signal, pageParam: continuationToken }): Promise<Page> =>
      ofAll
        ? call((await loadOfAll()).listProcessRunsOfAllCustomers, {
            query: { limit: 100, ...ofAnyone(filter), ...ofAll },
            continuationToken,
            signal,
          })
        : call(listProcessRuns, { params: { customerId }, query: { limit: 100, ...filter }, continuationToken, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export const exportRuns = async (customerId: string, filter: RunFilterQuery, ofAll: RunsOfAll | null, format: 'csv' | 'json') =>
  ofAll
    ? downloadList((await loadOfAll()).listProcessRunsOfAllCustomers, { query: { ...ofAnyone(filter), ...ofAll } }, format)
    : downloadList(listProcessRuns, { params: { customerId }, query: filter }, format)

export const runQuery = (customerId: string, processRunId: string) =>
  queryOptions({
    queryKey: ['process-runs', customerId, 'one', processRunId],
    queryFn: ({ signal }) => call(getProcessRun, { params: { customerId, processRunId }, signal }),
  })
