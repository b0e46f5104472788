import { type ReactNode, useEffect, useRef } from 'react'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { Button } from './button.tsx'
import { CopyBlock } from './copy-block.tsx'
import styles from './secret-once.module.css'

type SecretOnceProps = {
  words: { copyNow: string; copyNowText: string; token: string; done: string }
  secret: string
  onDone: () => void
  /** What to do with the secret. */
  children: ReactNode
}

/** The only time that a secret is shown, as the content of a panel. Takes the focus. */
export function SecretOnce({ words, secret, onDone, children }: SecretOnceProps) {
  const title = useRef<HTMLDivElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <PanelContent>
      <div ref={title} tabIndex={-1} className={styles.title}>
        <PanelTitle>{words.copyNow}</PanelTitle>
        <p>{words.copyNowText}</p>
      </div>
      <CopyBlock label={words.token} text={secret} wraps />
      {children}
      <div>
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </PanelContent>
  )
}
