import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ChangedConnector,
  type ConnectorRunChange,
  changeConnector,
  createConnector,
  listConnectorRunChanges,
  listConnectorRuns,
  listConnectors,
  type NewConnector,
  removeConnector,
  runConnector,
  testConnector,
} from '@vakt/contract/connectors.ts'
import { call } from '#web/platform/api.ts'
import { useRemoval } from '#web/platform/removal.ts'

export const connectorListQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: ['connectors', customerId, 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(listConnectors, { params: { customerId }, query: { limit: 100 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

export const runListQuery = (customerId: string, connectorId: string) =>
  infiniteQueryOptions({
    queryKey: ['connectors', customerId, 'runs', connectorId],
    queryFn: ({ signal, pageParam }) =>
      call(listConnectorRuns, { params: { customerId, connectorId }, query: { limit: 20 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

export type ChangeKind = ConnectorRunChange['kind']

export const changeListQuery = (customerId: string, connectorId: string, runId: string, kind: ChangeKind) =>
  infiniteQueryOptions({
    queryKey: ['connectors', customerId, 'changes', connectorId, runId, kind],
    queryFn: ({ signal, pageParam }) =>
      call(listConnectorRunChanges, {
        params: { customerId, connectorId, runId },
        query: { limit: 50, kind },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

function useConnectorMutation<Input, Result>(customerId: string, run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: run, onSettled: () => queryClient.invalidateQueries({ queryKey: ['connectors', customerId] }) })
}

export const useCreateConnector = (customerId: string) =>
  useConnectorMutation(customerId, (body: NewConnector) => call(createConnector, { params: { customerId }, body }))

export const useChangeConnector = (customerId: string, connectorId: string) =>
  useConnectorMutation(customerId, (body: ChangedConnector) => call(changeConnector, { params: { customerId, connectorId }, body }))

export const useRemoveConnector = (customerId: string) =>
  useRemoval(['connectors', customerId], (connectorId) => call(removeConnector, { params: { customerId, connectorId } }))

export const useTestConnector = (customerId: string, connectorId: string) =>
  useMutation({ mutationFn: () => call(testConnector, { params: { customerId, connectorId } }) })

export const useRunConnector = (customerId: string, connectorId: string) =>
  useConnectorMutation(customerId, () => call(runConnector, { params: { customerId, connectorId } }))
