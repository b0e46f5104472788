import type { ReactNode } from 'react'
import { conversationTexts } from '#web/features/tickets/conversation/conversation.texts.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './stale-choice.module.css'

type StaleChoiceProps = { title: string; text: string; yours: ReactNode; theirs: ReactNode; by?: string | undefined; children: ReactNode }

/** Both versions side by side, and the ways to go on. */
export function StaleChoice({ title, text, yours, theirs, by, children }: StaleChoiceProps) {
  const words = useTexts(conversationTexts)
  return (
    <div className={styles.stale} role="alert">
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
      <dl className={styles.sides}>
        <div>
          <dt>{words.yours}</dt>
          <dd>{yours}</dd>
        </div>
        <div>
          <dt>{words.theirs}</dt>
          <dd>
            {theirs} {by ? <span className={styles.by}>{words.staleBy(by)}</span> : null}
          </dd>
        </div>
      </dl>
      <div className={styles.choices}>{children}</div>
    </div>
  )
}
