import type { CSSProperties } from 'react'
import styles from './row-table.module.css'

/** Stands in a table for rows that are not drawn. */
export function RowSpacer({ rows }: { rows: number }) {
  if (rows <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" className={styles.spacer} style={{ '--rows': rows } as CSSProperties}>
      <td />
    </tr>
  )
}
