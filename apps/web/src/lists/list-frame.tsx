import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton, type MenuItem } from '#web/ui/controls/menu-button.tsx'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { ListPage } from '#web/ui/page/list-page.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { type OnExport, useExportItems } from '#web/ui/table/use-export-items.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
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
  /** How the list is shown: before the export, on a phone after the filters. */
  tools?: ReactNode
  /** What is rarely done here, in a menu; on a phone the export is there too. */
  more?: readonly MenuItem[]
  /** After the export: what can be done here. */
  action?: ReactNode
  above?: ReactNode
  filters?: ReactNode
  /** Saves the whole list as it is filtered. */
  onExport?: OnExport | undefined
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
  const { screen, title, count, conclusion, tools, more = [], action, above, filters, onExport, panel, all, list, found, children } = props
  const isKept = Object.keys(screen.rows).length > 0
  const views = viewsOf(useQuery({ ...listViewsQuery, enabled: screen.list !== undefined }).data, screen.list)
  const loaded = list?.data?.pages.reduce((sum, page) => sum + page.result.length, 0) ?? 0
  const result = found ?? (list && !list.isPlaceholderData ? { shown: loaded, all, hasMore: list.hasNextPage } : undefined)
  // Nothing to export, and no columns to choose, where there is nothing yet.
  const hasRows = loaded > 0 || !list || screen.isFiltered
  const words = useTexts(uiTexts)
  const isPhone = useIsPhone()
  const exporting = useExportItems(hasRows ? onExport : undefined)
  const hidden = isPhone ? exporting.items.map((item) => ({ ...item, label: `${words.export}: ${item.label}` })) : []
  const menu = [...more, ...hidden]
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
        (hasRows && (onExport || tools)) || action || menu.length > 0 ? (
          <div className={styles.actions}>
            {hasRows && !isPhone ? tools : null}
            {hasRows && onExport && !isPhone ? <ExportMenu onExport={onExport} /> : null}
            {action}
            {menu.length > 0 ? (
              <MenuButton
                label={<Ellipsis size={16} aria-hidden="true" />}
                ariaLabel={words.moreActions}
                isBusy={isPhone && exporting.isBusy}
                items={menu}
              />
            ) : null}
          </div>
        ) : null
      }
      filterCount={screen.filterCount}
      filters={
        filters ? (
          <>
            {filters}
            {hasRows && isPhone ? tools : null}
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
