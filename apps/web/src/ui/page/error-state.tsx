import type { ReactNode } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './page-states.module.css'

function helpFor(error: unknown): 'helpOffline' | 'helpServer' | 'helpWithId' | 'helpRefused' {
  if (!(error instanceof ApiError) || error.status === 0) return 'helpOffline'
  if (error.status === 401 || error.status === 403) return 'helpRefused'
  return error.requestId ? 'helpWithId' : 'helpServer'
}

type ErrorStateProps = { title: string; error: unknown; isWholePage?: boolean; onRetry: () => void; children?: ReactNode }

/** What happened, what to do, a way to try again where that can help, other ways from here (`children`), and the request id for support. */
export function ErrorState({ title, error, isWholePage, onRetry, children }: ErrorStateProps) {
  const Heading = isWholePage ? 'h1' : 'h2'
  const words = useTexts(uiTexts)
  const help = helpFor(error)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={styles.state} role="alert">
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{words[help]}</p>
      <div className={styles.actions}>
        {help === 'helpRefused' ? null : (
          <Button variant="default" onClick={onRetry}>
            {words.retry}
          </Button>
        )}
        {children}
      </div>
      {requestId ? (
        <details className={styles.details}>
          <summary>{words.details}</summary>
          <p>
            {words.requestId}: <code>{requestId}</code>
          </p>
        </details>
      ) : null}
    </div>
  )
}

/** For a page that still shows what it had when a refresh fails. */
export function RefreshFailed({ onRetry }: { onRetry: () => void }) {
  const words = useTexts(uiTexts)
  return (
    <p className={styles.notice} role="status">
      {words.refreshFailed}{' '}
      <button type="button" className={styles.inlineButton} onClick={onRetry}>
        {words.retry}
      </button>
    </p>
  )
}
