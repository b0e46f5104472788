import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { signOut } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { NoticeView } from './notice-view.tsx'
import { shellTexts } from './shell.texts.ts'

export function PageNotFound() {
  const words = useTexts(shellTexts)
  return (
    <NoticeView title={words.notFound.title} text={words.notFound.text}>
      <Button renderRoot={(props) => <Link {...props} to="/" />}>{words.notFound.home}</Button>
      <Button variant="subtle" onClick={() => void signOut()}>
        {words.signOut}
      </Button>
    </NoticeView>
  )
}
