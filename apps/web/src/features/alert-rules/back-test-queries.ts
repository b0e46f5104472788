import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type BackTestQuestion,
  backTestAlertRule,
  listCustomerRuleMetrics,
  listRuleExamples,
  listRuleMetrics,
} from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import { getMetricBuckets } from '@vakt/contract/metrics.ts'
import { call } from '#web/platform/api.ts'
import { filterQueryOf } from '#web/shared/entities/cover-queries.ts'
import type { RuleValues } from './rule-values.ts'

export const ruleMetricsQuery = (customerId: string, entityId: string) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'of-rules', entityId],
    queryFn: ({ signal }) => call(listRuleMetrics, { params: { customerId, entityId }, signal }),
    select: ({ metrics }) => metrics,
    // A metric that is new is matched to its resource some seconds after its first point.
    staleTime: 0,
    refetchInterval: 10_000,
  })

/** What any resource of the customer measures. */
export const customerMetricsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'of-rules-by-filter'],
    queryFn: ({ signal }) => call(listCustomerRuleMetrics, { params: { customerId }, signal }),
    select: ({ metrics }) => metrics,
    staleTime: 0,
    refetchInterval: 10_000,
  })

/** The first resource that has the metric, and that a filter covers and does not exclude: a rule by filter is tested on this one. */
export const exampleEntityQuery = (customerId: string, { metricName = '', excluded = [], ...filter }: Partial<RuleValues>) => {
  const { withHidden: _, ...covered } = filterQueryOf(filter)
  const query = { metric: metricName, ...covered }
  return queryOptions({
    queryKey: ['metrics', customerId, 'rule-example', query],
    queryFn: ({ signal }) => call(listRuleExamples, { params: { customerId }, query, signal }),
    select: ({ entities }) => entities.find(({ entityId }) => !excluded.some((one) => one.entityId === entityId)) ?? null,
    placeholderData: keepPreviousData,
  })
}

export const backTestQuery = (customerId: string, question: BackTestQuestion) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'back-test', question],
    queryFn: ({ signal }) => call(backTestAlertRule, { params: { customerId }, body: question, signal }),
    placeholderData: keepPreviousData,
    // A metric that is new is matched to its resource some seconds after its first point.
    refetchInterval: ({ state }) => (state.data?.total === 0 ? 10_000 : false),
  })

/** Every bucket of a month: steps of other lengths would show other values than those that are compared with the threshold. */
export const testedBucketsQuery = (customerId: string, seriesId: string, span: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'tested', seriesId, span],
    queryFn: ({ signal }) => call(getMetricBuckets, { params: { customerId, seriesId }, query: { ...span, stepMinutes: 5 }, signal }),
  })
