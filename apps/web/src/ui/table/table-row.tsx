// biome-ignore-all lint/a11y/noRedundantRoles: another display, as on a phone, takes away what a table means unless it is stated
import { memo } from 'react'
import styles from './row-table.module.css'
import type { Column } from './row-table.tsx'
import type { RowSelection } from './use-row-selection.ts'

type TableRowProps<Row> = {
  row: Row
  index: number
  columns: Column<Row>[]
  isOpen: boolean
  /** It came while the list was shown. */
  hasArrived: boolean
  isSelected: boolean
  selection: RowSelection<Row> | undefined
}

function DrawnRow<Row>({ row, index, columns, isOpen, hasArrived, isSelected, selection }: TableRowProps<Row>) {
  return (
    <tr
      role="row"
      className={styles.row}
      data-index={index}
      data-open={isOpen || undefined}
      data-arrived={hasArrived || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
    >
      {selection ? <selection.Box selection={selection} index={index} row={row} /> : null}
      {columns.map((column) => (
        <td key={column.key} role="cell" data-phone={column.phone} data-dim={column.isDim} data-yields={column.yields}>
          {column.wraps ? <div className={styles.wrapping}>{column.cell(row)}</div> : column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** A row stays as it was drawn while others come and go beside it. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow
