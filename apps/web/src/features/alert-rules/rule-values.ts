import type { MissingDataPolicy, NewAlertRule, RuleAggregation } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { ThresholdComparison } from '@vakt/contract/alert-rules/threshold-comparisons.ts'

export type Named = { entityId: string; name: string }

/** A rule as the form holds it: flat, with minutes for seconds, and choices for what the contract says by null. */
export type RuleValues = {
  name: string
  description: string
  severity: number | ''
  aggregation: RuleAggregation
  thresholdComparison: ThresholdComparison
  threshold: number | ''
  useCriticalThreshold: boolean
  criticalThreshold: number | ''
  alertsBeforeAction: number | ''
  metricName: string
  dependsOnMetrics: string[]
  autoCloseMinutes: number | null
  missingData: MissingDataPolicy
  validFrom: 'now' | 'date'
  valid_from_dt: string
  validTo: 'off' | 'date'
  valid_to_dt: string
  cover: 'entity' | 'filter'
  filterType: string[]
  filterResourceGroup: string[]
  filterTag: string[]
  /** Those that match the filter and are left out. */
  excluded: Named[]
  runbookUrl: string
}

export function valuesOf(rule: NewAlertRule & { excluded?: Named[] }): RuleValues {
  const { name, description, severity, aggregation, thresholdComparison, threshold, alertsBeforeAction, metricName, missingData } = rule
  return {
    ...{ name, description, severity, aggregation, thresholdComparison, threshold, alertsBeforeAction, metricName, missingData },
    useCriticalThreshold: rule.useCriticalThreshold,
    criticalThreshold: rule.criticalThreshold ?? '',
    dependsOnMetrics: rule.dependsOnMetrics,
    autoCloseMinutes: Math.ceil(rule.autoCloseDelayInSeconds / 60),
    validFrom: rule.valid_from_dt ? 'date' : 'now',
    valid_from_dt: rule.valid_from_dt ?? '',
    validTo: rule.valid_to_dt ? 'date' : 'off',
    valid_to_dt: rule.valid_to_dt ?? '',
    cover: rule.filter ? 'filter' : 'entity',
    filterType: rule.filter?.type ?? [],
    filterResourceGroup: rule.filter?.resourceGroup ?? [],
    filterTag: rule.filter?.tag ?? [],
    excluded: rule.excluded ?? [],
    runbookUrl: rule.runbookUrl ?? '',
  }
}

/** What the form does not show stays as it was. */
type Kept = { entityId: string | null; before: Pick<NewAlertRule, 'enabled' | 'autoCloseDelayInSeconds'> | null }

/** Null while something is missing without which the rule says nothing. What is hidden may be absent. */
export function ruleOf(values: Partial<RuleValues>, { entityId, before }: Kept): NewAlertRule | null {
  const { severity, threshold, alertsBeforeAction, metricName = '', aggregation, thresholdComparison, criticalThreshold } = values
  const isNumber = (value: unknown): value is number => typeof value === 'number'
  if (!isNumber(threshold) || !isNumber(alertsBeforeAction) || metricName === '' || !aggregation || !thresholdComparison) return null
  const isFilter = values.cover === 'filter'
  const minutes = values.autoCloseMinutes ?? 0
  const seconds = before?.autoCloseDelayInSeconds ?? 0
  return {
    name: values.name ?? '',
    description: values.description ?? '',
    severity: isNumber(severity) ? severity : 0,
    ...{ aggregation, thresholdComparison, threshold, alertsBeforeAction, metricName },
    useCriticalThreshold: values.useCriticalThreshold ?? false,
    criticalThreshold: values.useCriticalThreshold && isNumber(criticalThreshold) ? criticalThreshold : null,
    dependsOnMetrics: values.dependsOnMetrics ?? [],
    autoCloseDelayInSeconds: Math.ceil(seconds / 60) === minutes ? seconds : minutes * 60,
    missingData: values.missingData ?? 'ignored',
    valid_from_dt: values.validFrom === 'date' ? values.valid_from_dt || null : null,
    valid_to_dt: values.validTo === 'date' ? values.valid_to_dt || null : null,
    enabled: before?.enabled ?? true,
    runbookUrl: values.runbookUrl?.trim() || null,
    entityId: isFilter ? null : entityId,
    filter: isFilter
      ? { type: values.filterType ?? [], resourceGroup: values.filterResourceGroup ?? [], tag: values.filterTag ?? [] }
      : null,
    excludedEntityIds: isFilter ? (values.excluded ?? []).map((one) => one.entityId) : [],
  }
}
