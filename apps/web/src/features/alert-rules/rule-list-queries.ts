import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AlertRule, countAlertRules, listAlertRules } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { AlertRuleOfCustomer } from '@vakt/contract/alert-rules/alert-rules-of-all.ts'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { keyInAll } from '#web/shared/customers/key-in-all.ts'
import { refreshMs } from './alert-rule-queries.ts'

export type RuleFilterQuery = Omit<QueryOf<typeof listAlertRules>, 'limit' | 'format'>

/** Of the list over all customers each rule says whose it is. */
export type RuleRow = AlertRule & Partial<Pick<AlertRuleOfCustomer, 'customer'>>
type Page = { result: RuleRow[]; continuation_token: string | null }

/** A rule as the address names it. */
export const keyOfRule = ({ customer, alertRuleId }: RuleRow): string =>
  customer ? keyInAll(customer.customerId, alertRuleId) : alertRuleId

/** Of all customers: only the rules of these, without any of each of them. */
type RulesOfAll = { customer?: string[] }

/** What only staff ask is fetched when they ask it. */
const loadOfAll = () => import('@vakt/contract/alert-rules/alert-rules-of-all.ts')

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

/** How many there are without the filters that can be cleared; asked where these may hide some. */
export function ruleCountQuery(customerId: string, filter: RuleFilterQuery, { isAll = false, isFiltered = true }) {
  const active = filter.active === undefined ? {} : { active: filter.active }
  const query = { ...active, ...(filter.entityId ? { entityId: filter.entityId } : {}) }
  return queryOptions({
    queryKey: ['alert-rules', isAll ? allCustomers : customerId, 'count', query],
    queryFn: async ({ signal }) =>
      isAll
        ? call((await loadOfAll()).countAlertRulesOfAllCustomers, { query: active, signal })
        : call(countAlertRules, { params: { customerId }, query, signal }),
    enabled: isFiltered,
  })
}

export const exportRules = async (customerId: string, filter: RuleFilterQuery, ofAll: RulesOfAll | null, format: 'csv' | 'json') =>
  ofAll
    ? downloadList((await loadOfAll()).listAlertRulesOfAllCustomers, { query: { ...filter, ...ofAll } }, format)
    : downloadList(listAlertRules, { params: { customerId }, query: filter }, format)
