import { Outlet } from '@tanstack/react-router'
import { ToastArea } from './toast-area.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useLostFocus } from './use-lost-focus.ts'
import { usePageFocus } from './use-page-focus.ts'

export function RootView() {
  return (
    <>
      <PlaceFollower />
      <Outlet />
      <ToastArea />
    </>
  )
}

/** Apart, so that a change of place draws only what it changes. */
function PlaceFollower() {
  useDocumentTitle()
  usePageFocus()
  useLostFocus()
  return null
}
