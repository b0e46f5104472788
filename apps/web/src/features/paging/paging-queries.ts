import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listOnCallPeople, listOnCallSchedules } from '@vakt/contract/on-call/on-call.ts'
import * as contract from '@vakt/contract/on-call/paging.ts'
import { call } from '#web/platform/api.ts'

const key = 'paging'

export const policiesQuery = queryOptions({
  queryKey: [key, 'policies'],
  queryFn: ({ signal }) => call(contract.listEscalationPolicies, { signal }),
})

export const settingsQuery = queryOptions({
  queryKey: [key, 'settings'],
  queryFn: ({ signal }) => call(contract.listPagingSettings, { signal }),
})

/** Live: asked for again when an incident changes, as it does with each page. */
export const pagesQuery = queryOptions({
  queryKey: [key, 'pages'],
  queryFn: ({ signal }) => call(contract.listPages, { signal }),
})

export type Targets = { value: string; label: string }[]

/** Whom a step can page: `schedule:ID` or `user:ID`. */
export const targetsQuery = queryOptions({
  queryKey: [key, 'targets'],
  async queryFn({ signal }): Promise<Targets> {
    const [schedules, people] = await Promise.all([call(listOnCallSchedules, { signal }), call(listOnCallPeople, { signal })])
    return [
      ...schedules.map(({ scheduleId, name }) => ({ value: `schedule:${scheduleId}`, label: name })),
      ...people.map(({ userId, name }) => ({ value: `user:${userId}`, label: name })),
    ]
  },
})

function usePagingMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: [key] }) })
}

/** A new one has no id yet. */
export const useSavePolicy = (known: { policyId: string; version: number } | null) =>
  usePagingMutation(async (body: contract.NewEscalationPolicy): Promise<void> => {
    if (known)
      await call(contract.saveEscalationPolicy, { params: { policyId: known.policyId }, body: { ...body, version: known.version } })
    else await call(contract.createEscalationPolicy, { body })
  })

export const useRemovePolicy = () =>
  usePagingMutation((policyId: string) => call(contract.removeEscalationPolicy, { params: { policyId } }))

export const useRestorePolicy = () =>
  usePagingMutation((policyId: string) => call(contract.restoreEscalationPolicy, { params: { policyId } }))

export const useSaveSetting = () =>
  usePagingMutation(({ customerId, customerName: _, ...body }: contract.PagingSetting) =>
    call(contract.savePagingSetting, { params: { customerId }, body }),
  )
