import type { MissingDataPolicy, RuleAggregation } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { NewRuleStandard, RuleStandard } from '@vakt/contract/alert-rules/rule-standards.ts'
import type { ThresholdComparison } from '@vakt/contract/alert-rules/threshold-comparisons.ts'

/** A rule of a standard as the form holds it: minutes for seconds, empty for null. */
export type StandardRuleValues = {
  standardRuleId?: string
  name: string
  description: string
  severity: number | ''
  metricName: string
  aggregation: RuleAggregation
  thresholdComparison: ThresholdComparison
  threshold: number | ''
  useCriticalThreshold: boolean
  criticalThreshold?: number | ''
  alertsBeforeAction: number | ''
  autoCloseMinutes: number | null
  missingData: MissingDataPolicy
  runbookUrl: string
}

export type StandardValues = {
  name: string
  description: string
  types: string[]
  tags: string[]
  groups: string[]
  allowsThresholdChanges: boolean
  rules: StandardRuleValues[]
}

export const valuesOfStandard = ({ name, description, filter, allowsThresholdChanges, groups, rules }: RuleStandard): StandardValues => ({
  ...{ name, description, allowsThresholdChanges, groups },
  types: filter.type,
  tags: filter.tag,
  rules: rules.map(({ autoCloseDelayInSeconds, criticalThreshold, runbookUrl, ...rule }) => ({
    ...rule,
    criticalThreshold: criticalThreshold ?? '',
    autoCloseMinutes: Math.ceil(autoCloseDelayInSeconds / 60),
    runbookUrl: runbookUrl ?? '',
  })),
})

const numberOf = (value: number | '' | undefined) => (typeof value === 'number' ? value : 0)

/** What a form that passes its checks says. */
export const standardOf = (values: StandardValues, before: RuleStandard | null): NewRuleStandard => ({
  name: values.name,
  description: values.description,
  filter: { type: values.types, resourceGroup: before?.filter.resourceGroup ?? [], tag: values.tags },
  allowsThresholdChanges: values.allowsThresholdChanges,
  groups: values.groups,
  rules: values.rules.map(({ standardRuleId, criticalThreshold, autoCloseMinutes, runbookUrl, ...rule }) => ({
    ...(standardRuleId ? { standardRuleId } : {}),
    ...rule,
    severity: numberOf(rule.severity),
    threshold: numberOf(rule.threshold),
    alertsBeforeAction: numberOf(rule.alertsBeforeAction),
    criticalThreshold: rule.useCriticalThreshold && typeof criticalThreshold === 'number' ? criticalThreshold : null,
    autoCloseDelayInSeconds: (autoCloseMinutes ?? 0) * 60,
    runbookUrl: runbookUrl.trim() || null,
  })),
})
