// biome-ignore-all lint/a11y/noRedundantRoles: another display, as on a phone, takes away what a table means unless it is stated
import type { ReactNode } from 'react'
import { LoadMore } from './load-more.tsx'
import styles from './row-table.module.css'
import { SortableHeader, type Sorting } from './sortable-header.tsx'
import { TableBody } from './table-body.tsx'
import type { RowSelection } from './use-row-selection.ts'

export type Column<Row> = {
  key: string
  label: string
  /** CSS width; the column without one takes what is left. */
  width?: string
  /** Where the cell goes when a row has two lines: `yielding` into the room that the others leave in the second, `hidden` nowhere. */
  phone: 'first' | 'second' | 'yielding' | 'hidden'
  /** Its text may take two lines; every row of the table is then as high as that. */
  wraps?: boolean
  /** Goes where the table is narrow, as beside an open panel. */
  yields?: boolean
  /** Stands back behind the others. */
  isDim?: boolean
  /** Where columns can be chosen: shown only when it is asked for, or `always`. */
  choice?: 'asked' | 'always'
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
  /** Rows can be chosen: by their boxes, with Shift up to the last one, by X, and by Shift with an arrow; on a phone by touch once that was started. */
  selection?: RowSelection<Row> | undefined
  /** The pointer or the focus stays at a row: what it leads to can be fetched. */
  onIntent?: ((row: Row) => void) | undefined
  hasMore?: boolean
  isLoadingMore?: boolean
  moreFailed?: boolean
  onMore?: () => void
}

/** Rows of plain cells. One cell of each row holds the link marked `data-row-link`: it covers the row, and arrows move between them. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, columns, rows, rowKey, openKey, sorting, selection, onIntent, hasMore, isLoadingMore, moreFailed, onMore } = props
  return (
    <div className={styles.frame}>
      <table
        className={styles.table}
        role="table"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        data-by-touch={selection?.isByTouch || undefined}
        data-wraps={columns.some(({ wraps }) => wraps) || undefined}
      >
        <colgroup>
          {selection ? <col className={styles.choose} /> : null}
          {columns.map(({ key, width, yields }) => (
            <col key={key} data-yields={yields} style={width ? { width } : {}} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {selection ? (
              <th role="columnheader" scope="col">
                <selection.BoxOfAll selection={selection} />
              </th>
            ) : null}
            {columns.map((column) =>
              column.sort && sorting ? (
                <SortableHeader key={column.key} label={column.label} sort={column.sort} sorting={sorting} yields={column.yields} />
              ) : (
                <th key={column.key} role="columnheader" scope="col" data-yields={column.yields}>
                  {column.label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <TableBody columns={columns} rows={rows} rowKey={rowKey} openKey={openKey} selection={selection} onIntent={onIntent} />
      </table>
      {hasMore && onMore ? <LoadMore isLoading={isLoadingMore ?? false} failed={moreFailed ?? false} onMore={onMore} /> : null}
    </div>
  )
}
