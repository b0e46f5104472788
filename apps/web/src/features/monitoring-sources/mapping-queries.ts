import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  getSourceMapping,
  previewSourceMapping,
  retrySourceSignals,
  type SignalMapping,
  saveSourceMapping,
} from '@vakt/contract/monitoring-sources/source-mapping.ts'
import { call } from '#web/platform/api.ts'
import type { SourceKey } from './source-queries.ts'

export const mappingQuery = (key: SourceKey) =>
  queryOptions({
    queryKey: ['monitoring-sources', 'mapping', key.sourceId],
    queryFn: ({ signal }) => call(getSourceMapping, { params: key, signal }),
    staleTime: 0,
  })

/** What the mapping makes of the sample; the last answer stays until the next one is there. */
export const previewQuery = (key: SourceKey, body: { mapping: SignalMapping; sample: string }) =>
  queryOptions({
    queryKey: ['mapping-preview', key.sourceId, body],
    queryFn: ({ signal }) => call(previewSourceMapping, { params: key, body, signal }),
    placeholderData: keepPreviousData,
    enabled: body.sample.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export function useSaveMapping(key: SourceKey) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { mapping: SignalMapping; version: number }) => call(saveSourceMapping, { params: key, body }),
    onSuccess: (saved) => queryClient.setQueryData(mappingQuery(key).queryKey, saved),
  })
}

export function useRetrySignals(key: SourceKey) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(retrySourceSignals, { params: key }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['monitoring-sources', 'signals'] }),
  })
}
