import { useState } from 'react'
import { Button } from './button.tsx'
import styles from './remove-button.module.css'

type RemoveButtonProps = {
  words: { remove: string; removeAsk: string; keep: string }
  loading: boolean
  onRemove: () => void
  /** `default` where it stands by itself and is what should be done. */
  variant?: 'subtle' | 'default'
  /** As of the buttons beside it. */
  size?: 'sm' | 'compact-sm'
}

/** Asks in its own place before it removes. */
export function RemoveButton({ words, loading, onRemove, variant = 'subtle', size = 'sm' }: RemoveButtonProps) {
  const [asked, setAsked] = useState<'never' | 'now' | 'before'>('never')
  if (asked !== 'now')
    return (
      <Button
        variant={variant}
        size={size}
        {...(variant === 'subtle' ? { color: 'red' } : {})}
        autoFocus={asked === 'before'}
        onClick={() => setAsked('now')}
      >
        {words.remove}
      </Button>
    )
  return (
    <div className={styles.ask} role="alert">
      <span>{words.removeAsk}</span>
      <Button color="red" size={size} loading={loading} onClick={onRemove}>
        {words.remove}
      </Button>
      <Button variant="default" size={size} autoFocus onClick={() => setAsked('before')}>
        {words.keep}
      </Button>
    </div>
  )
}
