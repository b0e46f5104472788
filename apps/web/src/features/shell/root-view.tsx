import { Outlet } from '@tanstack/react-router'
import { ToastArea } from './toast-area.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { usePageFocus } from './use-page-focus.ts'

export function RootView() {
  useDocumentTitle()
  usePageFocus()
  return (
    <>
      <Outlet />
      <ToastArea />
    </>
  )
}
