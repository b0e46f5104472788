import { Suspense } from 'react'
import { screen } from '#web/platform/screen.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DropSheet } from './drop-sheet.tsx'
import { shellTexts } from './shell.texts.ts'
import classes from './user-menu.module.css'

const UserMenuPanel = screen(() => import('./user-menu-panel.tsx').then((module) => module.UserMenuPanel))

export function UserMenu() {
  const words = useTexts(shellTexts)
  const { user } = useSession()
  return (
    <DropSheet
      label={words.accountTitle}
      trigger={<Avatar name={user.name} photo={user.profile_photo} size={28} />}
      triggerClassName={classes.trigger}
      triggerLabel={words.account(user.name)}
      onIntent={() => void UserMenuPanel.preload()}
    >
      <Suspense>
        <UserMenuPanel />
      </Suspense>
    </DropSheet>
  )
}
