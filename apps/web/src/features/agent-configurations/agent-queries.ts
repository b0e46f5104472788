import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/agents/agent-configurations.ts'
import { listEntityMetrics } from '@vakt/contract/metrics.ts'
import { call } from '#web/platform/api.ts'

type Of = { customerId: string; entityId: string }

export const configurationQuery = (params: Of) =>
  queryOptions({
    queryKey: ['agent-configurations', params.customerId, 'one', params.entityId],
    queryFn: ({ signal }) => call(contract.getAgentConfiguration, { params, signal }),
    // The heartbeat tells nobody that nothing changed.
    // While there is no agent it may come any moment.
    refetchInterval: ({ state }) => (state.data?.report && state.data.agent ? 60_000 : 5000),
  })

export const versionsQuery = (params: Of) =>
  queryOptions({
    queryKey: ['agent-configurations', params.customerId, 'versions', params.entityId],
    queryFn: ({ signal }) => call(contract.listAgentConfigurationVersions, { params, signal }),
  })

/** As the page of metrics asks for them, so that both are asked once. */
export const metricsOfMachineQuery = ({ customerId, entityId }: Of) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'of-entity', entityId],
    queryFn: ({ signal }) => call(listEntityMetrics, { params: { customerId, entityId }, signal }),
    refetchInterval: 60_000,
  })

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['agent-configurations'] })
}

export function useSaveConfiguration(params: Of) {
  return useMutation({
    mutationFn: (body: contract.SaveAgentConfiguration) => call(contract.saveAgentConfiguration, { params, body }),
    onSettled: useRefresh(),
  })
}

export function useRestoreConfiguration(params: Of) {
  return useMutation({
    mutationFn: (body: { restoredVersion: number; version: number }) => call(contract.restoreAgentConfiguration, { params, body }),
    onSettled: useRefresh(),
  })
}
