import { signOut } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { NoticeView } from './notice-view.tsx'
import { pageNotFoundTexts } from './page-not-found.texts.ts'
import { shellTexts } from './shell.texts.ts'

export function PageNotFound() {
  const words = useTexts(pageNotFoundTexts)
  const { signOut: signOutText } = useTexts(shellTexts)
  return (
    <NoticeView title={words.title} text={words.text}>
      <ButtonLink to="/">{words.home}</ButtonLink>
      <Button variant="subtle" onClick={() => void signOut()}>
        {signOutText}
      </Button>
    </NoticeView>
  )
}
