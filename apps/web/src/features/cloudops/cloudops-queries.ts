import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/cloudops.ts'
import { call } from '#web/platform/api.ts'

type Of = { customerId: string; entityId: string }

export const serviceQuery = (params: Of) =>
  queryOptions({
    queryKey: ['cloudops', params.customerId, 'service', params.entityId],
    queryFn: ({ signal }) => call(contract.getCloudOps, { params, signal }),
  })

export const versionsQuery = (params: Of) =>
  queryOptions({
    queryKey: ['cloudops', params.customerId, 'versions', params.entityId],
    queryFn: ({ signal }) => call(contract.listCloudOpsVersions, { params, signal }),
  })

export const monthsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['cloudops', customerId, 'months'],
    queryFn: ({ signal }) => call(contract.listCloudOpsMonths, { params: { customerId }, signal }),
  })

/** Of one month, which is not paged. */
export const costsQuery = ({ customerId, month, group }: { customerId: string; month: string; group: readonly string[] }) =>
  queryOptions({
    queryKey: ['cloudops', customerId, 'costs', month, group],
    queryFn: ({ signal }) =>
      call(contract.listCloudOpsCosts, {
        params: { customerId, month },
        query: group.length > 0 ? { group: [...group] } : {},
        signal,
      }),
    select: ({ result }) => result,
  })

export const pricesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['cloudops', customerId, 'prices'],
    queryFn: ({ signal }) => call(contract.getCloudOpsPrices, { params: { customerId }, signal }),
  })

/** Everything that is shown of the service, and of the resource itself, is asked again. */
function useRefresh() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['cloudops'] }),
      queryClient.invalidateQueries({ queryKey: ['entities'], refetchType: 'none' }),
    ])
  }
}

export function useSaveService(params: Of) {
  return useMutation({
    mutationFn: (body: contract.SaveCloudOps) => call(contract.saveCloudOps, { params, body }),
    onSettled: useRefresh(),
  })
}

export type Switch = 'enable' | 'disable' | 'remove'

const switches = { enable: contract.enableCloudOps, disable: contract.disableCloudOps, remove: contract.removeCloudOps }

export function useSwitchService(params: Of) {
  return useMutation({
    mutationFn: ({ to, version }: { to: Switch; version: number }) => call(switches[to], { params, body: { version } }),
    onSettled: useRefresh(),
  })
}

export function useSavePrices(customerId: string) {
  return useMutation({
    mutationFn: (body: contract.CloudOpsPrices) => call(contract.saveCloudOpsPrices, { params: { customerId }, body }),
    onSettled: useRefresh(),
  })
}
