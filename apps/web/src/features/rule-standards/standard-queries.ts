import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  applyRuleStandard,
  changeRuleStandard,
  createRuleStandard,
  deleteRuleStandard,
  excludeFromRuleStandard,
  getRuleStandard,
  getStandardCover,
  listRuleStandards,
  listStandardFollowers,
  type NewRuleStandard,
  type RuleStandard,
  standardLimits,
  stopRuleStandard,
} from '@vakt/contract/alert-rules/rule-standards.ts'
import { listEntities } from '@vakt/contract/entities/entity-list.ts'
import { listCustomers } from '@vakt/contract/users/administration.ts'
import { call } from '#web/platform/api.ts'
import { useRemoval } from '#web/platform/removal.ts'
import { waitingOf } from './standard-application.ts'

/** What customers change is seen after this time. */
const refreshMs = 30_000

const applyingMs = 2_000

/** Whether there are customers that the standard is still to be applied to. */
const isApplying = (application: RuleStandard['application']): boolean => application !== null && waitingOf(application) > 0

export const standardListQuery = (q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['rule-standards', 'list', q],
    queryFn: ({ signal, pageParam }) =>
      call(listRuleStandards, { query: { limit: 100, ...(q ? { q } : {}) }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export const standardQuery = (standardId: string) =>
  queryOptions({
    queryKey: ['rule-standards', 'one', standardId],
    queryFn: ({ signal }) => call(getRuleStandard, { params: { standardId }, signal }),
    // Each customer that is done is announced; this is for what a screen has missed.
    refetchInterval: ({ state }) => (isApplying(state.data?.application ?? null) ? applyingMs : false),
  })

type CoverAsked = { types?: string[]; tags?: string[]; groups?: string[]; standardId?: string | undefined }

/** What a standard for these types and tags, and groups of customers, would cover now, and what there is to choose from. */
export function standardCoverQuery({ types = [], tags = [], groups = [], standardId }: CoverAsked) {
  const tag = tags.filter((one) => one.indexOf('=') > 0)
  const query = {
    ...(types.length > 0 ? { type: types } : {}),
    ...(tag.length > 0 ? { tag } : {}),
    ...(groups.length > 0 ? { group: groups } : {}),
    ...(standardId ? { standardId } : {}),
  }
  return queryOptions({
    queryKey: ['rule-standards', 'cover', query],
    queryFn: ({ signal }) => call(getStandardCover, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const followersQuery = (standardId: string) =>
  infiniteQueryOptions({
    queryKey: ['rule-standards', 'followers', standardId],
    queryFn: ({ signal, pageParam }) =>
      call(listStandardFollowers, { params: { standardId }, query: { limit: 50 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    refetchInterval: refreshMs,
  })

/** The ids of all customers where something differs. */
async function findDrifting(standardId: string): Promise<string[]> {
  const ids: string[] = []
  let continuationToken: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readDrifting>> = await readDrifting(standardId, continuationToken)
    ids.push(...page.result.map(({ customerId }) => customerId))
    continuationToken = page.continuation_token
  } while (continuationToken)
  return ids
}
const readDrifting = (standardId: string, continuationToken: string | null) =>
  call(listStandardFollowers, { params: { standardId }, query: { limit: 100, drifting: true }, continuationToken })

export const customerChoiceQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'of-standard', q],
    queryFn: ({ signal, pageParam }) =>
      call(listCustomers, { query: { limit: 50, ...(q ? { q } : {}) }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

/** The resources of a customer that a standard is for. */
export function coveredEntitiesQuery(customerId: string, { type, tag }: RuleStandard['filter'], search: string) {
  const query = {
    ...{ limit: 50, withHidden: true },
    ...(type.length > 0 ? { type } : {}),
    ...(tag.length > 0 ? { tag } : {}),
    ...(search ? { search } : {}),
  }
  return infiniteQueryOptions({
    queryKey: ['entities', customerId, 'of-standard', query],
    queryFn: ({ signal, pageParam }) => call(listEntities, { params: { customerId }, query, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })
}

function useStandardMutation<Input, Result>(run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['rule-standards'] }),
        queryClient.invalidateQueries({ queryKey: ['recorded-actions'] }),
      ]),
  })
}

/** As many customers at a time as one call takes. */
async function inBatches(customerIds: readonly string[], run: (customerIds: string[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < customerIds.length; from += standardLimits.customersPerCall)
    await run(customerIds.slice(from, from + standardLimits.customersPerCall))
}

export const useApplyStandard = (standardId: string) =>
  useStandardMutation((customerIds: readonly string[]) =>
    inBatches(customerIds, (part) => call(applyRuleStandard, { params: { standardId }, body: { customerIds: part } })),
  )

export const useApplyToDrifting = (standardId: string) =>
  useStandardMutation(async (_: undefined) =>
    inBatches(await findDrifting(standardId), (part) => call(applyRuleStandard, { params: { standardId }, body: { customerIds: part } })),
  )

export const useStopStandard = (standardId: string) =>
  useStandardMutation((customerId: string) => call(stopRuleStandard, { params: { standardId }, body: { customerIds: [customerId] } }))

export const useExclude = (standardId: string) =>
  useStandardMutation((body: { customerId: string; excludedEntityIds: string[] }) =>
    call(excludeFromRuleStandard, { params: { standardId }, body }),
  )

export const useDeleteStandard = () =>
  useRemoval(['rule-standards'], (standardId) => call(deleteRuleStandard, { params: { standardId } }), [['recorded-actions']])

/** Creates one, or changes the one that the user saw. */
export const useSaveStandard = (before: RuleStandard | null) =>
  useStandardMutation((body: NewRuleStandard) =>
    before
      ? call(changeRuleStandard, { params: { standardId: before.standardId }, body: { ...body, version: before.version } })
      : call(createRuleStandard, { body }),
  )
