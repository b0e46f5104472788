import { Outlet } from '@tanstack/react-router'
import { Toasts } from '#web/ui/toasts.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { usePageFocus } from './use-page-focus.ts'

export function RootView() {
  useDocumentTitle()
  usePageFocus()
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
