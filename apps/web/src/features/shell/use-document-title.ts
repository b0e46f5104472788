import { useEffect } from 'react'
import { useProductName } from '#web/platform/branding.ts'
import { useCurrentPageTitle } from '#web/platform/page-title.ts'

/** The name of the page in the browser's tab. */
export function useDocumentTitle(): void {
  const product = useProductName()
  const title = useCurrentPageTitle()
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product
  }, [title, product])
}
