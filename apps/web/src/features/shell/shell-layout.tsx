import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ShownCustomerContext, useCustomerOfPlace } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { BottomBar } from './bottom-bar.tsx'
import { shellTexts } from './shell.texts.ts'
import classes from './shell-layout.module.css'
import { SideBar } from './side-bar.tsx'
import { type Bell, TopBar } from './top-bar.tsx'

const ViewAsBanner = lazy(() => import('./view-as-banner.tsx').then((module) => ({ default: module.ViewAsBanner })))

export function ShellLayout({ bell }: { bell: Bell }) {
  const words = useTexts(shellTexts)
  const shown = useCustomerOfPlace()
  return (
    <ShownCustomerContext value={shown}>
      <a href="#content" className={classes.skip} data-around-content>
        {words.skip}
      </a>
      <SideBar />
      <div className={classes.main}>
        <TopBar bell={bell} />
        <main id="content" tabIndex={-1} className={classes.scene} data-viewing={viewedUser() !== null || undefined}>
          <Outlet />
        </main>
      </div>
      <BottomBar />
      {viewedUser() ? (
        <Suspense>
          <ViewAsBanner />
        </Suspense>
      ) : null}
    </ShownCustomerContext>
  )
}
