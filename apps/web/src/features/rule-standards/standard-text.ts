import type { RuleStandard, StandardFollower } from '@vakt/contract/rule-standards.ts'
import type { Format } from '#web/platform/format.ts'
import type { ruleStandardTexts } from './rule-standards.texts.ts'

type Words = (typeof ruleStandardTexts)['en']
type NumberFormat = Pick<Format, 'number'>

const signs = { '<': '<', '>': '>', '<=': '≤', '>=': '≥', '=': '=' } as const

/** A rule of a standard as short as a list needs it: `avg cpu > 80 for 15 min`. */
export function describeStandardRule(rule: RuleStandard['rules'][number], words: Words, format: NumberFormat): string {
  const condition = `${signs[rule.thresholdComparison]} ${format.number(rule.threshold)}`
  return words.rule(rule.aggregation, rule.metricName, condition, rule.alertsBeforeAction * 5)
}

/** The types and tags that a standard is for. */
export const describeFilter = ({ type, tag }: RuleStandard['filter'], words: Words): string =>
  [...type, ...tag].join(', ') || words.allResources

function writeValue(name: string, value: unknown, words: Words, format: NumberFormat): string {
  if (name === 'filter') return words.otherFilter
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return format.number(value)
  return typeof value === 'string' && value !== '' ? value : words.none
}

/** What differs from the standard: `Threshold: 80 → 95`, the standard first. */
export function describeDifference(
  { name, standard, here }: StandardFollower['rules'][number]['fields'][number],
  words: Words,
  format: NumberFormat,
): string {
  const label = words.fields[name as keyof Words['fields']] ?? name
  if (name === 'filter') return label
  return words.change(label, writeValue(name, standard, words, format), writeValue(name, here, words, format))
}
