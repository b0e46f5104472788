import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
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
  listAlertRules,
  restoreAlertRule,
} from '@vakt/contract/alert-rules/alert-rules.ts'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { call } from '#web/platform/api.ts'
import { useRemoval } from '#web/platform/removal.ts'

export type RuleFilterQuery = Omit<QueryOf<typeof listAlertRules>, 'limit' | 'format'>
export type RuleKey = { customerId: string; alertRuleId: string }

/** The state of each rule moves on with every period; the server says so when an alert changes, and not for every count. */
const refreshMs = 30_000

export const alertRuleListQuery = (customerId: string, filter: RuleFilterQuery) =>
  infiniteQueryOptions({
    queryKey: ['alert-rules', customerId, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listAlertRules, { params: { customerId }, query: { limit: 100, ...filter }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

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

function useRuleMutation<Input, Result>(customerId: string, run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: run, onSettled: () => queryClient.invalidateQueries({ queryKey: ['alert-rules', customerId] }) })
}

export const useCreateRule = (customerId: string) =>
  useRuleMutation(customerId, (body: NewAlertRule) => call(createAlertRule, { params: { customerId }, body }))

export const useChangeRule = (key: RuleKey) =>
  useRuleMutation(key.customerId, (body: NewAlertRule & { version: number }) => call(changeAlertRule, { params: key, body }))

export const useDecideThresholds = (key: RuleKey) =>
  useRuleMutation(key.customerId, (body: { take: boolean; version: number }) => call(decideStandardThresholds, { params: key, body }))

export const useSwitchRule = (customerId: string) =>
  useRuleMutation(customerId, ({ alertRuleId, enabled }: { alertRuleId: string; enabled: boolean }) =>
    call(enabled ? enableAlertRule : disableAlertRule, { params: { customerId, alertRuleId } }),
  )

export const useDeleteRule = (customerId: string) =>
  useRemoval(['alert-rules', customerId], (alertRuleId) => call(deleteAlertRule, { params: { customerId, alertRuleId } }))

export const useRestoreRule = (customerId: string) =>
  useRuleMutation(customerId, (alertRuleId: string) => call(restoreAlertRule, { params: { customerId, alertRuleId } }))
