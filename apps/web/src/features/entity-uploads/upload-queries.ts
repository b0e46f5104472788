import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  checkUpload,
  type EntityUpload,
  getUpload,
  importUpload,
  listUploadedEntities,
  listUploadProblems,
  listUploads,
  type RowStatus,
  readUploadAgain,
  receiveUpload,
  removeUpload,
  type UploadReading,
} from '@vakt/contract/entities/entity-uploads.ts'
import type { BodyOf } from '@vakt/contract/operation.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { useRemoval } from '#web/platform/removal.ts'
import { uploadFile } from '#web/platform/upload.ts'

const keyOf = (customerId: string) => ['entity-uploads', customerId]
const isAtWork = ({ state }: EntityUpload) => state === 'waiting' || state === 'checking' || state === 'importing'

export const uploadListQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...keyOf(customerId), 'list'],
    queryFn: async ({ signal }) => (await call(listUploads, { params: { customerId }, query: { limit: 20 }, signal })).result,
    staleTime: 0,
  })

/** Asked for again every second as long as the server is at work on it. */
export const uploadQuery = (customerId: string, uploadId: string) =>
  queryOptions({
    queryKey: [...keyOf(customerId), 'one', uploadId],
    queryFn: ({ signal }) => call(getUpload, { params: { customerId, uploadId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? 1000 : false),
  })

const paging = { initialPageParam: null as string | null }
const nextOf = (page: { continuation_token: string | null }) => page.continuation_token

export const problemListQuery = (customerId: string, uploadId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(customerId), 'problems', uploadId],
    queryFn: ({ signal, pageParam }) =>
      call(listUploadProblems, { params: { customerId, uploadId }, query: { limit: 100 }, continuationToken: pageParam, signal }),
    ...paging,
    getNextPageParam: nextOf,
  })

export const uploadedEntityQuery = (customerId: string, uploadId: string, standing: RowStatus) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(customerId), 'entities', uploadId, standing],
    queryFn: ({ signal, pageParam }) =>
      call(listUploadedEntities, {
        params: { customerId, uploadId },
        query: { limit: 10, standing },
        continuationToken: pageParam,
        signal,
      }),
    ...paging,
    getNextPageParam: nextOf,
  })

export const downloadProblems = (customerId: string, uploadId: string, format: 'csv' | 'json') =>
  downloadList(listUploadProblems, { params: { customerId, uploadId } }, format)

/** What the server answers is what is shown from then on; what was found before is asked for again. */
function useUploadChange<Input>(customerId: string, run: (input: Input) => Promise<EntityUpload>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess(upload) {
      queryClient.removeQueries({ queryKey: [...keyOf(customerId), 'problems', upload.uploadId] })
      queryClient.removeQueries({ queryKey: [...keyOf(customerId), 'entities', upload.uploadId] })
      queryClient.setQueryData(uploadQuery(customerId, upload.uploadId).queryKey, upload)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: [...keyOf(customerId), 'one'] }),
  })
}

export const useReceive = (customerId: string, onProgress: (sent: number) => void) =>
  useUploadChange(customerId, (file: File) => uploadFile(receiveUpload, { params: { customerId, fileName: file.name }, file, onProgress }))

export const useReadAgain = (customerId: string, uploadId: string) =>
  useUploadChange(customerId, (body: UploadReading) => call(readUploadAgain, { params: { customerId, uploadId }, body }))

export const useCheck = (customerId: string, uploadId: string) =>
  useUploadChange(customerId, (body: BodyOf<typeof checkUpload>) => call(checkUpload, { params: { customerId, uploadId }, body }))

export const useImport = (customerId: string, uploadId: string) =>
  useUploadChange(customerId, (body: BodyOf<typeof importUpload>) => call(importUpload, { params: { customerId, uploadId }, body }))

export const useRemove = (customerId: string) =>
  useRemoval(keyOf(customerId), (uploadId) => call(removeUpload, { params: { customerId, uploadId } }))
