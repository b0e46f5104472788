import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeMonitoringSource,
  changeSourceChecks,
  createMonitoringSource,
  endReplacedToken,
  getMonitoringSource,
  listMonitoringSources,
  type MonitoringSource,
  type NewMonitoringSource,
  restoreMonitoringSource,
  revokeMonitoringSource,
  rotateIngestToken,
  type SignalFormat,
  type SourceChecks,
} from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { allowSourceTopic, getSourceSignal, listSourceSignals, sendTestSignal } from '@vakt/contract/monitoring-sources/source-signals.ts'
import { call } from '#web/platform/api.ts'

/** Signals come all the time, at every customer: what is shown is asked for again. */
const refreshMs = 10_000
/** While someone waits for the first signal. */
const refreshWaitingMs = 1_500

export type SourceFilter = { q?: string; customerId?: string; revoked?: boolean }

export const sourceListQuery = (filter: SourceFilter) =>
  infiniteQueryOptions({
    queryKey: ['monitoring-sources', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listMonitoringSources, { query: { limit: 100, ...filter }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refreshMs,
  })

export type SourceKey = { customerId: string; sourceId: string }
export const keyOfSource = ({ customer, sourceId }: MonitoringSource): SourceKey => ({ customerId: customer.customerId, sourceId })

/** One source, asked for again quickly until its first signal is there. */
export const waitingSourceQuery = (key: SourceKey) =>
  queryOptions({
    queryKey: ['monitoring-sources', 'one', key.sourceId],
    queryFn: ({ signal }) => call(getMonitoringSource, { params: key, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.tokens[0]?.lastSignalAt ? refreshMs : refreshWaitingMs),
  })

/** What a source sent last, asked for again quickly while one of them waits for the worker. */
export const sourceSignalsQuery = (key: SourceKey) =>
  queryOptions({
    queryKey: ['monitoring-sources', 'signals', key.sourceId],
    queryFn: ({ signal }) => call(listSourceSignals, { params: key, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.signals.some((one) => one.state === 'pending') ? refreshWaitingMs : refreshMs),
  })

export const sourceSignalQuery = (key: SourceKey, signalId: string) =>
  queryOptions({
    queryKey: ['monitoring-sources', 'signal', key.sourceId, signalId],
    queryFn: ({ signal }) => call(getSourceSignal, { params: { ...key, signalId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

function useSourceMutation<Input, Result>(run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['monitoring-sources'] }),
    // A secret is in some of the answers, and must not stay behind.
    gcTime: 0,
  })
}

export const useCreateSource = (customerId: string) =>
  useSourceMutation((body: NewMonitoringSource) => call(createMonitoringSource, { params: { customerId }, body }))

export const useChangeSource = (key: SourceKey) =>
  useSourceMutation((body: NewMonitoringSource & { version: number }) => call(changeMonitoringSource, { params: key, body }))

export const useChangeChecks = (key: SourceKey) =>
  useSourceMutation((body: SourceChecks & { version: number }) => call(changeSourceChecks, { params: key, body }))

export const useRotateToken = (key: SourceKey) =>
  useSourceMutation((body: { overlapHours: number; expiresAt: string | null }) => call(rotateIngestToken, { params: key, body }))

export const useEndReplacedToken = (key: SourceKey) => useSourceMutation(() => call(endReplacedToken, { params: key }))

export const useRevokeSource = (key: SourceKey) => useSourceMutation(() => call(revokeMonitoringSource, { params: key }))

export const useRestoreSource = (key: SourceKey) => useSourceMutation(() => call(restoreMonitoringSource, { params: key }))

export const useSendTest = (key: SourceKey) =>
  useSourceMutation((body: { format: SignalFormat; state: 'firing' | 'resolved'; sample?: string }) =>
    call(sendTestSignal, { params: key, body }),
  )

export const useAllowTopic = (key: SourceKey) =>
  useSourceMutation((topicArn: string) => call(allowSourceTopic, { params: key, body: { topicArn } }))
