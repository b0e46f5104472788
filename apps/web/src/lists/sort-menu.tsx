import { ArrowDownUp } from 'lucide-react'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import type { Sorting } from '#web/ui/table/sortable-header.tsx'

type SortMenuProps<Sort extends string> = { label: string; sorts: readonly Sort[]; names: Record<Sort, string>; sorting: Sorting }

/** Every order of a list, also those that no column shows; a phone has no headers to sort by. */
export function SortMenu<Sort extends string>({ label, sorts, names, sorting: { sort, onSort } }: SortMenuProps<Sort>) {
  return (
    <MenuButton
      label={label}
      icon={<ArrowDownUp size={16} aria-hidden="true" />}
      items={sorts.map((one) => ({ key: one, label: names[one], isCurrent: one === sort, onChoose: () => onSort(one) }))}
    />
  )
}
