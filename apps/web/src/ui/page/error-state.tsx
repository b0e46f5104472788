import { type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { isNoAnswer } from '#web/platform/request.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './page-states.module.css'

function helpFor(error: unknown): 'helpOffline' | 'helpNoAnswer' | 'helpServer' | 'helpWithId' | 'helpRefused' {
  if (!(error instanceof ApiError)) return 'helpOffline'
  if (error.status === 0) return isNoAnswer(error) ? 'helpNoAnswer' : 'helpOffline'
  if (error.status === 401 || error.status === 403) return 'helpRefused'
  return error.requestId ? 'helpWithId' : 'helpServer'
}

/**
 * While a query is asked again its error stays on the screen. *Try again* does not wait for a request that may be hanging: that one is given up
 * for a new one, and the button is busy until that has ended.
 */
function useRetry(error: unknown, onRetry: () => void) {
  const client = useQueryClient()
  const ofError = { predicate: ({ state }: Query) => state.error !== null && state.error === error }
  const [askedAfter, setAskedAfter] = useState<unknown>(null)
  function retry() {
    void client.cancelQueries(ofError)
    onRetry()
    // It ends with another error, or with data instead of this view.
    if (client.isFetching(ofError)) setAskedAfter(error)
  }
  return { retry, isBusy: askedAfter === error }
}

type ErrorStateProps = { title: string; error: unknown; isWholePage?: boolean; onRetry: () => void; children?: ReactNode }

/** What happened, what to do, a way to try again where that can help, other ways from here (`children`), and the request id for support. */
export function ErrorState({ title, error, isWholePage, onRetry, children }: ErrorStateProps) {
  const Heading = isWholePage ? 'h1' : 'h2'
  const words = useTexts(uiTexts)
  const help = helpFor(error)
  const { retry, isBusy } = useRetry(error, onRetry)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={styles.state} role="alert">
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{words[help]}</p>
      <div className={styles.actions}>
        {help === 'helpRefused' ? null : (
          <Button variant="default" loading={isBusy} onClick={retry}>
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
