import type { CustomerRuleMetric, RuleMetric } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import type { OptionItem } from '#web/forms/field-definition.ts'
import type { RuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import type { ruleFieldTexts } from './rule-form.texts.ts'

type Words = Pick<(typeof ruleFieldTexts)['en'], 'metricOn' | 'metricNow'>
type Offered = {
  /** Those that exist; null until they are known. */
  metrics: readonly (RuleMetric | CustomerRuleMetric)[] | null
  /** Stays in the list until those that exist are known, and where another resource has it. */
  savedMetric: string | null
}

/** The metrics that a rule can watch: first as people call them, then as their sender does. Where two are called the same, both names stand. */
export function metricOptions({ metrics, savedMetric }: Offered, { nameOf, write }: RuleNumbers, words: Words): OptionItem[] {
  const describe = (metric: RuleMetric | CustomerRuleMetric) => {
    if ('entities' in metric) return words.metricOn(metric.entities)
    return metric.latest === null ? '' : words.metricNow(write(metric.latest, metric.metricName))
  }
  const offered = (metrics ?? []).map((metric) => ({ value: metric.metricName, more: describe(metric) }))
  const isOffered = savedMetric === null || offered.some(({ value }) => value === savedMetric)
  const all = isOffered ? offered : [...offered, { value: savedMetric, more: '' }]
  const called = Map.groupBy(all, ({ value }) => nameOf(value))
  return all.map(({ value, more }) => {
    const name = nameOf(value)
    const isAmbiguous = (called.get(name)?.length ?? 0) > 1
    const description = [name === value || isAmbiguous ? '' : value, more].filter(Boolean).join(' · ')
    return { value, label: isAmbiguous ? `${name} (${value})` : name, ...(description ? { description } : {}) }
  })
}
