import type { RuleStandard } from '@vakt/contract/alert-rules/rule-standards.ts'
import type { ruleStandardTexts } from './rule-standards.texts.ts'

type Application = NonNullable<RuleStandard['application']>
type Failed = Pick<Application['failed'][number], 'reason' | 'reasonKey'>
type Words = Pick<(typeof ruleStandardTexts)['en'], 'reasons' | 'appliedAt' | 'stoppedAt' | 'waits' | 'failedAt' | 'failedAtFor'>

/** Why a customer cannot take the rules, by the key of the server's text. */
const reasons = { 'alert_rule.too_many': 'tooMany', 'alert_rule.entity_unknown': 'unknownEntity', 'rule_standard.fault': 'fault' } as const

export const reasonOf = ({ reason, reasonKey }: Failed, words: Pick<Words, 'reasons'>): string =>
  reasonKey !== null && reasonKey in reasons ? words.reasons[reasons[reasonKey as keyof typeof reasons]] : reason

/** How many customers it is still to be applied to, or stopped at. */
export const waitingOf = ({ wanted, applied, failed }: Pick<Application, 'wanted' | 'applied'> & { failed: readonly unknown[] }): number =>
  wanted - applied - failed.length

/** `Applied at 3 of 5 customers, 1 waits, 1 failed: reason`; null once it is done everywhere. */
export function describeApplication(application: RuleStandard['application'], words: Words): string | null {
  if (!application || application.applied === application.wanted) return null
  const { applied, wanted, failed, isStopping } = application
  const waiting = waitingOf(application)
  const why = new Set(failed.map((one) => reasonOf(one, words)))
  const [reason] = why
  return [
    (isStopping ? words.stoppedAt : words.appliedAt)(applied, wanted),
    ...(waiting > 0 ? [words.waits(waiting)] : []),
    ...(failed.length === 0 ? [] : [reason && why.size === 1 ? words.failedAtFor(failed.length, reason) : words.failedAt(failed.length)]),
  ].join(', ')
}
