import type { RowLink } from '#web/lists/use-list-screen.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { actionWords } from './action-words.texts.ts'
import { describeDetails } from './describe-details.ts'
import { describeTarget } from './describe-target.ts'
import type { LoggedAction } from './group-actions.ts'
import styles from './recorded-actions.module.css'
import { recordedActionTexts } from './recorded-actions.texts.ts'
import { summariseChanges } from './summarise-changes.ts'

/** Of an entry about many, how many are named beside the first. */
const maxTargets = 2

/** The word for an action that this catalogue does not know yet is better than none. */
export function useActionWord(): (action: string) => string {
  const words: Record<string, string | undefined> = useTexts(actionWords)
  return (action) => words[action] ?? action
}

/** What was done and to what, as the link to its details. */
export function ActionTitle({ action, link }: { action: LoggedAction; link: RowLink }) {
  const words = useTexts(recordedActionTexts)
  const statuses = useTexts(ticketStatusTexts)
  const wordOf = useActionWord()
  const values = { ...statuses, true: words.yes, false: words.no }
  const { others } = action
  const summary = summariseChanges(describeDetails(action.details), { names: words.names, values })
  return (
    <>
      {link(action.actionId, wordOf(action.action))}
      <span className={styles.about}>
        {[action, ...others.slice(0, maxTargets)].map(describeTarget).filter(Boolean).join(', ')}
        {others.length > 0 ? ` ${words.together(others.length + 1)}` : null}
      </span>
      {summary ? <span className={styles.about}>{summary}</span> : null}
    </>
  )
}
