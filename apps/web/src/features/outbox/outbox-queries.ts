import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getOutboxMessage, getOutboxState, listOutbox, retryOutboxMessage } from '@vakt/contract/deliveries/deliveries.ts'
import { call } from '#web/platform/api.ts'
import type { OutboxRows } from './outbox-search.ts'

/** Mails come and go all the time, at every customer: what was read before is shown, and asked for again. */
const refreshMilliseconds = 10_000

export const outboxListQuery = (filter: OutboxRows) =>
  infiniteQueryOptions({
    queryKey: ['outbox', 'list', filter],
    queryFn: ({ signal, pageParam }) => call(listOutbox, { query: { limit: 100, ...filter }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refreshMilliseconds,
  })

export const outboxStateQuery = queryOptions({
  queryKey: ['outbox', 'state'],
  queryFn: ({ signal }) => call(getOutboxState, { signal }),
  staleTime: 0,
  refetchInterval: refreshMilliseconds,
})

export const outboxMessageQuery = (mailId: string) =>
  queryOptions({
    queryKey: ['outbox', 'mail', mailId],
    queryFn: ({ signal }) => call(getOutboxMessage, { params: { mailId }, signal }),
  })

export function useRetry(mailId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(retryOutboxMessage, { params: { mailId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['outbox'] }),
  })
}
