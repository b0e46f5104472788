import { Link } from '@tanstack/react-router'
import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'
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
export function ActionTitle({ action }: { action: RecordedAction }) {
  const wordOf = useActionWord()
  return (
    <>
      <Link
        to="/admin/actions"
        search={(search) => ({ ...search, open: action.actionId })}
        resetScroll={false}
        data-row-link
        data-action={action.actionId}
      >
        {wordOf(action.action)}
      </Link>
      <span className={styles.about}>{describeTarget(action)}</span>
    </>
  )
}
