import styles from './row-checkbox.module.css'
import type { RowSelection } from './use-row-selection.ts'

/** The cell of a row by which it is chosen. */
export function RowCheckbox<Row>({ selection, index, row }: { selection: RowSelection<Row>; index: number; row: Row }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: another display, as on a phone, takes away what a table means unless it is stated
    <td role="cell" className={styles.cell} data-phone="choose">
      <label className={styles.box}>
        <input
          type="checkbox"
          aria-label={selection.labelOf(row)}
          checked={selection.has(selection.keyOf(row))}
          onChange={(event) => selection.toggle(index, { range: (event.nativeEvent as MouseEvent).shiftKey })}
        />
      </label>
    </td>
  )
}

/** All that are loaded, or none. */
export function SelectAllRows<Row>({ selection }: { selection: RowSelection<Row> }) {
  const { keys, isEverything, labelOfAll } = selection
  return (
    <label className={styles.box}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = keys.size > 0 && !isEverything
        }}
        type="checkbox"
        aria-label={labelOfAll}
        checked={isEverything}
        onChange={() => selection.toggleAll()}
      />
      <span className={styles.label} aria-hidden="true">
        {labelOfAll}
      </span>
    </label>
  )
}
