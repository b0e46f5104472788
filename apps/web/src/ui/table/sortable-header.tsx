// biome-ignore-all lint/a11y/noRedundantRoles: another display, as on a phone, takes away what a table means unless it is stated
import { ArrowDown, ArrowUp } from 'lucide-react'
import styles from './row-table.module.css'

export type Sorting = { sort: string; direction: 'asc' | 'desc'; onSort: (sort: string) => void }

type Props = { label: string; sort: string; sorting: Sorting; yields: boolean | undefined }

/** The head of a column by which the list can be sorted; again turns the order round. */
export function SortableHeader({ label, sort, sorting, yields }: Props) {
  const isActive = sorting.sort === sort
  const Arrow = isActive && sorting.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      role="columnheader"
      scope="col"
      data-yields={yields}
      aria-sort={isActive ? (sorting.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className={styles.sort} data-active={isActive || undefined} onClick={() => sorting.onSort(sort)}>
        {label}
        <Arrow size={12} aria-hidden="true" />
      </button>
    </th>
  )
}
