import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { isChunkError, reloadOnce } from '#web/platform/chunk-reload.ts'
import { NotAuthorizedError } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { NoticeView } from './notice-view.tsx'
import { shellTexts } from './shell.texts.ts'

export const PageNotFound = screen(() => import('./page-not-found.tsx').then((module) => module.PageNotFound))
const NotAuthorized = lazy(() => import('./not-authorized.tsx').then((module) => ({ default: module.NotAuthorized })))

export const isNotThere = (error: unknown) => error instanceof ApiError && error.status === 404

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What stands in the place of a screen that may not be shown, did not arrive or broke. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const { failure } = useTexts(shellTexts)
  const router = useRouter()
  if (error instanceof NotAuthorizedError) {
    return (
      <Suspense>
        <NotAuthorized missing={error.missing} />
      </Suspense>
    )
  }
  if (isNotThere(error)) {
    return (
      <Suspense>
        <PageNotFound />
      </Suspense>
    )
  }
  if (isChunkError(error)) {
    if (reloadOnce(Date.now())) return null
    throw error
  }

  function tryAgain() {
    reset()
    void router.invalidate()
  }

  return (
    <NoticeView title={failure.title} text={failure.text}>
      <Button onClick={tryAgain}>{failure.again}</Button>
      <details>
        <summary>{failure.details}</summary>
        {messageOf(error)}
      </details>
    </NoticeView>
  )
}

/** The last resort, when a part of the program itself does not arrive. */
export function ApplicationFailure({ error }: ErrorComponentProps) {
  const { outdated, failure } = useTexts(shellTexts)
  const words = isChunkError(error) ? outdated : failure
  return (
    <main id="content">
      <NoticeView title={words.title} text={words.text}>
        <Button onClick={() => location.reload()}>{outdated.reload}</Button>
        <details>
          <summary>{failure.details}</summary>
          {messageOf(error)}
        </details>
      </NoticeView>
    </main>
  )
}
