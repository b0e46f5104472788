import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { Format } from '#web/platform/format.ts'
import type { ruleConclusionTexts } from './rule-conclusion.texts.ts'

type Words = (typeof ruleConclusionTexts)['en']
type Concluded = Pick<AlertRule, 'enabled' | 'fault' | 'states'>

/** Of all rules of the list: `4 rules for the resources of this customer, 1 firing, 1 not evaluated since 14:05`. */
export function concludeRules(rules: readonly Concluded[], isAll: boolean, words: Words, { exact }: Pick<Format, 'exact'>): string {
  const enabled = rules.filter((rule) => rule.enabled)
  const left = enabled.flatMap(({ fault }) => (fault?.series === 0 ? [fault.since] : [])).toSorted()
  const firing = enabled.filter(({ fault, states }) => fault?.series !== 0 && states.firing + states.critical > 0).length
  const [since] = left
  return [
    (isAll ? words.ofAll : words.ofCustomer)(rules.length),
    ...(firing > 0 ? [words.firing(firing)] : []),
    ...(since ? [words.notEvaluated(left.length, exact(since))] : []),
  ].join(', ')
}
