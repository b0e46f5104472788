import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listMetricUsage, type MetricLimit, setMetricLimit } from '@vakt/contract/metrics.ts'
import { call } from '#web/platform/api.ts'

const refreshMs = 60_000

export const metricUsageQuery = infiniteQueryOptions({
  queryKey: ['metric-usage'],
  queryFn: ({ signal, pageParam }) => call(listMetricUsage, { query: { limit: 100 }, continuationToken: pageParam, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.continuation_token,
  refetchInterval: refreshMs,
})

export function useSetMetricLimit(customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: MetricLimit) => call(setMetricLimit, { params: { customerId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: metricUsageQuery.queryKey }),
  })
}
