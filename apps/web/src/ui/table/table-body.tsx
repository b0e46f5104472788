// biome-ignore-all lint/a11y/noRedundantRoles: another display, as on a phone, takes away what a table means unless it is stated
import { type KeyboardEvent, useRef } from 'react'
import { useArrivals } from '#web/ui/hooks/use-arrivals.ts'
import { useRest } from '#web/ui/hooks/use-rest.ts'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import { RowSpacer } from './row-spacer.tsx'
import type { RowTableProps } from './row-table.tsx'
import { TableRow } from './table-row.tsx'
import { useRowsInSight } from './use-rows-in-sight.ts'

type TableBodyProps<Row> = Pick<RowTableProps<Row>, 'columns' | 'rows' | 'rowKey' | 'openKey' | 'selection' | 'onIntent'>

const rowLink = '[data-row-link]'
const indexAt = (target: EventTarget) => Number((target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index)

/** The rows of a table: drawn where they are in sight, and walked through by arrows, or from anywhere on the page by J and K. */
export function TableBody<Row>({ columns, rows, rowKey, openKey, selection, onIntent }: TableBodyProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, last } = useRowsInSight(body, rows.length)
  const rest = useRest()
  const hasArrived = useArrivals(rows.map(rowKey))

  const expectRow = ({ target }: { target: EventTarget }) => {
    const row = rows[indexAt(target)]
    if (row !== undefined && onIntent) rest.begin(target as Element, () => onIntent(row))
  }
  const focusRow = (index: number) => {
    const find = () => body.current?.querySelector<HTMLElement>(`[data-index="${index}"] ${rowLink}`)
    const there = find()
    // At once where it can be: a key that repeats fast must find the focus moved.
    if (there) return there.focus()
    const { top = 0, height = 0 } = body.current?.getBoundingClientRect() ?? {}
    window.scrollBy({ top: top + (height * (index + 0.5)) / rows.length - window.innerHeight / 2 })
    requestAnimationFrame(() => find()?.focus())
  }
  /** From the row with the focus, else from the open one; with neither, the first row. */
  const step = (by: number) => {
    const at = document.activeElement ?? document.body
    const isOfOtherTable = at.closest('tbody') !== null && !body.current?.contains(at)
    const from = body.current?.contains(at) ? indexAt(at) : rows.findIndex((row) => rowKey(row) === openKey)
    const target = from < 0 ? 0 : from + by
    if (isOfOtherTable || !rows[target]) return false
    return focusRow(target)
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) })
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

  return (
    <tbody
      ref={body}
      role="rowgroup"
      onKeyDown={handleKeyDown}
      onMouseOver={expectRow}
      onMouseLeave={rest.end}
      onFocus={expectRow}
      onBlur={rest.end}
    >
      <RowSpacer rows={first} />
      {rows.slice(first, last).map((row, place) => {
        const key = rowKey(row)
        return (
          <TableRow
            key={key}
            row={row}
            index={first + place}
            columns={columns}
            isOpen={key === openKey}
            hasArrived={hasArrived(key)}
            isSelected={selection?.has(key) ?? false}
            selection={selection}
          />
        )
      })}
      <RowSpacer rows={rows.length - last} />
    </tbody>
  )
}
