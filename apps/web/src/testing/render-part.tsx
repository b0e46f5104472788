import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { LanguageContext, setLanguage } from '#web/platform/language.ts'
import { parseSearch, stringifySearch } from '#web/platform/search-params.ts'
import { notifications, Toasts } from '#web/ui/toast/toasts.tsx'

const rendered: { root: Root; container: HTMLElement }[] = []

type RenderOptions = { language?: 'en' | 'sv'; client?: QueryClient }

/** What a part stands in: a language, an address of its own, a cache and the toasts. The server is not there. */
export function renderPart(part: ReactNode, { language = 'en', client = new QueryClient() }: RenderOptions = {}) {
  setLanguage(language)
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const routeTree = createRootRoute({
    component: () => (
      <>
        {part}
        <Toasts />
      </>
    ),
  })
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  rendered.push({ root, container })
  root.render(
    <QueryClientProvider client={client}>
      <LanguageContext value={language}>
        {/* biome-ignore lint/suspicious/noExplicitAny: the one of the product is another */}
        <RouterProvider router={router as any} />
      </LanguageContext>
    </QueryClientProvider>,
  )
  return { history }
}

export function unmountParts(): void {
  notifications.cleanQueue()
  notifications.clean()
  for (const { root, container } of rendered.splice(0)) {
    root.unmount()
    container.remove()
  }
}
