import { ArrowDownUp } from 'lucide-react'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import type { Sorting } from '#web/ui/table/sortable-header.tsx'

type SortMenuProps<Sort extends string> = {
  label: string
  sorts: readonly Sort[]
  names: Record<Sort, string>
  sorting: Sorting
  size?: 'sm' | 'compact-sm'
  /** Without its word, where a phone has no room for it. */
  showsIcon?: boolean
}

/** Every order of a list, also those that no column shows; a phone has no headers to sort by. */
export function SortMenu<Sort extends string>(props: SortMenuProps<Sort>) {
  const { label, sorts, names, size = 'sm', showsIcon = false } = props
  const { sort, onSort } = props.sorting
  const icon = <ArrowDownUp size={size === 'sm' ? 16 : 14} aria-hidden="true" />
  return (
    <MenuButton
      {...(showsIcon ? { label: icon, ariaLabel: label } : { label, icon })}
      size={size}
      items={sorts.map((one) => ({ key: one, label: names[one], isCurrent: one === sort, onChoose: () => onSort(one) }))}
    />
  )
}
