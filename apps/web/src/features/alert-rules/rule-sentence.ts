import type { NewAlertRule } from '@vakt/contract/alert-rule-content.ts'
import type { Format } from '#web/platform/format.ts'
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
export function describeRule(rule: Said, subject: string, words: Words, format: Pick<Format, 'number' | 'exact'>): string {
  const { aggregation, metricName, thresholdComparison: comparison, threshold, criticalThreshold } = rule
  const condition = words.condition(comparison, format.number(threshold))
  const from = rule.valid_from_dt ? format.exact(rule.valid_from_dt) : ''
  const to = rule.valid_to_dt ? format.exact(rule.valid_to_dt) : ''
  return [
    words.fires(aggregation, metricName, subject, condition, rule.alertsBeforeAction),
    rule.useCriticalThreshold && criticalThreshold !== null
      ? words.critical(words.condition(comparison, format.number(criticalThreshold)))
      : '',
    words.closes(Math.ceil(rule.autoCloseDelayInSeconds / 60)),
    rule.dependsOnMetrics.length > 0 ? words.depends(words.and(rule.dependsOnMetrics)) : '',
    words.missing[rule.missingData],
    from || to ? words.valid(from, to) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

const signs = { '<': '<', '>': '>', '<=': '≤', '>=': '≥', '=': '=' } as const

/** As short as a list needs it: `avg CPU > 80 for 15 min`. */
export function shortRule(rule: Said, words: Words, format: Pick<Format, 'number'>): string {
  const condition = `${signs[rule.thresholdComparison]} ${format.number(rule.threshold)}`
  return words.short(rule.aggregation, rule.metricName, condition, rule.alertsBeforeAction * 5)
}
