import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { paletteTexts } from './command-palette.texts.ts'
import type { PaletteItem } from './palette-item.ts'
import { sourcesFor } from './palette-sources.ts'

const waitInMilliseconds = 150

type Found = {
  items: PaletteItem[]
  /** Whether they are all of what is found by what is typed now. */
  isAnswered: boolean
  isSearching: boolean
  isError: boolean
}

/** What the sources that this user may ask have found. */
export function usePaletteSearch(typed: string): Found {
  // The provider's staff search at all customers until they look at one.
  const shown = useShownCustomer()
  const { customerId, isProvider: isAll } = shown
  const { pathname } = useLocation()
  const router = useRouter()
  const language = useLanguage()
  const states = { ...useTexts(ticketStatusTexts), ...useTexts(paletteTexts).states }
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, waitInMilliseconds)
  const mayAsk = sourcesFor(shown)
  const sources = mayAsk.filter(({ answers }) => answers(asked))
  const queries = useQueries({
    queries: sources.map(({ group, search }) => ({
      queryKey: ['palette', customerId, group, asked, pathname, language],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        search({
          text: asked,
          customerId,
          isAll,
          pathname,
          language,
          states,
          hrefOf: (address) => router.buildLocation(address).publicHref,
          signal,
        }),
      placeholderData: keepPreviousData,
    })),
  })
  return {
    items: text === '' ? [] : queries.flatMap(({ data }) => data ?? []),
    isAnswered: text === '' || (text === asked && !queries.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData)),
    isSearching: (text !== asked && mayAsk.some(({ answers }) => answers(text))) || queries.some(({ isFetching }) => isFetching),
    isError: queries.some(({ isError }) => isError),
  }
}
