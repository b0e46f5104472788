import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/agents/agent-templates.ts'
import { call } from '#web/platform/api.ts'
import { useRemoval } from '#web/platform/removal.ts'

/** How far a roll-out has come changes while it is looked at. */
const refreshMs = 10_000
const firstPage = { initialPageParam: null as string | null, staleTime: 0, refetchInterval: refreshMs }
const nextPage = (page: { continuation_token: string | null }) => page.continuation_token

export const templatesQuery = (customerId: string) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ['agent-templates', customerId, 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(contract.listAgentTemplates, { params: { customerId }, query: { limit: 100 }, continuationToken: pageParam, signal }),
    getNextPageParam: nextPage,
  })

export const templateQuery = (customerId: string, templateId: string) =>
  queryOptions({
    queryKey: ['agent-templates', customerId, 'one', templateId],
    queryFn: ({ signal }) => call(contract.getAgentTemplate, { params: { customerId, templateId }, signal }),
    staleTime: 0,
  })

/** Asked again for each filter; what was found stays in sight meanwhile. */
export const templateFindingsQuery = (customerId: string, filter: contract.NewAgentTemplate['filter']) =>
  queryOptions({
    queryKey: ['agent-templates', customerId, 'findings', filter],
    queryFn: ({ signal }) => call(contract.findForAgentTemplate, { params: { customerId }, query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const templateMachinesQuery = (customerId: string, templateId: string) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ['agent-templates', customerId, 'machines', templateId],
    queryFn: ({ signal, pageParam }) =>
      call(contract.listAgentTemplateMachines, {
        params: { customerId, templateId },
        query: { limit: 50 },
        continuationToken: pageParam,
        signal,
      }),
    getNextPageParam: nextPage,
  })

function useTemplateMutation<Input, Result>(run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: run, onSettled: () => queryClient.invalidateQueries({ queryKey: ['agent-templates'] }) })
}

export const useSaveTemplate = (customerId: string, before: contract.AgentTemplate | null) =>
  useTemplateMutation((body: contract.NewAgentTemplate) =>
    before
      ? call(contract.changeAgentTemplate, {
          params: { customerId, templateId: before.templateId },
          body: { ...body, revision: before.revision },
        })
      : call(contract.createAgentTemplate, { params: { customerId }, body }),
  )

export const useSteerTemplate = (customerId: string, templateId: string) =>
  useTemplateMutation((body: { action: 'pause' | 'continue' | 'roll_back'; revision: number }) =>
    call(contract.steerAgentTemplate, { params: { customerId, templateId }, body }),
  )

export const useDeleteTemplate = (customerId: string) =>
  useRemoval(['agent-templates'], (templateId) => call(contract.deleteAgentTemplate, { params: { customerId, templateId } }))
