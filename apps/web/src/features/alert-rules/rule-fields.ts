import { missingDataPolicies, NewAlertRule, ruleAggregations, ruleLimits } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { CustomerRuleMetric, RuleMetric } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import type { ThresholdComparison } from '@vakt/contract/alert-rules/threshold-comparisons.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition, FieldRule } from '#web/forms/field-definition.ts'
import { isBlank } from '#web/forms/field-value.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { RuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import { alertRuleMessageTexts } from './alert-rule-messages.texts.ts'
import { metricOptions } from './metric-options.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'
import type { RuleValues } from './rule-values.ts'

const contract = fieldsOf(NewAlertRule)
const comparisons: ThresholdComparison[] = ['>', '>=', '<', '<=', '=']

const thresholdFields: readonly string[] = ['threshold', 'useCriticalThreshold', 'criticalThreshold']

/** A value that must be there, with the message of its own. */
const needed = (key: string): { required: true; rules: readonly FieldRule[] } => ({
  required: true,
  rules: [{ passes: (value) => !isBlank(value), problem: { message: '', key } }],
})

export type RuleFieldsOptions = {
  /** Whether the form was opened on a resource: then a rule may be for it alone. */
  hasEntity: boolean
  types: readonly string[]
  resourceGroups: readonly string[]
  /** Those that exist; null until they are known. */
  metrics: readonly (RuleMetric | CustomerRuleMetric)[] | null
  /** The metric of the rule as it is saved, or that it begins with: it stays in the list until those that exist are known, and where another resource has it. */
  savedMetric: string | null
  numbers: RuleNumbers
  /** Everything else is decided by the provider. */
  thresholdsOnly: boolean
}

export function useRuleFields({
  hasEntity,
  types,
  resourceGroups,
  metrics,
  savedMetric,
  numbers,
  thresholdsOnly,
}: RuleFieldsOptions): FieldDefinition<RuleValues>[] {
  const words = useTexts(ruleFieldTexts)
  const messages = useTexts(alertRuleMessageTexts)
  return useMemo(() => {
    const { labels } = words
    const listOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
    const offered = metricOptions({ metrics, savedMetric }, numbers, words)
    const fields: FieldDefinition<RuleValues>[] = [
      {
        ...needed('alert_rule.metric_empty'),
        type: 'filterselect',
        name: 'metricName',
        label: labels.metricName,
        placeholder: words.choose,
        options: offered,
        validator: {
          condition: (value) => metrics === null || value === savedMetric || metrics.some(({ metricName }) => metricName === value),
          message: messages['alert_rule.metric_unknown'],
        },
      },
      {
        ...needed('alert_rule.aggregation_empty'),
        type: 'select',
        name: 'aggregation',
        label: labels.aggregation,
        options: ruleAggregations.map((value) => ({ value, label: words.aggregations[value] })),
      },
      {
        ...needed('alert_rule.threshold_comparison_empty'),
        type: 'select',
        name: 'thresholdComparison',
        label: labels.thresholdComparison,
        options: comparisons.map((value) => ({ value, label: words.comparisons[value] })),
      },
      { ...needed('alert_rule.threshold_empty'), type: 'number', name: 'threshold', label: labels.threshold, isDecimal: true },
      {
        ...needed('alert_rule.alerts_before_action_empty'),
        type: 'number',
        name: 'alertsBeforeAction',
        label: labels.alertsBeforeAction,
        help: words.violationsHelp,
        min: 1,
        max: ruleLimits.alertsBeforeAction,
        value: 3,
      },
      { type: 'switch', name: 'useCriticalThreshold', label: labels.useCriticalThreshold },
      {
        ...needed('alert_rule.critical_threshold_empty'),
        type: 'number',
        name: 'criticalThreshold',
        label: labels.criticalThreshold,
        isDecimal: true,
        render: ({ useCriticalThreshold }) => useCriticalThreshold,
      },
      { ...contract.name, type: 'text', name: 'name', label: labels.name, required: true },
      {
        ...contract.description,
        type: 'textarea',
        name: 'description',
        label: labels.description,
        help: words.descriptionHelp,
        required: true,
        rows: 3,
      },
      {
        ...needed('alert_rule.severity_empty'),
        type: 'select',
        name: 'severity',
        label: labels.severity,
        placeholder: words.choose,
        options: ([0, 1, 2, 3] as const).map((value) => ({ value, label: words.severities[value] })),
      },
      {
        type: 'duration',
        name: 'autoCloseMinutes',
        label: labels.autoCloseDelayInSeconds,
        help: words.autoCloseHelp,
        max: ruleLimits.autoCloseDelayInSeconds / 60,
        value: 15,
      },
      {
        type: 'select',
        name: 'missingData',
        label: labels.missingData,
        options: missingDataPolicies.map((value) => ({ value, label: words.missingData[value] })),
      },
      { type: 'filterselect', multiple: true, name: 'dependsOnMetrics', label: labels.dependsOnMetrics, options: offered },
      {
        type: 'radiogroup',
        name: 'validFrom',
        label: words.from,
        value: 'now',
        options: [
          { value: 'now', label: words.now },
          { value: 'date', label: words.onDate },
        ],
      },
      {
        ...needed('alert_rule.from_date_empty'),
        type: 'datetime',
        name: 'valid_from_dt',
        label: labels.valid_from_dt,
        render: ({ validFrom }) => validFrom === 'date',
      },
      {
        type: 'radiogroup',
        name: 'validTo',
        label: words.until,
        value: 'off',
        options: [
          { value: 'off', label: words.untilOff },
          { value: 'date', label: words.onDate },
        ],
      },
      {
        ...needed('alert_rule.to_date_empty'),
        type: 'datetime',
        name: 'valid_to_dt',
        label: labels.valid_to_dt,
        render: ({ validTo }) => validTo === 'date',
      },
      {
        type: 'radiogroup',
        name: 'cover',
        label: words.cover,
        value: hasEntity ? 'entity' : 'filter',
        options: [
          ...(hasEntity ? [{ value: 'entity' as const, label: words.thisResource }] : []),
          { value: 'filter', label: words.allThatMatch },
        ],
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'filterType',
        label: words.filterType,
        options: listOf(types),
        render: ({ cover }) => cover === 'filter',
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'filterResourceGroup',
        label: words.filterResourceGroup,
        options: listOf(resourceGroups),
        render: ({ cover }) => cover === 'filter',
      },
      {
        type: 'tags',
        name: 'filterTag',
        label: words.filterTag,
        help: words.filterTagHelp,
        render: ({ cover }) => cover === 'filter',
      },
      { ...contract.runbookUrl, value: '', type: 'text', name: 'runbookUrl', label: labels.runbookUrl, help: words.runbookHelp },
    ]
    return thresholdsOnly ? fields.map((field) => (thresholdFields.includes(field.name) ? field : { ...field, disabled: true })) : fields
  }, [words, messages, numbers, hasEntity, types, resourceGroups, metrics, savedMetric, thresholdsOnly])
}
