import { infiniteQueryOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import { listCoveredEntities } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import {
  changeAlertRule,
  createAlertRule,
  decideStandardThresholds,
  deleteAlertRule,
  disableAlertRule,
  enableAlertRule,
  getAlertRule,
  listAlertRuleHistory,
  restoreAlertRule,
} from '@vakt/contract/alert-rules/alert-rules.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { useRemoval } from '#web/platform/removal.ts'

export type RuleKey = { customerId: string; alertRuleId: string }

/** The state of each rule moves on with every period; the server says so when an alert changes, and not for every count. */
export const refreshMs = 30_000

export const alertRuleQuery = ({ customerId, alertRuleId }: RuleKey) =>
  queryOptions({
    queryKey: ['alert-rules', customerId, 'one', alertRuleId],
    queryFn: ({ signal }) => call(getAlertRule, { params: { customerId, alertRuleId }, signal }),
    refetchInterval: ({ state }) => (state.data?.enabled && state.data.activeSince === null ? 1_500 : refreshMs),
  })

export const ruleHistoryQuery = ({ customerId, alertRuleId }: RuleKey) =>
  infiniteQueryOptions({
    queryKey: ['alert-rules', customerId, 'history', alertRuleId],
    queryFn: ({ signal, pageParam }) =>
      call(listAlertRuleHistory, { params: { customerId, alertRuleId }, query: { limit: 20 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

export const coveredQuery = ({ customerId, alertRuleId }: RuleKey) =>
  infiniteQueryOptions({
    queryKey: ['alert-rules', customerId, 'covered', alertRuleId],
    queryFn: ({ signal, pageParam }) =>
      call(listCoveredEntities, { params: { customerId, alertRuleId }, query: { limit: 50 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    refetchInterval: refreshMs,
  })

const refreshRules = (queryClient: QueryClient, customerId: string): Promise<unknown> =>
  Promise.all([customerId, allCustomers].map((whose) => queryClient.invalidateQueries({ queryKey: ['alert-rules', whose] })))

function useRuleMutation<Input, Result>(customerId: string, run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: run, onSettled: () => refreshRules(queryClient, customerId) })
}

export const useCreateRule = (customerId: string) =>
  useRuleMutation(customerId, (body: NewAlertRule) => call(createAlertRule, { params: { customerId }, body }))

export const useChangeRule = (key: RuleKey) =>
  useRuleMutation(key.customerId, (body: NewAlertRule & { version: number }) => call(changeAlertRule, { params: key, body }))

export const useDecideThresholds = (key: RuleKey) =>
  useRuleMutation(key.customerId, (body: { take: boolean; version: number }) => call(decideStandardThresholds, { params: key, body }))

export function useSwitchRule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ enabled, ...params }: RuleKey & { enabled: boolean }) => call(enabled ? enableAlertRule : disableAlertRule, { params }),
    onSettled: (_, __, { customerId }) => refreshRules(queryClient, customerId),
  })
}

/** `ownerOf`: whose the rule of this id is. */
export const useDeleteRule = (ownerOf: (alertRuleId: string) => string) =>
  useRemoval(['alert-rules'], (alertRuleId) => call(deleteAlertRule, { params: { customerId: ownerOf(alertRuleId), alertRuleId } }))

export function useRestoreRule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (params: RuleKey) => call(restoreAlertRule, { params }),
    onSettled: (_, __, { customerId }) => refreshRules(queryClient, customerId),
  })
}
