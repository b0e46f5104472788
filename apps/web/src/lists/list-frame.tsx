import { Ellipsis } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton, type MenuItem } from '#web/ui/controls/menu-button.tsx'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { ListPage } from '#web/ui/page/list-page.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { type OnExport, useExportItems } from '#web/ui/table/use-export-items.ts'
import type { SelectionState } from '#web/ui/table/use-row-selection.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { FilterResult } from './filter-result.tsx'
import styles from './list-screen.module.css'
import type { ListScreenState } from './use-list-screen.tsx'

const ViewBar = lazy(() => import('./view-bar.tsx').then((module) => ({ default: module.ViewBar })))
const BulkBar = lazy(() => import('./bulk-bar.tsx').then((module) => ({ default: module.BulkBar })))

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
  /** Which of several lists is shown: before the saved views. */
  tabs?: ReactNode
  above?: ReactNode
  /** After the rows. */
  below?: ReactNode
  filters?: ReactNode
  /** Saves the whole list as it is filtered. */
  onExport?: OnExport | undefined
  /** What stands open beside the list; loaded when something is opened. */
  panel?: ReactNode
  /** How many rows there are without filters, where that is known. */
  all?: number | undefined
  /** The rows that are chosen, and what can be done with them: a bar at the foot of the window. */
  bulk?: { selection: SelectionState; actions: ReactNode } | undefined
}

/** What the frame needs to know of the rows: how many there are, and whether they are still those of the search before. */
type LoadedRows = { data: { pages: { result: unknown[] }[] } | undefined; hasNextPage: boolean; isPlaceholderData: boolean }

/** How many rows match, where the server counts them. */
type Found = { shown: number; all: number }

/** All of a list page but its rows: for pages that show one of several lists. */
export function ListFrame<Search extends object, Rows extends object>(
  props: ListFrameProps<Search, Rows> & { list?: LoadedRows; found?: Found | undefined; children: ReactNode },
) {
  const { screen, title, count, conclusion, tools, more = [], action, tabs, above, below, filters, onExport } = props
  const { panel, all, list, found, bulk, children } = props
  const hasViews = screen.views.length > 0 || Object.keys(screen.saved).length > 0
  const loaded = list?.data?.pages.reduce((sum, page) => sum + page.result.length, 0) ?? 0
  const result = found ?? (list && !list.isPlaceholderData ? { shown: loaded, all, hasMore: list.hasNextPage } : undefined)
  // Nothing to export, and no columns to choose, where there is nothing yet.
  const hasRows = loaded > 0 || !list || screen.isFiltered
  const words = useTexts(uiTexts)
  const isPhone = useIsPhone()
  const exporting = useExportItems(hasRows ? onExport : undefined)
  const hidden = isPhone ? exporting.items.map((item) => ({ ...item, label: `${words.export}: ${item.label}` })) : []
  const menu = [...(isPhone && bulk ? [choosingItem(bulk.selection, words)] : []), ...more, ...hidden]
  return (
    <ListPage
      title={title}
      count={count}
      conclusion={conclusion}
      above={
        <>
          {above}
          {tabs || (screen.list && hasViews) ? (
            <div className={styles.views}>
              {tabs}
              <Suspense fallback={<span />}>{screen.list && hasViews ? <ViewBar list={screen.list} screen={screen} /> : null}</Suspense>
            </div>
          ) : null}
        </>
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
      {below}
      {bulk?.selection.hasStarted ? (
        <Suspense>
          <BulkBar selection={bulk.selection}>{bulk.actions}</BulkBar>
        </Suspense>
      ) : null}
      {panel && screen.hasOpened ? <Suspense>{panel}</Suspense> : null}
    </ListPage>
  )
}

/** On a phone rows open when they are touched: choosing them is started here. */
const choosingItem = ({ isByTouch, startByTouch, clear }: SelectionState, words: (typeof uiTexts)['en']): MenuItem => ({
  key: 'choose',
  label: isByTouch ? words.cancel : words.chooseRows,
  onChoose: isByTouch ? clear : startByTouch,
})
