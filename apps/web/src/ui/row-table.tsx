// biome-ignore-all lint/a11y/noRedundantRoles: another display, as on a phone, takes away what a table means unless it is stated
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { RowCheckbox, SelectAllRows } from './row-checkbox.tsx'
import { RowSpacer } from './row-spacer.tsx'
import styles from './row-table.module.css'
import { SortableHeader, type Sorting } from './sortable-header.tsx'
import { uiTexts } from './ui.texts.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useRest } from './use-rest.ts'
import type { RowSelection } from './use-row-selection.ts'
import type { VirtualRowsHandle } from './virtual-rows.tsx'

const VirtualRows = lazy(() => import('./virtual-rows.tsx').then((module) => ({ default: module.VirtualRows })))

export type Column<Row> = {
  key: string
  label: string
  /** CSS width; the column without one takes what is left. */
  width?: string
  /** Where the cell goes when a row has two lines; `hidden` leaves it out. */
  phone: 'first' | 'second' | 'hidden'
  /** By this the list can be sorted from the header of the column. */
  sort?: string
  cell: (row: Row) => ReactNode
}

export type RowTableProps<Row> = {
  /** Names the table for those who do not see it. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The row whose details are open beside the list. */
  openKey?: string | undefined
  sorting?: Sorting
  /** Rows can be chosen: by their boxes, with Shift up to the last one, by X, and by Shift with an arrow. */
  selection?: RowSelection<Row> | undefined
  /** The pointer or the focus stays at a row: what it leads to can be fetched. */
  onIntent?: (row: Row) => void
  hasMore?: boolean
  isLoadingMore?: boolean
  moreFailed?: boolean
  onMore?: () => void
}

const virtualBeyond = 200
/** Together with their screen; the others a moment later, so that nobody waits for what is out of sight. */
const drawnAtOnce = 20
const rowLink = '[data-row-link]'
const indexAt = (target: EventTarget) => Number((target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index)

/** Rows of plain cells. One cell of each row holds the link marked `data-row-link`: it covers the row, and arrows move between them. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, columns, rows, rowKey, openKey, sorting, selection, onIntent, hasMore, isLoadingMore, moreFailed, onMore } = props
  const words = useTexts(uiTexts)
  const rowHeight = useIsPhone() ? 64 : 40
  const drawn = useDeferredValue(rows.length, Math.min(rows.length, drawnAtOnce))
  const body = useRef<HTMLTableSectionElement>(null)
  const virtualRows = useRef<VirtualRowsHandle>(null)

  const rest = useRest()
  const expectRow = ({ target }: { target: EventTarget }) => {
    const row = rows[indexAt(target)]
    if (row !== undefined && onIntent) rest.begin(() => onIntent(row))
  }
  const focusRow = (index: number) => {
    const find = () => body.current?.querySelector<HTMLElement>(`[data-index="${index}"] ${rowLink}`)
    const there = find()
    // At once where it can be: a key that repeats fast must find the focus moved.
    if (there) return there.focus()
    virtualRows.current?.scrollTo(index)
    requestAnimationFrame(() => find()?.focus())
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const current = indexAt(event.target)
    if (Number.isNaN(current) || event.ctrlKey || event.metaKey || event.altKey) return
    if (selection?.handleKey(event, current)) return
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (target === undefined || target < 0 || target >= rows.length) return
    event.preventDefault()
    if (event.shiftKey && event.key.startsWith('Arrow')) selection?.extend(current, target)
    focusRow(target)
  }

  const drawRow = (index: number) => {
    const row = rows[index]
    if (row === undefined) return null
    const key = rowKey(row)
    return (
      <tr
        key={key}
        role="row"
        className={styles.row}
        data-index={index}
        data-open={key === openKey || undefined}
        data-selected={selection?.has(key) || undefined}
        aria-rowindex={index + 2}
      >
        {selection ? (
          <td role="cell" data-phone="hidden">
            <RowCheckbox selection={selection} index={index} row={row} />
          </td>
        ) : null}
        {columns.map((column) => (
          <td key={column.key} role="cell" data-phone={column.phone}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
    )
  }
  const everyRow = () => (
    <>
      {rows.slice(0, drawn).map((_, index) => drawRow(index))}
      <RowSpacer height={(rows.length - drawn) * rowHeight} />
    </>
  )

  return (
    <div className={styles.frame}>
      <table className={styles.table} role="table" aria-label={label} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <colgroup>
          {selection ? <col className={styles.choose} /> : null}
          {columns.map(({ key, width }) => (
            <col key={key} style={width ? { width } : {}} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {selection ? (
              <th role="columnheader" scope="col">
                <SelectAllRows selection={selection} />
              </th>
            ) : null}
            {columns.map((column) =>
              column.sort && sorting ? (
                <SortableHeader key={column.key} label={column.label} sort={column.sort} sorting={sorting} />
              ) : (
                <th key={column.key} role="columnheader" scope="col">
                  {column.label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody
          ref={body}
          role="rowgroup"
          onKeyDown={handleKeyDown}
          onMouseOver={expectRow}
          onMouseLeave={rest.end}
          onFocus={expectRow}
          onBlur={rest.end}
        >
          {rows.length > virtualBeyond ? (
            <Suspense fallback={everyRow()}>
              <VirtualRows ref={virtualRows} body={body} count={rows.length} rowHeight={rowHeight}>
                {drawRow}
              </VirtualRows>
            </Suspense>
          ) : (
            everyRow()
          )}
        </tbody>
      </table>
      {hasMore && onMore ? (
        <LoadMore isLoading={isLoadingMore ?? false} failed={moreFailed ?? false} onMore={onMore} words={words} />
      ) : null}
    </div>
  )
}

type LoadMoreProps = {
  isLoading: boolean
  failed: boolean
  onMore: () => void
  words: { loadingMore: string; moreFailed: string; retry: string }
}

function LoadMore({ isLoading, failed, onMore, words }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const askForMore = useRef(onMore)
  askForMore.current = onMore
  useEffect(() => {
    if (!end.current || failed || isLoading) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && askForMore.current(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [failed, isLoading])
  return (
    <div ref={end} className={styles.more} role="status">
      {failed ? (
        <>
          {words.moreFailed}{' '}
          <button type="button" className={styles.retry} onClick={onMore}>
            {words.retry}
          </button>
        </>
      ) : isLoading ? (
        words.loadingMore
      ) : null}
    </div>
  )
}
