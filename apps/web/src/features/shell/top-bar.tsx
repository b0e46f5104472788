import { Link } from '@tanstack/react-router'
import { useIsReconnecting } from '#web/platform/live.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CreateMenu } from './create-menu.tsx'
import { CustomerSwitcher } from './customer-switcher.tsx'
import { shellTexts } from './shell.texts.ts'
import classes from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'
import { VaktMark } from './vakt-mark.tsx'

export function TopBar() {
  const words = useTexts(shellTexts)
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.home} aria-label={words.product}>
        <VaktMark size={28} />
      </Link>
      <CustomerSwitcher />
      <ConnectionNotice />
      <CreateMenu />
      <UserMenu />
    </header>
  )
}

function ConnectionNotice() {
  const words = useTexts(shellTexts)
  const isReconnecting = useIsReconnecting()
  return (
    <div role="status" className={classes.notice} title={isReconnecting ? words.reconnectingHelp : undefined}>
      {isReconnecting && words.reconnecting}
    </div>
  )
}
