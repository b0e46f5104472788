import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { StandardRuleContent, StandardRuleState } from '@vakt/contract/alert-rules/rule-standards.ts'

/** What a standard decides of a rule: its content, on which resources, and that it is enabled. */
export type StandardPart = StandardRuleContent & Pick<NewAlertRule, 'enabled' | 'filter'>
type Field = keyof StandardPart

const thresholdFields: readonly Field[] = ['threshold', 'useCriticalThreshold', 'criticalThreshold']

/** The part of a rule that a standard decides; what else is there is left out. */
export function standardPartOf(rule: StandardPart): StandardPart {
  const { name, description, severity, aggregation, thresholdComparison, threshold, useCriticalThreshold, criticalThreshold } = rule
  const { alertsBeforeAction, metricName, autoCloseDelayInSeconds, missingData, runbookUrl, enabled, filter } = rule
  return {
    ...{ name, description, severity, aggregation, thresholdComparison, threshold, useCriticalThreshold, criticalThreshold },
    ...{ alertsBeforeAction, metricName, autoCloseDelayInSeconds, missingData, runbookUrl, enabled, filter },
  }
}

/** Objects by their keys in any order: the database keeps none. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [inA, inB] = [Object.entries(a), b as Record<string, unknown>]
  return inA.length === Object.keys(b).length && inA.every(([key, value]) => isSame(value, inB[key]))
}

export const differingFields = (a: StandardPart, b: StandardPart): Field[] =>
  (Object.keys(standardPartOf(a)) as Field[]).filter((name) => !isSame(a[name], b[name]))

const areThresholds = (fields: readonly Field[]) => fields.length > 0 && fields.every((name) => thresholdFields.includes(name))

/** Whether a change leaves everything as it was except the thresholds. */
export const changesThresholdsOnly = (before: StandardPart, after: StandardPart): boolean =>
  differingFields(before, after).every((name) => thresholdFields.includes(name))

export type ProvidedRule = {
  /** What the standard says now, what it said when it was applied last, and what the customer's rule says. */
  standard: StandardPart
  applied: StandardPart
  here: StandardPart
  allowsThresholdChanges: boolean
}

/** How a customer's rule differs from the standard, and in which fields. */
export function judgeProvidedRule({ standard, applied, here, allowsThresholdChanges }: ProvidedRule): {
  state: Exclude<StandardRuleState, 'missing'>
  fields: Field[]
} {
  const fields = differingFields(standard, here)
  const own = differingFields(applied, here)
  if (fields.length === 0) return { state: 'same', fields }
  if (own.length > 0 && !(allowsThresholdChanges && areThresholds(own))) return { state: 'changed', fields }
  return { state: own.length > 0 && areThresholds(fields) ? 'adjusted' : 'outdated', fields }
}

/** Whether the standard has other thresholds than when it was applied last, and `merged` keeps others than those: then the customer is asked. */
export const asksForThresholds = ({ standard, applied }: Pick<ProvidedRule, 'standard' | 'applied'>, merged: StandardPart): boolean =>
  [differingFields(standard, applied), differingFields(standard, merged)].every((fields) =>
    fields.some((name) => thresholdFields.includes(name)),
  )

/** What applying the standard makes of a rule: thresholds that the customer was allowed to set stay, while they are compared the same way. */
export function mergeStandard({ standard, applied, here, allowsThresholdChanges }: ProvidedRule): StandardPart {
  const own = differingFields(applied, here).filter((name) => thresholdFields.includes(name))
  if (!allowsThresholdChanges || own.length === 0 || standard.thresholdComparison !== here.thresholdComparison) return standard
  const { threshold, useCriticalThreshold, criticalThreshold } = here
  return { ...standard, threshold, useCriticalThreshold, criticalThreshold }
}
