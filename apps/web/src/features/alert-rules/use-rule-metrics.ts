import { useQuery } from '@tanstack/react-query'
import type { CustomerRuleMetric, RuleMetric } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import { useEffect, useRef } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { customerMetricsQuery, exampleEntityQuery, ruleMetricsQuery } from './back-test-queries.ts'
import type { Named, RuleValues } from './rule-values.ts'

/** What an example resource depends on. */
export type Cover = Pick<RuleValues, 'metricName' | 'filterType' | 'filterResourceGroup' | 'filterTag' | 'excluded'>

/**
 * The metrics that are offered, and the resource on which the rule is tested: those of the resource on which the form was opened, else those of all
 * resources of the customer, and the first that has the metric and is covered.
 */
export function useRuleMetrics(customerId: string, entity: Named | null, cover: Cover) {
  const ofEntity = useQuery({ ...ruleMetricsQuery(customerId, entity?.entityId ?? ''), enabled: entity !== null })
  const ofCustomer = useQuery({ ...customerMetricsQuery(customerId), enabled: entity === null })
  const found = useQuery({ ...exampleEntityQuery(customerId, cover), enabled: entity === null && cover.metricName !== '' })
  const metrics: readonly (RuleMetric | CustomerRuleMetric)[] | undefined = entity ? ofEntity.data : ofCustomer.data
  const failed = [ofEntity, ofCustomer, found].find(({ isError, data }) => isError && !data)
  return {
    metrics,
    typesOf: entity ? null : (ofCustomer.data ?? null),
    example: entity ?? (cover.metricName ? (found.data ?? null) : null),
    failed,
  }
}

const most = 5

/** Fills in the types of the resources that have the chosen metric, until the user chooses others. */
export function useCoverOfMetric(form: FormOf<RuleValues>, metrics: readonly CustomerRuleMetric[] | null, offered: readonly string[]) {
  const { values } = useFormState(form)
  const { metricName = '', filterType = [], filterResourceGroup = [], filterTag = [] } = values
  const begun = useRef(metricName)
  const filled = useRef<readonly string[]>([])
  const isUntouched =
    JSON.stringify(filterType) === JSON.stringify(filled.current) && filterResourceGroup.length === 0 && filterTag.length === 0
  useEffect(() => {
    const metric = metrics?.find((one) => one.metricName === metricName)
    if (!metric || metricName === begun.current) return
    begun.current = metricName
    if (!isUntouched) return
    const lower = new Set(metric.types.map((type) => type.toLowerCase()))
    const types = offered.filter((type) => lower.has(type.toLowerCase()))
    filled.current = types.length <= most ? types : []
    form.change('filterType', [...filled.current])
  }, [form, metrics, metricName, offered, isUntouched])
}
