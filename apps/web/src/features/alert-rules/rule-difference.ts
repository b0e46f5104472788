import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { Format } from '#web/platform/format.ts'
import type { RuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import type { alertRuleTexts } from './alert-rules.texts.ts'
import type { ruleEditingTexts } from './rule-editing.texts.ts'
import type { ruleFieldTexts } from './rule-form.texts.ts'
import { type RuleValues, valuesOf } from './rule-values.ts'

type Name = keyof RuleValues
type Words = (typeof ruleFieldTexts)['en']
type EditingWords = (typeof ruleEditingTexts)['en']

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields that someone else changed while the form was open. */
export function findDifferences(before: RuleValues, theirs: RuleValues): Name[] {
  return (Object.keys(theirs) as Name[]).filter((name) => !isSame(before[name], theirs[name]))
}

/** Their values for the fields that the form left as they were; `mine` for the others. */
export function mergeValues(base: AlertRule, latest: AlertRule, mine: Partial<RuleValues>): RuleValues {
  const before = valuesOf(base)
  const changed = Object.entries(mine).filter(([name, value]) => !isSame(before[name as Name], value))
  return { ...valuesOf(latest), ...Object.fromEntries(changed) }
}

const isOfMetrics: ReadonlySet<Name> = new Set<Name>(['metricName', 'dependsOnMetrics'])
const thresholds: ReadonlySet<Name> = new Set<Name>(['threshold', 'criticalThreshold'])

type Texts = { words: Words; editing: EditingWords; compared: (typeof alertRuleTexts)['en']['compared'] }

/** A value of the form as its field shows it; a threshold with the unit of its metric and how it is compared, such as `above 90%`. */
export function writeValue(
  name: Name,
  of: Partial<RuleValues>,
  { words, editing, compared }: Texts,
  format: Pick<Format, 'number' | 'exact' | 'duration'> & RuleNumbers,
): string {
  const value = of[name]
  const write = (text: string) => (isOfMetrics.has(name) ? format.nameOf(text) : text)
  if (Array.isArray(value))
    return value.length === 0 ? editing.empty : value.map((one) => (typeof one === 'string' ? write(one) : one.name)).join(', ')
  if (typeof value === 'boolean') return value ? editing.yes : editing.no
  if (value === '' || value === null || value === undefined) return editing.empty
  const choices: Partial<Record<Name, Record<string, string>>> = {
    severity: words.severities,
    aggregation: words.aggregations,
    thresholdComparison: words.comparisons,
    missingData: words.missingData,
    validFrom: { now: words.now, date: words.onDate },
    validTo: { off: words.untilOff, date: words.onDate },
    cover: { entity: words.thisResource, filter: words.allThatMatch },
  }
  const chosen = choices[name]?.[String(value)]
  if (chosen !== undefined) return chosen
  if (name === 'autoCloseMinutes') return format.duration(Number(value), 'exact')
  if (name === 'valid_from_dt' || name === 'valid_to_dt') return format.exact(String(value))
  if (typeof value === 'number' && thresholds.has(name) && of.metricName && of.thresholdComparison)
    return compared(of.thresholdComparison, format.write(value, of.metricName))
  return typeof value === 'number' ? format.number(value) : write(String(value))
}

/** The label of a field of the form. */
export function labelOf(name: Name, words: Words): string {
  const { labels } = words
  const own: Partial<Record<Name, string>> = {
    autoCloseMinutes: labels.autoCloseDelayInSeconds,
    validFrom: words.from,
    validTo: words.until,
    cover: words.cover,
    filterType: words.filterType,
    filterResourceGroup: words.filterResourceGroup,
    filterTag: words.filterTag,
    excluded: labels.excludedEntityIds,
  }
  return own[name] ?? (labels as Partial<Record<Name, string>>)[name] ?? name
}
