import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'

export type RuleProblem = { property: string; message: string; key: string }

type Checked = Pick<
  NewAlertRule,
  | 'thresholdComparison'
  | 'threshold'
  | 'useCriticalThreshold'
  | 'criticalThreshold'
  | 'metricName'
  | 'dependsOnMetrics'
  | 'valid_from_dt'
  | 'valid_to_dt'
  | 'entityId'
  | 'filter'
>

/** What is wrong with a rule beyond its single fields; empty where nothing is. */
export function checkRule(rule: Checked): RuleProblem[] {
  return [...checkCritical(rule), ...checkValidity(rule), ...checkDependencies(rule), ...checkCover(rule)]
}

function checkCritical({ useCriticalThreshold, criticalThreshold, thresholdComparison, threshold }: Checked): RuleProblem[] {
  if (!useCriticalThreshold) return []
  const problem = (message: string, key: string) => [{ property: 'criticalThreshold', message, key }]
  if (criticalThreshold === null) return problem('Enter the critical threshold.', 'alert_rule.critical_threshold_empty')
  if (thresholdComparison.startsWith('>') && criticalThreshold <= threshold)
    return problem('The critical threshold must be above the threshold.', 'alert_rule.critical_threshold_above')
  if (thresholdComparison.startsWith('<') && criticalThreshold >= threshold)
    return problem('The critical threshold must be below the threshold.', 'alert_rule.critical_threshold_below')
  if (thresholdComparison === '=' && criticalThreshold === threshold)
    return problem('The critical threshold must differ from the threshold.', 'alert_rule.critical_threshold_same')
  return []
}

function checkValidity({ valid_from_dt: from, valid_to_dt: to }: Checked): RuleProblem[] {
  if (from === null || to === null || Date.parse(from) < Date.parse(to)) return []
  return [{ property: 'valid_to_dt', message: 'The end must be after the start.', key: 'alert_rule.to_date_before_from' }]
}

function checkDependencies({ metricName, dependsOnMetrics }: Checked): RuleProblem[] {
  if (!dependsOnMetrics.includes(metricName)) return []
  const message = 'A rule cannot depend on its own metric. Choose another metric.'
  return [{ property: 'dependsOnMetrics', message, key: 'alert_rule.depends_on_itself' }]
}

function checkCover({ entityId, filter }: Checked): RuleProblem[] {
  if ((entityId === null) !== (filter === null)) return []
  return [{ property: 'entityId', message: 'Choose one resource, or a filter.', key: 'alert_rule.cover_empty' }]
}
