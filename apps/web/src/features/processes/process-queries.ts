import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeProcess,
  copyProcess,
  createProcess,
  deleteProcess,
  disableProcess,
  enableProcess,
  getProcess,
  listProcessChoices,
  listProcessVersions,
  type NewProcess,
  restoreProcess,
} from '@vakt/contract/processes/processes.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { useRemoval } from '#web/platform/removal.ts'

export type ProcessKey = { customerId: string; processModelId: string }

/** As the live event `process-model.changed` names them. */
export const feature = 'process-models'

export const processQuery = ({ customerId, processModelId }: ProcessKey) =>
  queryOptions({
    queryKey: [feature, customerId, 'one', processModelId],
    queryFn: ({ signal }) => call(getProcess, { params: { customerId, processModelId }, signal }),
  })

export const processVersionsQuery = ({ customerId, processModelId }: ProcessKey) =>
  infiniteQueryOptions({
    queryKey: [feature, customerId, 'versions', processModelId],
    queryFn: ({ signal, pageParam }) =>
      call(listProcessVersions, { params: { customerId, processModelId }, query: { limit: 20 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

export const processChoicesQuery = (customerId: string, entityId: string | null) =>
  queryOptions({
    queryKey: ['process-choices', customerId, entityId],
    queryFn: ({ signal }) => call(listProcessChoices, { params: { customerId }, query: entityId === null ? {} : { entityId }, signal }),
  })

function useProcessMutation<Input, Result>(customerId: string, run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  const onSettled = () =>
    Promise.all([customerId, allCustomers].map((whose) => queryClient.invalidateQueries({ queryKey: [feature, whose] })))
  return useMutation({ mutationFn: run, onSettled })
}

export const useCreateProcess = (customerId: string) =>
  useProcessMutation(customerId, (body: NewProcess) => call(createProcess, { params: { customerId }, body }))

export const useChangeProcess = (key: ProcessKey) =>
  useProcessMutation(key.customerId, (body: NewProcess & { version: number }) => call(changeProcess, { params: key, body }))

export const useCopyProcess = (customerId: string) =>
  useProcessMutation(customerId, ({ processModelId, name }: { processModelId: string; name: string }) =>
    call(copyProcess, { params: { customerId, processModelId }, body: { name } }),
  )

export const useSwitchProcess = (customerId: string) =>
  useProcessMutation(customerId, ({ processModelId, enabled }: { processModelId: string; enabled: boolean }) =>
    call(enabled ? enableProcess : disableProcess, { params: { customerId, processModelId } }),
  )

export const useDeleteProcess = (customerId: string) =>
  useRemoval([feature], (processModelId) => call(deleteProcess, { params: { customerId, processModelId } }))

export const useRestoreProcess = (customerId: string) =>
  useProcessMutation(customerId, (processModelId: string) => call(restoreProcess, { params: { customerId, processModelId } }))
