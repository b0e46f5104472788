import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { concludeRules } from './conclude-rules.ts'
import { ruleConclusionTexts } from './rule-conclusion.texts.ts'

/** What there is to say of all the rules of a list. */
export function RuleConclusion({ rules, isAll }: { rules: readonly AlertRule[]; isAll: boolean }) {
  return concludeRules(rules, isAll, useTexts(ruleConclusionTexts), useFormat())
}
