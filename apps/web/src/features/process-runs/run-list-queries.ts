import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { getProcessRun, listProcessRuns } from '@vakt/contract/processes/process-runs.ts'
import { call } from '#web/platform/api.ts'

export type RunFilterQuery = Omit<QueryOf<typeof listProcessRuns>, 'limit' | 'format'>

export const runListQuery = (customerId: string, filter: RunFilterQuery) =>
  infiniteQueryOptions({
    queryKey: ['process-runs', customerId, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listProcessRuns, { params: { customerId }, query: { limit: 100, ...filter }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export const runQuery = (customerId: string, processRunId: string) =>
  queryOptions({
    queryKey: ['process-runs', customerId, 'one', processRunId],
    queryFn: ({ signal }) => call(getProcessRun, { params: { customerId, processRunId }, signal }),
  })
