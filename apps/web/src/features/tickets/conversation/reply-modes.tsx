import { Lock, MessageSquare } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { conversationTexts } from './conversation.texts.ts'
import styles from './ticket-reply.module.css'

/** Whether staff write to the customer, or among themselves. */
export function ReplyModes({ isPrivate, onChoose }: { isPrivate: boolean; onChoose: (isPrivate: boolean) => void }) {
  const words = useTexts(conversationTexts)
  const name = useId()
  return (
    <fieldset className={styles.modes}>
      <legend className={styles.legend}>{words.writeAs}</legend>
      <label className={styles.mode} data-chosen={!isPrivate || undefined}>
        <input type="radio" name={name} checked={!isPrivate} onChange={() => onChoose(false)} />
        <MessageSquare size={14} aria-hidden="true" /> {words.publicTab}{' '}
        <span className={styles.key} aria-hidden="true">
          R
        </span>
      </label>
      <label className={styles.mode} data-private data-chosen={isPrivate || undefined}>
        <input type="radio" name={name} checked={isPrivate} onChange={() => onChoose(true)} />
        <Lock size={14} aria-hidden="true" /> {words.privateTab}{' '}
        <span className={styles.key} aria-hidden="true">
          N
        </span>
      </label>
    </fieldset>
  )
}
