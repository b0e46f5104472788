import { Suspense, useEffect } from 'react'
import { screen } from '#web/platform/screen.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { DropSheet } from './drop-sheet.tsx'
import { shellTexts } from './shell.texts.ts'
import classes from './user-menu.module.css'

const UserMenuPanel = screen(() => import('./user-menu-panel.tsx').then((module) => module.UserMenuPanel))

const prepare = () => void UserMenuPanel.preload()

/** So long after the start the first screen stands, and nothing is taken from it any more. */
const prepareAfterMilliseconds = 2_000

export function UserMenu() {
  const words = useTexts(shellTexts)
  const { user } = useSession()
  useEffect(() => {
    const timer = setTimeout(prepare, prepareAfterMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return (
    <DropSheet
      label={words.accountTitle}
      trigger={
        <>
          <Avatar name={user.name} photo={user.profile_photo} size={28} />
          <span className={classes.name} title={user.name}>
            {user.name}
          </span>
        </>
      }
      triggerClassName={classes.trigger}
      triggerLabel={words.account(user.name)}
      onIntent={prepare}
    >
      <Suspense>
        <UserMenuPanel />
      </Suspense>
    </DropSheet>
  )
}
