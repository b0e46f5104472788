import type { NewAlertRule } from '@vakt/contract/alert-rule-content.ts'
import type { Format } from '#web/platform/format.ts'
import { createUnitFormat } from '#web/ui/chart/format-unit.ts'
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

/** Values in the unit that the name of their metric ends with, as is usual: bytes as `20 GiB`, percent with their sign. */
function sayValuesOf(metricName: string, { locale }: Pick<Format, 'locale'>): (value: number) => string {
  const unit = /bytes$/i.test(metricName) ? 'bytes' : /percent$|^percentage/i.test(metricName) ? 'percent' : undefined
  return unit ? createUnitFormat(unit, locale).value : new Intl.NumberFormat(locale).format
}

/** A rule as plain sentences. `subject` is what it watches, empty where that is plain already. */
export function describeRule(rule: Said, subject: string, words: Words, format: Pick<Format, 'locale' | 'exact'>): string {
  const { aggregation, metricName, thresholdComparison: comparison, threshold, criticalThreshold } = rule
  const say = sayValuesOf(metricName, format)
  const condition = words.condition(comparison, say(threshold))
  const from = rule.valid_from_dt ? format.exact(rule.valid_from_dt) : ''
  const to = rule.valid_to_dt ? format.exact(rule.valid_to_dt) : ''
  return [
    words.fires(aggregation, metricName, subject, condition, rule.alertsBeforeAction),
    rule.useCriticalThreshold && criticalThreshold !== null ? words.critical(words.condition(comparison, say(criticalThreshold))) : '',
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
export function shortRule(rule: Said, words: Words, format: Pick<Format, 'locale'>): string {
  const condition = `${signs[rule.thresholdComparison]} ${sayValuesOf(rule.metricName, format)(rule.threshold)}`
  return words.short(rule.aggregation, rule.metricName, condition, rule.alertsBeforeAction * 5)
}

/** The same in two parts, of which the first may give way: `avg CPU` and `> 80 for 15 min`. */
export function shortRuleParts(rule: Said, words: Words, format: Pick<Format, 'locale'>): [measured: string, condition: string] {
  const measured = words.measured(rule.aggregation, rule.metricName)
  return [measured, shortRule(rule, words, format).slice(measured.length).trimStart()]
}
