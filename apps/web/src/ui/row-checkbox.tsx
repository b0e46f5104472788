import styles from './row-table.module.css'
import type { RowSelection } from './use-row-selection.ts'

export function RowCheckbox<Row>({ selection, index, row }: { selection: RowSelection<Row>; index: number; row: Row }) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={selection.labelOf(row)}
        checked={selection.has(selection.keyOf(row))}
        onChange={(event) => selection.toggle(index, { range: (event.nativeEvent as MouseEvent).shiftKey })}
      />
    </label>
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
    </label>
  )
}
