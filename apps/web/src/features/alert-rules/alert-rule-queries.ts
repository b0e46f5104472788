import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import { listCoveredEntities } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import {
  type AlertRule,
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
import type { AlertRuleOfCustomer } from '@vakt/contract/alert-rules/alert-rules-of-all.ts'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { useRemoval } from '#web/platform/removal.ts'
import { keyInAll } from '#web/shared/customers/key-in-all.ts'

export type RuleFilterQuery = Omit<QueryOf<typeof listAlertRules>, 'limit' | 'format'>
export type RuleKey = { customerId: string; alertRuleId: string }

/** Of the list over all customers each rule says whose it is. */
export type RuleRow = AlertRule & Partial<Pick<AlertRuleOfCustomer, 'customer'>>
type Page = { result: RuleRow[]; continuation_token: string | null }

/** A rule as the address names it. */
export const keyOfRule = ({ customer, alertRuleId }: RuleRow): string =>
  customer ? keyInAll(customer.customerId, alertRuleId) : alertRuleId

/** Of all customers: only the rules of these, without any of each of them. */
export type RulesOfAll = { customer?: string[] }

/** What only staff ask is fetched when they ask it. */
const loadOfAll = () => import('@vakt/contract/alert-rules/alert-rules-of-all.ts')

/** The state of each rule moves on with every period; the server says so when an alert changes, and not for every count. */
const refreshMs = 30_000

export const alertRuleListQuery = (customerId: string, filter: RuleFilterQuery, ofAll: RulesOfAll | null = null) =>
  infiniteQueryOptions({
    queryKey: ['alert-rules', ofAll ? allCustomers : customerId, 'list', { ...filter, ...ofAll }],
    queryFn: async ({ signal, pageParam: continuationToken }): Promise<Page> =>
      ofAll
        ? call((await loadOfAll()).listAlertRulesOfAllCustomers, { query: { limit: 100, ...filter, ...ofAll }, continuationToken, signal })
        : call(listAlertRules, { params: { customerId }, query: { limit: 100, ...filter }, continuationToken, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export const exportRules = async (customerId: string, filter: RuleFilterQuery, ofAll: RulesOfAll | null, format: 'csv' | 'json') =>
  ofAll
    ? downloadList((await loadOfAll()).listAlertRulesOfAllCustomers, { query: { ...filter, ...ofAll } }, format)
    : downloadList(listAlertRules, { params: { customerId }, query: filter }, format)

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
