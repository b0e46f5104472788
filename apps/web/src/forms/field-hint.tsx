import { Info } from 'lucide-react'
import { useState } from 'react'
import styles from './field-hint.module.css'

type FieldHintProps = { id: string; label: string; text: string }

/** More about a field, for who points at its sign, taps it or reaches it by Tab; Escape puts it away. */
export function FieldHint({ id, label, text }: FieldHintProps) {
  const [isShown, setShown] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer may move on to the text, which is to stay then
    <span className={styles.hint} onMouseEnter={() => setShown(true)} onMouseLeave={() => setShown(false)}>
      <button
        type="button"
        className={styles.sign}
        aria-label={label}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onClick={() => setShown(true)}
        onKeyDown={(event) => event.key === 'Escape' && setShown(false)}
      >
        <Info size={14} aria-hidden="true" />
      </button>
      <span id={id} role="tooltip" className={styles.text} hidden={!isShown}>
        {text}
      </span>
    </span>
  )
}
