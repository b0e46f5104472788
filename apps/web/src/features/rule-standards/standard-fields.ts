import { missingDataPolicies, ruleAggregations, ruleLimits } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import { NewRuleStandard, StandardRuleContent, standardLimits } from '@vakt/contract/alert-rules/rule-standards.ts'
import type { ThresholdComparison } from '@vakt/contract/alert-rules/threshold-comparisons.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition, FieldRule, OptionItem } from '#web/forms/field-definition.ts'
import { isBlank } from '#web/forms/field-value.ts'
import { useTexts } from '#web/platform/texts.ts'
import { standardFormTexts } from './standard-form.texts.ts'
import type { StandardRuleValues, StandardValues } from './standard-values.ts'

const contract = fieldsOf(NewRuleStandard)
const ruleContract = fieldsOf(StandardRuleContent)
const comparisons: ThresholdComparison[] = ['>', '>=', '<', '<=', '=']

/** A value that must be there, with the message of its own. */
const needed = (key: string): { required: true; rules: readonly FieldRule[] } => ({
  required: true,
  rules: [{ passes: (value) => !isBlank(value), problem: { message: '', key } }],
})

export type StandardChoices = {
  /** As people call them; those of the standard as it is saved stay among them. */
  types: readonly OptionItem[]
  metrics: readonly OptionItem[]
  groups: readonly OptionItem[]
}

export function useStandardFields({ types, metrics, groups }: StandardChoices): FieldDefinition<StandardValues>[] {
  const words = useTexts(standardFormTexts)
  return useMemo(() => {
    const rules: FieldDefinition<StandardRuleValues, StandardValues>[] = [
      { ...ruleContract.name, type: 'text', name: 'name', label: words.ruleName, required: true },
      {
        ...ruleContract.metricName,
        type: 'text',
        name: 'metricName',
        label: words.metric,
        help: words.metricHelp,
        suggestions: metrics,
        required: true,
      },
      {
        type: 'select',
        name: 'aggregation',
        label: words.aggregation,
        options: ruleAggregations.map((value) => ({ value, label: words.aggregations[value] })),
      },
      {
        type: 'select',
        name: 'thresholdComparison',
        label: words.comparison,
        options: comparisons.map((value) => ({ value, label: words.comparisons[value] })),
      },
      { ...needed('alert_rule.threshold_empty'), type: 'number', name: 'threshold', label: words.threshold, isDecimal: true },
      {
        ...needed('alert_rule.alerts_before_action_empty'),
        type: 'number',
        name: 'alertsBeforeAction',
        label: words.violations,
        min: 1,
        max: ruleLimits.alertsBeforeAction,
        value: 3,
      },
      {
        ...needed('alert_rule.severity_empty'),
        type: 'select',
        name: 'severity',
        label: words.severity,
        placeholder: words.choose,
        options: ([0, 1, 2, 3] as const).map((value) => ({ value, label: words.severities[value] })),
      },
      { type: 'switch', name: 'useCriticalThreshold', label: words.useCritical },
      {
        ...needed('alert_rule.critical_threshold_empty'),
        type: 'number',
        name: 'criticalThreshold',
        label: words.critical,
        isDecimal: true,
        render: ({ useCriticalThreshold }) => useCriticalThreshold,
      },
      {
        type: 'duration',
        name: 'autoCloseMinutes',
        label: words.closeAfter,
        max: ruleLimits.autoCloseDelayInSeconds / 60,
        value: 15,
      },
      {
        type: 'select',
        name: 'missingData',
        label: words.missingData,
        options: missingDataPolicies.map((value) => ({ value, label: words.missing[value] })),
      },
      { ...ruleContract.description, type: 'textarea', name: 'description', label: words.ruleDescription, required: true, rows: 2 },
      { ...ruleContract.runbookUrl, value: '', type: 'text', name: 'runbookUrl', label: words.runbook },
    ]
    return [
      { ...contract.name, type: 'text', name: 'name', label: words.name, required: true },
      { ...contract.description, type: 'textarea', name: 'description', label: words.description, help: words.descriptionHelp, rows: 2 },
      { type: 'filterselect', multiple: true, name: 'types', label: words.types, help: words.typesHelp, options: types },
      { type: 'tags', name: 'tags', label: words.tags, help: words.tagsHelp },
      {
        ...contract.groups,
        type: 'filterselect',
        multiple: true,
        name: 'groups',
        label: words.groups,
        help: groups.length === 0 ? words.noGroups : words.groupsHelp,
        options: groups,
      },
      { type: 'switch', name: 'allowsThresholdChanges', label: words.allows, help: words.allowsHelp },
      {
        type: 'rows',
        name: 'rules',
        label: words.rules,
        rowLabel: words.rule,
        titleOf: ({ name }, index) => name?.trim() || `${words.rule} ${index + 1}`,
        min: 1,
        max: standardLimits.rules,
        isOrdered: true,
        fields: rules,
      },
    ]
  }, [words, types, metrics, groups])
}
