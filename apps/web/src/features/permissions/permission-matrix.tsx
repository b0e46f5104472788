// biome-ignore-all lint/a11y/noRedundantRoles: another display, as on a phone, takes away what a table means unless it is stated
// biome-ignore-all lint/a11y/useSemanticElements: as above
import type { FeatureKey } from '@vakt/contract/features.ts'
import { Trash2 } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { areas, keyOf } from '#web/shared/access/feature-areas.ts'
import { cellAfterKey, columns } from './matrix-cells.ts'
import { withFeature } from './permission-draft.ts'
import styles from './permission-matrix.module.css'
import { permissionTexts } from './permissions.texts.ts'

export type MatrixRow = {
  key: string
  name: string
  /** The role as the identity provider names it, or what else is said of the row. */
  note?: string | undefined
  features: readonly FeatureKey[]
  onChange: (features: FeatureKey[]) => void
  onRemove?: (() => void) | undefined
}

/** `bound` is what the customer has: a role has nothing beyond it. */
type PermissionMatrixProps = { label: string; rows: MatrixRow[]; bound: readonly FeatureKey[] }

/** Who may do what, all roles in one table. One stop of the Tab key: arrow keys move between the boxes, Space changes one. */
export function PermissionMatrix({ label, rows, bound }: PermissionMatrixProps) {
  const words = useTexts(permissionTexts)
  const table = useRef<HTMLTableElement>(null)
  const [cell, setCell] = useState({ row: 0, column: 0 })
  const current = { row: Math.min(cell.row, rows.length - 1), column: cell.column }
  const boxAt = (row: number, column: number) => table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}-${column}"]`)

  function move(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLInputElement) || event.altKey || event.ctrlKey || event.metaKey) return
    const next = cellAfterKey(event.key, current, rows.length)
    if (!next) return
    event.preventDefault()
    boxAt(next.row, next.column)?.focus()
  }

  function noteCell({ target }: FocusEvent) {
    const [row, column] = (target.getAttribute('data-cell') ?? '').split('-').map(Number)
    if (row !== undefined && column !== undefined) setCell({ row, column })
  }

  return (
    <table ref={table} role="table" className={styles.matrix} aria-label={label} onKeyDown={move} onFocus={noteCell}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" rowSpan={2}>
            {words.role}
          </th>
          {areas.map((area) => (
            <th key={area} role="columnheader" scope="colgroup" colSpan={keyOf(area, 'write') ? 2 : 1} data-begins>
              {words.areas[area]}
            </th>
          ))}
          <th role="columnheader" scope="col" rowSpan={2}>
            <span className={styles.unseen}>{words.remove}</span>
          </th>
        </tr>
        <tr role="row">
          {columns.map(({ area, level }) => (
            <th key={`${area} ${level}`} role="columnheader" scope="col" data-begins={level === 'read' || undefined}>
              {words[level]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, name, note, features, onChange, onRemove }, row) => (
          <tr key={key} role="row">
            <th role="rowheader" scope="row">
              <span className={styles.name}>{name}</span>
              {note ? <span className={styles.note}>{note}</span> : null}
            </th>
            {columns.map(({ area, level, feature }, column) => {
              const isOn = features.includes(feature)
              const isBeyond = isOn && row > 0 && !bound.includes(feature)
              const said = words.cell(name, words.areas[area], words[level])
              return (
                <td key={feature} role="cell" data-level={level} data-beyond={isBeyond || undefined}>
                  <label title={isBeyond ? words.notEnabled : undefined}>
                    <span className={styles.area} aria-hidden="true">
                      {level === 'read' ? words.areas[area] : null}
                    </span>
                    <span className={styles.level} aria-hidden="true">
                      {words[level]}
                    </span>
                    <input
                      type="checkbox"
                      data-cell={`${row}-${column}`}
                      tabIndex={row === current.row && column === current.column ? 0 : -1}
                      aria-label={isBeyond ? `${said}. ${words.notEnabled}` : said}
                      checked={isOn}
                      onChange={(event) => onChange(withFeature(features, area, level, event.currentTarget.checked))}
                    />
                  </label>
                </td>
              )
            })}
            <td role="cell" data-level="remove">
              {onRemove ? (
                <button type="button" className={styles.remove} aria-label={words.removeRole(name)} title={words.remove} onClick={onRemove}>
                  <Trash2 size={16} aria-hidden="true" />
                </button>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
