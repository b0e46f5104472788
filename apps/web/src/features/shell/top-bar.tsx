import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useProductName } from '#web/platform/branding.ts'
import { useIsReconnecting } from '#web/platform/live.ts'
import { useTexts } from '#web/platform/texts.ts'
import { BrandMark } from './brand-mark.tsx'
import { CreateMenu } from './create-menu.tsx'
import { CustomerSwitcher } from './customer-switcher.tsx'
import { DropSheet } from './drop-sheet.tsx'
import { PaletteOpener } from './palette-opener.tsx'
import { shellTexts } from './shell.texts.ts'
import classes from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

/** The bell and what it opens, which is read once it was opened. */
export type Bell = { mark: ReactNode; panel: ReactNode }

export function TopBar({ bell }: { bell: Bell }) {
  const words = useTexts(shellTexts)
  const [hasRung, setRung] = useState(false)
  return (
    <header className={classes.bar} data-around-content>
      <Link to="/" className={classes.home} aria-label={useProductName()}>
        <BrandMark size={28} />
      </Link>
      <CustomerSwitcher />
      <ConnectionNotice />
      <PaletteOpener />
      <CreateMenu />
      <DropSheet label={words.notifications} trigger={bell.mark} triggerClassName={classes.bell} isWide onOpen={() => setRung(true)}>
        {hasRung ? bell.panel : null}
      </DropSheet>
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
