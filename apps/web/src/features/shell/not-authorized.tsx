import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '#web/platform/texts.ts'
import { NoticeView } from './notice-view.tsx'
import { shellTexts } from './shell.texts.ts'

export function NotAuthorized() {
  const { notAuthorized } = useTexts(shellTexts)
  return (
    <NoticeView title={notAuthorized.title} text={notAuthorized.text}>
      <Button renderRoot={(props) => <Link {...props} to="/" />}>{notAuthorized.home}</Button>
    </NoticeView>
  )
}
