import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { apiTokenTexts } from './api-token.texts.ts'
import type { MadeToken } from './api-token-form.tsx'
import styles from './made-token.module.css'

/** The only time that the secret of a token is to be seen. */
export function MadeTokenView({ token, onDone }: { token: MadeToken; onDone: () => void }) {
  const words = useTexts(apiTokenTexts)
  const clipboard = useClipboard({ timeout: 3000 })
  const titleId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <section className={styles.made} aria-labelledby={titleId}>
      <h2 id={titleId}>{words.made(token.name)}</h2>
      <p>{words.madeText}</p>
      <div className={styles.secret}>
        <input
          ref={field}
          className={styles.field}
          readOnly
          spellCheck={false}
          autoComplete="off"
          aria-label={words.secret}
          value={token.secret}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={clipboard.copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          onClick={() => clipboard.copy(token.secret)}
        >
          {clipboard.copied ? words.copied : words.copy}
        </Button>
        <VisuallyHidden role="status">{clipboard.copied ? words.copied : ''}</VisuallyHidden>
      </div>
      <div className={styles.actions}>
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </section>
  )
}
