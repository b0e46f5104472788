import { hourTypes } from '@vakt/contract/tickets/ticket-filters.ts'
import { hourKindTexts } from '#web/features/tickets/hours/hour-kinds.texts.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { lastOf } from './last-of.ts'
import type { TicketScreen } from './ticket-screen.ts'

/** Tickets with registered time of a type, or billable or not. */
export function TimeFilter({ screen, label }: { screen: TicketScreen; label: string }) {
  const kinds = useTexts(hourKindTexts)
  const { search, change } = screen
  return (
    <FilterSelect
      label={label}
      value={[...(search.billable === undefined ? [] : [search.billable ? 'billable' : 'notBillable']), ...(search.hourType ?? [])]}
      options={[
        { value: 'billable', label: kinds.billable },
        { value: 'notBillable', label: kinds.nonBillable },
        ...hourTypes.map((type) => ({ value: type, label: kinds[type] })),
      ]}
      onChange={(values) => change({ billable: lastOf(values, 'billable', 'notBillable'), hourType: values })}
    />
  )
}
