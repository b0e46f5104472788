import { ticketSorts } from '@vakt/contract/ticket-filters.ts'
import { ArrowDownUp } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import type { Sorting } from '#web/ui/table/sortable-header.tsx'
import { ticketListTexts } from './ticket-list.texts.ts'

/** Every order of the list, also those that no column shows. */
export function TicketOrder({ sorting: { sort, onSort }, isSearched }: { sorting: Sorting; isSearched: boolean }) {
  const words = useTexts(ticketListTexts)
  return (
    <MenuButton
      label={words.sort}
      icon={<ArrowDownUp size={16} aria-hidden="true" />}
      items={ticketSorts
        .filter((one) => one !== 'relevance' || isSearched)
        .map((one) => ({ key: one, label: words.sortBy[one], isCurrent: one === sort, onChoose: () => onSort(one) }))}
    />
  )
}
