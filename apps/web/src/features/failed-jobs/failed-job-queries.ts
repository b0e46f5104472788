import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FailedJob, listFailedJobs, removeFailedJob, retryFailedJob } from '@vakt/contract/failed-jobs.ts'
import { call } from '#web/platform/api.ts'

const refreshMilliseconds = 10_000

export const failedJobsQuery = infiniteQueryOptions({
  queryKey: ['failed-jobs'],
  queryFn: ({ signal, pageParam }) => call(listFailedJobs, { query: { limit: 100 }, continuationToken: pageParam, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.continuation_token,
  staleTime: 0,
  refetchInterval: refreshMilliseconds,
})

export function useFailedJob({ customerId, jobId }: Pick<FailedJob, 'customerId' | 'jobId'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (what: 'retry' | 'remove') => call(what === 'retry' ? retryFailedJob : removeFailedJob, { params: { customerId, jobId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: failedJobsQuery.queryKey }),
  })
}
