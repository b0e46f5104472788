import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOwnPageTitle } from '#web/platform/page-title.ts'
import { NotAuthorizedError } from '#web/platform/route-access.ts'
import { useTexts } from '#web/platform/texts.ts'
import { afterPaint } from '#web/ui/after-paint.ts'
import { isNotThere } from './screen-failure.tsx'
import { type PageTitle, shellTexts } from './shell.texts.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: PageTitle
  }
}

/** The page's name in the browser's tab: its own, or that of its route. */
export function useDocumentTitle(): void {
  const { titles, product } = useTexts(shellTexts)
  const own = useOwnPageTitle()
  const name = useMatches({
    select(matches): PageTitle | undefined {
      if (matches.some((match) => match.status === 'notFound' || isNotThere(match.error))) return 'notFound'
      if (matches.some((match) => match.error instanceof NotAuthorizedError)) return 'notAuthorized'
      return matches.findLast((match) => match.staticData.title)?.staticData.title
    },
  })
  useEffect(() => {
    const title = own ?? (name && titles[name])
    return afterPaint(() => {
      document.title = title ? `${title} · ${product}` : product
    })
  }, [own, name, titles, product])
}
