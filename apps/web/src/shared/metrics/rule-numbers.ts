import { queryOptions, useQuery } from '@tanstack/react-query'
import { listCustomerRuleMetrics } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { useMemo } from 'react'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useMetricWords } from '#web/shared/incidents/incident-words.ts'

/** How the metric of a rule is called, and its thresholds are written. */
export type RuleNumbers = {
  /** What people call the metric; its own name until the words are there. */
  nameOf(metric: string): string
  /** With its unit: as the sender of the metric says, else as its name does. */
  write(value: number, metric: string): string
}

/** One function for all: with another one in each rendering, each rendering would have another map. */
const unitsOf = ({ metrics }: ResultOf<typeof listCustomerRuleMetrics>) =>
  new Map(metrics.map(({ metricName, unit }) => [metricName, unit]))

const unitsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'units'],
    queryFn: ({ signal }) => call(listCustomerRuleMetrics, { params: { customerId }, signal }),
    select: unitsOf,
    staleTime: 10 * 60_000,
  })

type Known = readonly { metricName: string; unit: string | null }[]

/** Of the metrics of one customer, or of those that are known already; null: of no customer in particular, so that only names say units. */
export function useRuleNumbers(customerId: string | null, known?: Known): RuleNumbers {
  const { number } = useFormat()
  const { nameOf, writeValue } = useMetricWords()
  const units = useQuery({ ...unitsQuery(customerId ?? ''), enabled: customerId !== null && !known }).data
  return useMemo(() => {
    const unitOf = (metric: string) => known?.find(({ metricName }) => metricName === metric)?.unit ?? units?.get(metric) ?? null
    return { nameOf, write: (value, metric) => writeValue(value, metric, unitOf(metric)) ?? number(value) }
  }, [known, units, number, nameOf, writeValue])
}
