import { useEffect } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { NoticeView } from './notice-view.tsx'
import { statusPageTexts } from './status-pages.texts.ts'

/** Instead of the screens when Vakt, or the provider that signs people in, does not answer. The address stays. */
export function Unreachable({ what }: { what: 'server' | 'provider' }) {
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
      </NoticeView>
    </main>
  )
}
