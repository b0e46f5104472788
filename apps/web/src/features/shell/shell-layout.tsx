import { Outlet } from '@tanstack/react-router'
import { useLiveCustomer } from '#web/platform/live.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { shellTexts } from './shell.texts.ts'
import classes from './shell-layout.module.css'
import { SideBar } from './side-bar.tsx'
import { TopBar } from './top-bar.tsx'

export function ShellLayout() {
  const words = useTexts(shellTexts)
  useLiveCustomer(useShownCustomer().customerId)
  return (
    <>
      <a href="#content" className={classes.skip}>
        {words.skip}
      </a>
      <SideBar />
      <div className={classes.main}>
        <TopBar />
        <main id="content" tabIndex={-1} className={classes.scene}>
          <Outlet />
        </main>
      </div>
    </>
  )
}
