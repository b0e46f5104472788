import { ArrowDownUp } from 'lucide-react'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import type { Sorting } from '#web/ui/table/sortable-header.tsx'

type SortMenuProps<Sort extends string> = {
  label: string
  sorts: readonly Sort[]
  names: Record<Sort, string>
  sorting: Sorting
  size?: 'sm' | 'compact-sm'
}

/** Every order of a list, also those that no column shows; a phone has no headers to sort by. */
export function SortMenu<Sort extends string>({ label, sorts, names, sorting: { sort, onSort }, size = 'sm' }: SortMenuProps<Sort>) {
  return (
    <MenuButton
      label={label}
      size={size}
      icon={<ArrowDownUp size={size === 'sm' ? 16 : 14} aria-hidden="true" />}
      items={sorts.map((one) => ({ key: one, label: names[one], isCurrent: one === sort, onChoose: () => onSort(one) }))}
    />
  )
}
