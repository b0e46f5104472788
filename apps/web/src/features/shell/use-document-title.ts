import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { noteFailure } from '#web/platform/note-failure.ts'
import { useOwnPageTitle } from '#web/platform/page-title.ts'
import { NotAuthorizedError } from '#web/platform/route-access.ts'
import { useTexts } from '#web/platform/texts.ts'
import { afterPaint } from '#web/ui/hooks/after-paint.ts'
import type { PageTitle } from './page-titles.texts.ts'
import { isNotThere } from './screen-failure.tsx'
import { shellTexts } from './shell.texts.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: PageTitle
  }
}

/** The page's name in the browser's tab: its own, or that of its route. */
export function useDocumentTitle(): void {
  const { product } = useTexts(shellTexts)
  const language = useLanguage()
  const own = useOwnPageTitle()
  const name = useMatches({
    select(matches): PageTitle | undefined {
      if (matches.some((match) => match.status === 'notFound' || isNotThere(match.error))) return 'notFound'
      if (matches.some((match) => match.error instanceof NotAuthorizedError)) return 'notAuthorized'
      return matches.findLast((match) => match.staticData.title)?.staticData.title
    },
  })
  useEffect(() => {
    const isLeft = { current: false }
    async function show() {
      // Of the page itself nothing waits for its name in the tab, so the names come after it.
      const title = own ?? (name && (await import('./page-titles.texts.ts')).pageTitleTexts[language][name])
      if (!isLeft.current) document.title = title ? `${title} · ${product}` : product
    }
    const stop = afterPaint(() => void show().catch((error: unknown) => noteFailure('page title', error)))
    return () => {
      isLeft.current = true
      stop()
    }
  }, [own, name, language, product])
}
