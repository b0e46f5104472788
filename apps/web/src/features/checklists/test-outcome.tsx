import type { ChecklistItem, TestOutcome } from '@vakt/contract/customers/checklists.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './checklists.module.css'
import { checklistTexts } from './checklists.texts.ts'

type TestOutcomeLineProps = { item: ChecklistItem; outcome: TestOutcome | undefined; isBroken: boolean }

const hasOwnWord = (item: ChecklistItem): item is 'mail' | 'identity-provider' => item === 'mail' || item === 'identity-provider'

/** What the last test of a step found, with the answer of the other side as it came. */
export function TestOutcomeLine({ item, outcome, isBroken }: TestOutcomeLineProps) {
  const words = useTexts(checklistTexts)
  const ok = words.outcomes.ok[hasOwnWord(item) ? item : 'other']
  const text = outcome && (outcome.reason === 'ok' ? ok : words.outcomes[outcome.reason])
  const isFact = outcome?.reason === 'wrong_issuer' || outcome?.reason === 'no_endpoints'
  return (
    <div role="status" className={styles.outcome} data-passed={outcome?.passed}>
      {isBroken ? <p>{words.testFailed}</p> : null}
      {!isBroken && text ? <p>{text}</p> : null}
      {!isBroken && outcome?.detail ? <code>{isFact ? outcome.detail : words.answered(outcome.detail)}</code> : null}
    </div>
  )
}
