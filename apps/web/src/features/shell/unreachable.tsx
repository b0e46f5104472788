import { useEffect } from 'react'
import type { SignInProblem } from '#web/platform/sign-in-problem.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { NoticeView } from './notice-view.tsx'
import { statusPageTexts } from './status-pages.texts.ts'

/** Instead of the screens when Vakt, or the provider that signs users in, does not answer or fails. The address stays. */
export function Unreachable({ problem: { what, requestId } }: { problem: SignInProblem }) {
  const words = useTexts(statusPageTexts).unreachable
  const reload = () => location.reload()

  useEffect(() => {
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  })

  return (
    <main id="content">
      <NoticeView title={words[what].title} text={words[what].text}>
        <Button onClick={reload}>{words.again}</Button>
        {requestId && (
          <p>
            {words.requestId}: <code>{requestId}</code>
          </p>
        )}
      </NoticeView>
    </main>
  )
}
