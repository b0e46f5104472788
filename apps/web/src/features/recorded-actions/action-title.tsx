import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'
import type { RowLink } from '#web/lists/use-list-screen.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { actionWords } from './action-words.texts.ts'
import { describeTarget } from './describe-target.ts'
import styles from './recorded-actions.module.css'

/** The word for an action that this catalogue does not know yet is better than none. */
export function useActionWord(): (action: string) => string {
  const words: Record<string, string | undefined> = useTexts(actionWords)
  return (action) => words[action] ?? action
}

/** What was done and to what, as the link to its details. */
export function ActionTitle({ action, link }: { action: RecordedAction; link: RowLink }) {
  const wordOf = useActionWord()
  return (
    <>
      {link(action.actionId, wordOf(action.action))}
      <span className={styles.about}>{describeTarget(action)}</span>
    </>
  )
}
