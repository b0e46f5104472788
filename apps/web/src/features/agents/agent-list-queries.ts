import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/agents/agents.ts'
import { listCustomers } from '@vakt/contract/users/administration.ts'
import { call } from '#web/platform/api.ts'
import { momentOf, periodOf } from '#web/platform/list-search.ts'
import type { AgentRows, AllAgentRows } from './agent-list-search.ts'

/** Agents report each minute, which nothing announces. */
const refreshMs = 30_000

const paged = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { continuation_token: string | null }) => page.continuation_token,
  placeholderData: keepPreviousData,
  staleTime: 0,
  refetchInterval: refreshMs,
}

export const allAgentsQuery = (filter: AllAgentRows) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['agents', 'all', filter],
    queryFn: ({ signal, pageParam }) =>
      call(contract.listAllAgents, { query: { limit: 100, ...filter }, continuationToken: pageParam, signal }),
  })

export const agentCountsQuery = queryOptions({
  queryKey: ['agents', 'counts'],
  queryFn: ({ signal }) => call(contract.countAllAgents, { signal }),
  staleTime: 0,
  refetchInterval: refreshMs,
})

export const agentVersionsQuery = queryOptions({
  queryKey: ['agents', 'versions'],
  queryFn: ({ signal }) => call(contract.listAgentVersions, { signal }),
})

/** What the call takes: days become the moments at which they begin and end here. */
export function agentsQueryOf({ silentFrom, silentTo, at, ...rest }: AgentRows) {
  const { from, to } = periodOf({ from: silentFrom, to: silentTo })
  return { ...rest, ...(at ? { at: momentOf(at) } : {}), ...(from ? { silentFrom: from } : {}), ...(to ? { silentTo: to } : {}) }
}

export const agentsQuery = (customerId: string, filter: AgentRows) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['agents', customerId, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      call(contract.listAgents, {
        params: { customerId },
        query: { limit: 100, ...agentsQueryOf(filter) },
        continuationToken: pageParam,
        signal,
      }),
  })

export const enrolmentTokensQuery = (customerId: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['agents', customerId, 'tokens'],
    queryFn: ({ signal, pageParam }) =>
      call(contract.listEnrolmentTokens, { params: { customerId }, query: { limit: 100 }, continuationToken: pageParam, signal }),
  })

export const customerNamesQuery = queryOptions({
  queryKey: ['customers', 'names'],
  queryFn: ({ signal }) => call(listCustomers, { query: { limit: 500 }, signal }),
})

function useAgentMutation<Input, Result>(run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['agents'] }),
    // A secret is in some of the answers, and must not stay behind.
    gcTime: 0,
  })
}

export const useRevokeAgent = (customerId: string, agentId: string) =>
  useAgentMutation(() => call(contract.revokeAgent, { params: { customerId, agentId } }))

export const useCreateEnrolmentToken = (customerId: string) =>
  useAgentMutation((body: contract.NewEnrolmentToken) => call(contract.createEnrolmentToken, { params: { customerId }, body }))

export const useRevokeEnrolmentToken = (customerId: string, enrolmentTokenId: string) =>
  useAgentMutation(() => call(contract.revokeEnrolmentToken, { params: { customerId, enrolmentTokenId } }))
