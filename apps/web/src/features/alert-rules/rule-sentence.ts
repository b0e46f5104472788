import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { Format } from '#web/platform/format.ts'
import type { RuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import type { alertRuleTexts } from './alert-rules.texts.ts'

type Words = (typeof alertRuleTexts)['en']
type Said = Pick<
  NewAlertRule,
  | 'aggregation'
  | 'metricName'
  | 'thresholdComparison'
  | 'threshold'
  | 'useCriticalThreshold'
  | 'criticalThreshold'
  | 'alertsBeforeAction'
  | 'autoCloseDelayInSeconds'
  | 'dependsOnMetrics'
  | 'missingData'
  | 'valid_from_dt'
  | 'valid_to_dt'
>

type Subject = { entity: { name: string } | null; excluded: readonly { name: string }[] }

/** What a rule watches, in words: its resource, or all that match except some; empty where that is plain already. */
export function subjectOf({ entity, excluded }: Subject, words: Words): string {
  if (entity) return entity.name
  if (excluded.length === 0) return ''
  const named = excluded.slice(0, maxNamed).map(({ name }) => name)
  return words.allExcept(named, excluded.length - named.length)
}
const maxNamed = 3

/** A rule as plain sentences. `subject` is what it watches, empty where that is plain already. */
export function describeRule(
  rule: Said,
  subject: string,
  words: Words,
  { exact, ...numbers }: Pick<Format, 'exact'> & RuleNumbers,
): string {
  const { aggregation, metricName, thresholdComparison: comparison, threshold, criticalThreshold } = rule
  const say = (value: number) => numbers.write(value, metricName)
  const condition = words.condition(comparison, say(threshold))
  const from = rule.valid_from_dt ? exact(rule.valid_from_dt) : ''
  const to = rule.valid_to_dt ? exact(rule.valid_to_dt) : ''
  return [
    words.fires(aggregation, numbers.nameOf(metricName), subject, condition, rule.alertsBeforeAction),
    rule.useCriticalThreshold && criticalThreshold !== null ? words.critical(words.condition(comparison, say(criticalThreshold))) : '',
    words.closes(Math.ceil(rule.autoCloseDelayInSeconds / 60)),
    rule.dependsOnMetrics.length > 0 ? words.depends(words.and(rule.dependsOnMetrics.map(numbers.nameOf))) : '',
    words.missing[rule.missingData],
    from || to ? words.valid(from, to) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

const signs = { '<': '<', '>': '>', '<=': '≤', '>=': '≥', '=': '=' } as const

/** As short as a list needs it: `avg CPU load > 80% for 15 min`. */
export function shortRule(rule: Said, words: Words, { nameOf, write }: RuleNumbers): string {
  const condition = `${signs[rule.thresholdComparison]} ${write(rule.threshold, rule.metricName)}`
  return words.short(rule.aggregation, nameOf(rule.metricName), condition, rule.alertsBeforeAction * 5)
}

/** The same in two parts, of which the first may give way: `avg CPU load` and `> 80% for 15 min`. */
export function shortRuleParts(rule: Said, words: Words, numbers: RuleNumbers): [measured: string, condition: string] {
  const measured = words.measured(rule.aggregation, numbers.nameOf(rule.metricName))
  return [measured, shortRule(rule, words, numbers).slice(measured.length).trimStart()]
}
