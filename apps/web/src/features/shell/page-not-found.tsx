import { signOut } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { NoticeView } from './notice-view.tsx'
import { shellTexts } from './shell.texts.ts'
import { statusPageTexts } from './status-pages.texts.ts'

export function PageNotFound() {
  const words = useTexts(statusPageTexts)
  const { signOut: signOutText } = useTexts(shellTexts)
  return (
    <NoticeView title={words.notFound.title} text={words.notFound.text}>
      <ButtonLink to="/">{words.notFound.home}</ButtonLink>
      <Button variant="subtle" onClick={() => void signOut()}>
        {signOutText}
      </Button>
    </NoticeView>
  )
}
