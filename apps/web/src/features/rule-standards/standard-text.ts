import type { RuleStandard, StandardFollower } from '@vakt/contract/alert-rules/rule-standards.ts'
import type { Format } from '#web/platform/format.ts'
import type { RuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import type { ruleStandardTexts } from './rule-standards.texts.ts'

type Words = (typeof ruleStandardTexts)['en']

const signs = { '<': '<', '>': '>', '<=': '≤', '>=': '≥', '=': '=' } as const

/** A rule of a standard as short as a list needs it: `avg CPU load > 80% for 15 min`. */
export function describeStandardRule(rule: RuleStandard['rules'][number], words: Words, { nameOf, write }: RuleNumbers): string {
  const condition = `${signs[rule.thresholdComparison]} ${write(rule.threshold, rule.metricName)}`
  return words.rule(words.aggregations[rule.aggregation], nameOf(rule.metricName), condition, rule.alertsBeforeAction * 5)
}

/** The types and tags that a standard is for. */
export const describeFilter = ({ type, tag }: RuleStandard['filter'], words: Words, nameOfType: (type: string) => string): string =>
  [...type.map(nameOfType), ...tag].join(', ') || words.allResources

type Written = { words: Words; format: Pick<Format, 'number' | 'duration'>; write: (value: number) => string }

function writeValue(name: string, value: unknown, { words, format, write }: Written): string {
  if (name === 'filter') return words.otherFilter
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number' && name === 'autoCloseDelayInSeconds') return format.duration(Math.ceil(value / 60), 'exact')
  if (typeof value === 'number') return name === 'threshold' || name === 'criticalThreshold' ? write(value) : format.number(value)
  if (name === 'aggregation') return words.aggregations[value as keyof Words['aggregations']] ?? String(value)
  return typeof value === 'string' && value !== '' ? value : words.none
}

/** What differs from the standard: `Threshold: 80% → 95%`, the standard first. `write` writes values of the metric of the rule. */
export function describeDifference({ name, standard, here }: StandardFollower['rules'][number]['fields'][number], tools: Written): string {
  const { words } = tools
  const label = words.fields[name as keyof Words['fields']] ?? name
  if (name === 'filter') return label
  return words.change(label, writeValue(name, standard, tools), writeValue(name, here, tools))
}
