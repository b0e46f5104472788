import { useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { ticketAccess } from '@vakt/contract/features.ts'
import type { TicketView } from '@vakt/contract/tickets/ticket-views.ts'
import { type ReactNode, useRef } from 'react'
import type { ListSearch } from '#web/platform/list-search.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import type { Period } from '#web/ui/filters/period-days.ts'
import { useListViews } from './list-view-queries.ts'
import { toSaved } from './saved-search.ts'
import { addressOf, resolveView } from './shown-view.ts'

/** Draws the link of a row, which opens its details: `key` is what the address then says, `title` shows what may be cut. */
export type RowLink = (key: string, content: ReactNode, title?: string) => ReactNode

/** What a list page knows of its address, and how it changes it. */
export type ListScreenState<Search extends object, Rows extends object> = ReturnType<typeof useListScreen<Search, Rows>>

const focusSoon = (selector: string) => requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())

const none: readonly TicketView[] = []

/**
 * The search that the address says as it is declared, or the saved view that it names; with everything that changes it: filters, order, view,
 * and what is open beside the list.
 */
export function useListScreen<Search extends object, Rows extends object>(declared: ListSearch<Search, Rows>) {
  const navigate = useNavigate()
  const router = useRouter()
  const { customerId, isOwn, canHere } = useShownCustomer()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { customerId: ofPath } = useParams({ strict: false }) as { customerId?: string }
  // Views and columns of tickets are kept at the customer: staff who do not see the provider itself keep none of its list over all.
  const list = declared.list === 'tickets' && !canHere(ticketAccess) ? undefined : declared.list
  const kept = useListViews(list)
  const { search, view, isChanged } = resolveView(declared, useSearch({ strict: false }) as Record<string, unknown>, kept)
  const defaultViewId = kept?.defaultViewId ?? null
  const rows = declared.rowsOf(search)
  const values = search as Record<string, unknown>
  const opened = Object.keys(search).filter((name) => !(name in rows))
  const openKey = declared.rowName === undefined ? undefined : (values[declared.rowName] as string | undefined)
  const hasOpened = useRef(false)
  if (opened.length > 0) hasOpened.current = true

  const addressFrom = (next: Search, from: TicketView | null) => addressOf(declared, next, { view: from, defaultViewId })
  /** What was typed last before a link was followed would come late, and change the address of the page that the link leads to. */
  const isLeaving = () => ![undefined, router.latestLocation.pathname].includes(router.state.resolvedLocation?.pathname)
  const showAddress = (address: object) =>
    isLeaving() ? Promise.resolve() : navigate({ to: '.', search: address as never, replace: true, resetScroll: false })
  const showSearch = (next: object, from = view) => void showAddress(addressFrom(next as Search, from))
  const change = (changes: { [Name in keyof Search]?: unknown }) => showSearch(declared({ ...rows, ...changes }))
  const set = (name: keyof Search, value: unknown) => change({ [name]: value } as { [Name in keyof Search]?: unknown })
  const openedBy = opened.map((name) => `[data-opens="${CSS.escape(String(values[name]))}"]`).join()
  const hrefOf = (next: object) => path + stringifySearch({ ...next, ...(isOwn || ofPath ? {} : { customer: customerId }) })
  const saved = declared.savedOf(search)
  const withView = (one: TicketView | null) => ({
    ...Object.fromEntries(Object.entries(rows).filter(([name]) => !(name in saved) || name === 'all')),
    ...(one ? { [declared.viewParam]: one.viewId } : defaultViewId ? { [declared.viewParam]: 'all' } : {}),
  })
  const link: RowLink = (key, content, title) => (
    <PlainLink
      href={hrefOf(addressFrom({ ...rows, [declared.rowName ?? '']: key } as object as Search, view))}
      resetScroll={false}
      data-row-link
      data-opens={key}
      title={title}
      aria-current={key === openKey ? 'page' : undefined}
    >
      {content}
    </PlainLink>
  )
  return {
    /** The key of the list, by which its views and columns are kept. */
    list,
    search,
    /** What says which rows are listed. */
    rows,
    isFiltered: declared.isFiltered(search),
    filterCount: declared.countFilters(search),
    openKey,
    /** Whether anything was open beside the list since it is shown: only then its panel is loaded. */
    hasOpened: hasOpened.current,
    link,
    views: kept?.views ?? none,
    defaultViewId,
    /** The saved view that is shown, and whether what is shown differs from it. */
    view,
    isChanged,
    /** The columns that the user chose; null until they do. */
    columns: kept?.columns ?? null,
    /** What a view that is saved now keeps. */
    saved: toSaved(saved),
    /** The list as it is, without what is open beside it; for a way back to it. */
    href: hrefOf(addressFrom(rows as object as Search, view)),
    hrefOfView: (one: TicketView | null) => hrefOf(withView(one)),
    showView: (one: TicketView | null) => showAddress(withView(one)),
    goTo: (next: Partial<Search>) => showSearch(next, null),
    change,
    clear: () => showSearch(declared.withoutFilters(search), null),
    /** Opens what `panel` says beside the list, with the filters as they are. */
    open: (panel: Partial<Search>) => showSearch({ ...rows, ...panel }),
    /** Opens the form of a new one, in the place of a row. */
    openNew: () => showSearch({ ...rows, [declared.rowName ?? '']: 'new' }),
    /** The focus goes back to what opened the panel: marked by `data-opens`. */
    close() {
      showSearch(rows)
      if (openedBy) focusSoon(openedBy)
    },
    /** For a table that is in this order: the header of a column sorts by it, again turns it round. */
    sorting: <Sort extends string>({ sort, direction }: { sort: Sort; direction: 'asc' | 'desc' }) => ({
      sort,
      direction,
      onSort: (next: string) => {
        const turned = direction === 'asc' ? 'desc' : 'asc'
        change({ sort: next, direction: next === sort ? turned : undefined } as { [Name in keyof Search]?: unknown })
      },
    }),
    text: <Name extends keyof Search>(name: Name) => ({
      value: (search[name] as string | undefined) ?? '',
      onChange: (value: string) => set(name, value),
    }),
    choices: <Name extends keyof Search>(name: Name) => ({
      value: (search[name] ?? []) as NonNullable<Search[Name]>,
      onChange: (value: readonly unknown[]) => set(name, value),
    }),
    /** One of several, as a filter of which the last choice counts. */
    choice: <Name extends keyof Search>(name: Name) => ({
      value: (search[name] === undefined ? [] : [search[name]]) as NonNullable<Search[Name]>[],
      onChange: (value: readonly unknown[]) => set(name, value.at(-1)),
    }),
    tab: <Name extends keyof Search, Usual extends string>(name: Name, usual: Usual) => ({
      value: (search[name] ?? usual) as NonNullable<Search[Name]> | Usual,
      onChange: (value: string) => set(name, value),
    }),
    /** Days, both of them included, or moments; by the names `from` and `to` unless others are given. */
    period: (first = 'from', last = 'to') => {
      const days = search as Record<string, string | undefined>
      const onChange = ({ from, to }: Period) => change({ [first]: from, [last]: to } as { [Name in keyof Search]?: unknown })
      return { from: days[first], to: days[last], onChange }
    },
  }
}
