import { Outlet } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense } from 'react'
import { ShownCustomerContext, useCustomerOfPlace } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { shellTexts } from './shell.texts.ts'
import classes from './shell-layout.module.css'
import { SideBar } from './side-bar.tsx'
import { type Bell, TopBar } from './top-bar.tsx'

const ViewAsBanner = lazy(() => import('./view-as-banner.tsx').then((module) => ({ default: module.ViewAsBanner })))

/** Seen on phones alone. */
const BottomBar = lazy(() => import('./bottom-bar.tsx').then((module) => ({ default: module.BottomBar })))

const KeyboardShortcuts = lazy(() => import('./keyboard-shortcuts.tsx').then((module) => ({ default: module.KeyboardShortcuts })))

/** Past the filters, where the page says that its content begins after them. The address stays, by which going back finds the focus. */
function skipToStart(event: MouseEvent) {
  event.preventDefault()
  document.querySelector<HTMLElement>('#content [data-skip-target], #content:not(:has([data-skip-target]))')?.focus()
}

export function ShellLayout({ bell }: { bell: Bell }) {
  const words = useTexts(shellTexts)
  const shown = useCustomerOfPlace()
  return (
    <ShownCustomerContext value={shown}>
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to the content, on some pages further into it. */}
      <a href="#content" className={classes.skip} data-around-content onClick={skipToStart}>
        {words.skip}
      </a>
      <SideBar />
      <div className={classes.main}>
        <TopBar bell={bell} />
        <main id="content" tabIndex={-1} className={classes.scene} data-viewing={viewedUser() !== null || undefined}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        <BottomBar />
        <KeyboardShortcuts />
      </Suspense>
      {viewedUser() ? (
        <Suspense>
          <ViewAsBanner />
        </Suspense>
      ) : null}
    </ShownCustomerContext>
  )
}
