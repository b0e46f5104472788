import { useEffect } from 'react'
import { useCurrentPageTitle } from '#web/platform/page-title.ts'
import { useTexts } from '#web/platform/texts.ts'
import { shellTexts } from './shell.texts.ts'

/** The name of the page in the browser's tab. */
export function useDocumentTitle(): void {
  const { product } = useTexts(shellTexts)
  const title = useCurrentPageTitle()
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product
  }, [title, product])
}
