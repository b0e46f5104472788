// biome-ignore-all lint/a11y/noRedundantRoles: another display, as on a phone, takes away what a table means unless it is stated
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './row-table.module.css'
import { uiTexts } from './ui.texts.ts'
import { useIsPhone } from './use-is-phone.ts'

export type Column<Row> = {
  key: string
  label: string
  /** CSS width; the column without one takes what is left. */
  width?: string
  /** Where the cell goes when a row has two lines; `hidden` leaves it out. */
  phone: 'first' | 'second' | 'hidden'
  cell: (row: Row) => ReactNode
}

type RowTableProps<Row> = {
  /** Names the table for those who do not see it. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The row whose details are open beside the list. */
  openKey?: string | undefined
  hasMore?: boolean
  isLoadingMore?: boolean
  moreFailed?: boolean
  onMore?: () => void
}

const virtualBeyond = 200
const rowLink = '[data-row-link]'

/** Rows of plain cells. One cell of each row holds the link marked `data-row-link`: it covers the row, and arrows move between them. */
export function RowTable<Row>({ label, columns, rows, rowKey, openKey, hasMore, isLoadingMore, moreFailed, onMore }: RowTableProps<Row>) {
  const words = useTexts(uiTexts)
  const isPhone = useIsPhone()
  const body = useRef<HTMLTableSectionElement>(null)
  const [offset, setOffset] = useState(0)
  const isVirtual = rows.length > virtualBeyond
  const virtualizer = useWindowVirtualizer({
    count: isVirtual ? rows.length : 0,
    estimateSize: () => (isPhone ? 64 : 40),
    overscan: 12,
    scrollMargin: offset,
  })
  useLayoutEffect(() => setOffset(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0), [])

  const focusRow = (index: number) => {
    const find = () => body.current?.querySelector<HTMLElement>(`[data-index="${index}"] ${rowLink}`)
    const there = find()
    // At once where it can be: a key that repeats fast must find the focus moved.
    if (there) return there.focus()
    virtualizer.scrollToIndex(index)
    requestAnimationFrame(() => find()?.focus())
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const current = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index)
    if (Number.isNaN(current) || event.ctrlKey || event.metaKey || event.altKey) return
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (target === undefined || target < 0 || target >= rows.length) return
    event.preventDefault()
    focusRow(target)
  }

  const shown = isVirtual ? virtualizer.getVirtualItems().map((item) => item.index) : rows.map((_, index) => index)
  const first = virtualizer.getVirtualItems()[0]
  const last = virtualizer.getVirtualItems().at(-1)
  const before = isVirtual && first ? first.start - offset : 0
  const after = isVirtual && last ? virtualizer.getTotalSize() - (last.end - offset) : 0

  return (
    <div className={styles.frame}>
      <table className={styles.table} role="table" aria-label={label} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={width ? { width } : {}} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} role="rowgroup" onKeyDown={handleKeyDown}>
          <Spacer height={before} />
          {shown.map((index) => {
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
                aria-rowindex={index + 2}
              >
                {columns.map((column) => (
                  <td key={column.key} role="cell" data-phone={column.phone}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
          <Spacer height={after} />
        </tbody>
      </table>
      {hasMore && onMore ? (
        <LoadMore isLoading={isLoadingMore ?? false} failed={moreFailed ?? false} onMore={onMore} words={words} />
      ) : null}
    </div>
  )
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  const style: CSSProperties = { height }
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" className={styles.spacer} style={style}>
      <td />
    </tr>
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
