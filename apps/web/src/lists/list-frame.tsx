import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { ListPage } from '#web/ui/page/list-page.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { FilterResult } from './filter-result.tsx'
import styles from './list-screen.module.css'
import { listViewsQuery, viewsOf } from './list-view-queries.ts'
import type { ListScreenState } from './use-list-screen.tsx'

const ListViewBar = lazy(() => import('./list-view-bar.tsx').then((module) => ({ default: module.ListViewBar })))

export type ListFrameProps<Search extends object, Rows extends object> = {
  screen: ListScreenState<Search, Rows>
  title: string
  count?: ReactNode
  /** What the list says, in words. */
  conclusion?: ReactNode
  /** Before the export: how the list is shown. */
  tools?: ReactNode
  /** After the export: what can be done here. */
  action?: ReactNode
  above?: ReactNode
  filters?: ReactNode
  /** Saves the whole list as it is filtered. */
  onExport?: ((format: 'csv' | 'json') => Promise<void>) | undefined
  /** What stands open beside the list; loaded when something is opened. */
  panel?: ReactNode
  /** How many rows there are without filters, where that is known. */
  all?: number | undefined
}

/** What the frame needs to know of the rows: how many there are, and whether they are still those of the search before. */
type LoadedRows = { data: { pages: { result: unknown[] }[] } | undefined; hasNextPage: boolean; isPlaceholderData: boolean }

/** How many rows match, where the server counts them. */
type Found = { shown: number; all: number }

/** All of a list page but its rows: for pages that show one of several lists. */
export function ListFrame<Search extends object, Rows extends object>(
  props: ListFrameProps<Search, Rows> & { list?: LoadedRows; found?: Found | undefined; children: ReactNode },
) {
  const { screen, title, count, conclusion, tools, action, above, filters, onExport, panel, all, list, found, children } = props
  const isKept = Object.keys(screen.rows).length > 0
  const views = viewsOf(useQuery({ ...listViewsQuery, enabled: screen.list !== undefined }).data, screen.list)
  const loaded = list?.data?.pages.reduce((sum, page) => sum + page.result.length, 0) ?? 0
  const result = found ?? (list && !list.isPlaceholderData ? { shown: loaded, all, hasMore: list.hasNextPage } : undefined)
  // Nothing to export, and no columns to choose, where there is nothing yet.
  const hasRows = loaded > 0 || !list || screen.isFiltered
  return (
    <ListPage
      title={title}
      count={count}
      conclusion={conclusion}
      above={
        screen.list && (isKept || views.length > 0) ? (
          <>
            {above}
            <div className={styles.views}>
              <Suspense>
                <ListViewBar list={screen.list} screen={screen} />
              </Suspense>
            </div>
          </>
        ) : (
          above
        )
      }
      action={
        (hasRows && (onExport || tools)) || action ? (
          <div className={styles.actions}>
            {hasRows ? tools : null}
            {hasRows && onExport ? <ExportMenu onExport={onExport} /> : null}
            {action}
          </div>
        ) : null
      }
      filters={
        filters ? (
          <>
            {filters}
            {screen.isFiltered && result && result.shown > 0 ? <FilterResult {...result} onClear={screen.clear} /> : null}
          </>
        ) : null
      }
    >
      {children}
      {panel && screen.hasOpened ? <Suspense>{panel}</Suspense> : null}
    </ListPage>
  )
}
