import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { ListSearch } from '#web/platform/list-search.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'

/** Draws the link of a row, which opens its details: `key` is what the address then says, `title` shows what may be cut. */
export type RowLink = (key: string, content: ReactNode, title?: string) => ReactNode

/** What a list page knows of its address, and how it changes it. */
export type ListScreenState<Search extends object, Rows extends object> = ReturnType<typeof useListScreen<Search, Rows>>

const focusSoon = (selector: string) => requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())

/** The search that the address says as it is declared, with everything that changes it: filters, order, and what is open beside the list. */
export function useListScreen<Search extends object, Rows extends object>(declared: ListSearch<Search, Rows>) {
  const navigate = useNavigate()
  const { customerId, isOwn } = useShownCustomer()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { customerId: ofPath } = useParams({ strict: false }) as { customerId?: string }
  const search = declared(useSearch({ strict: false }) as Record<string, unknown>)
  const rows = declared.rowsOf(search)
  const values = search as Record<string, unknown>
  const opened = Object.keys(search).filter((name) => !(name in rows))
  const openKey = declared.rowName === undefined ? undefined : (values[declared.rowName] as string | undefined)
  const hasOpened = useRef(false)
  if (opened.length > 0) hasOpened.current = true

  const showSearch = (next: object) => void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  const change = (changes: { [Name in keyof Search]?: unknown }) => showSearch(declared({ ...rows, ...changes }))
  const set = (name: keyof Search, value: unknown) => change({ [name]: value } as { [Name in keyof Search]?: unknown })
  const openedBy = opened.map((name) => `[data-opens="${CSS.escape(String(values[name]))}"]`).join()
  const hrefOf = (next: object) => path + stringifySearch({ ...next, ...(isOwn || ofPath ? {} : { customer: customerId }) })
  const link: RowLink = (key, content, title) => (
    <PlainLink
      href={hrefOf({ ...rows, [declared.rowName ?? '']: key })}
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
    list: declared.list,
    search,
    /** What says which rows are listed. */
    rows,
    isFiltered: declared.isFiltered(search),
    filterCount: declared.countFilters(search),
    openKey,
    /** Whether anything was open beside the list since it is shown: only then its panel is loaded. */
    hasOpened: hasOpened.current,
    link,
    /** Reads an address, such as one that a saved view keeps. */
    read: (address: Record<string, unknown>) => declared.rowsOf(declared(address)),
    hrefOf,
    goTo: (next: Partial<Search>) => showSearch(next),
    /** Shows what `read` gave. */
    show: showSearch,
    change,
    clear: () => showSearch(declared.withoutFilters(search)),
    /** Opens what `panel` says beside the list, with the filters as they are. */
    open: (panel: Partial<Search>) => showSearch({ ...rows, ...panel }),
    /** The focus goes back to what opened the panel: marked by `data-opens`. */
    close() {
      showSearch(rows)
      if (openedBy) focusSoon(openedBy)
    },
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
    /** A day of a period; its other end bounds it. */
    day: <Name extends keyof Search>(name: Name) => ({
      value: search[name] as string | undefined,
      onChange: (value: string) => set(name, value),
    }),
  }
}
