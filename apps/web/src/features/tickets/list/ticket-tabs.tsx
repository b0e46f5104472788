import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import { lazy, Suspense } from 'react'
import { ticketDetailsTexts } from '#web/features/tickets/details/ticket-details.texts.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'

const TicketHours = lazy(() => import('#web/features/tickets/hours/ticket-hours.tsx').then((module) => ({ default: module.TicketHours })))
const TicketDeliveries = lazy(() =>
  import('#web/features/tickets/details/ticket-deliveries.tsx').then((module) => ({ default: module.TicketDeliveries })),
)

export type TicketTab = 'conversation' | 'time' | 'mails'

type TicketTabsProps = { customerId: string; ticket: TicketDetails; byStaff: boolean; tab: TicketTab; onChoose: (tab: TicketTab) => void }

/** Beside the conversation, the time that was registered and, for staff, the emails that were sent. */
export function TicketTabs({ customerId, ticket, byStaff, tab, onChoose }: TicketTabsProps) {
  const words = useTexts(ticketDetailsTexts)
  const format = useFormat()
  const { ticketId, hours } = ticket
  const minutes = hours ? hours.totals.billable + hours.totals.nonBillable : 0
  const options: { value: TicketTab; label: string }[] = [{ value: 'conversation', label: words.conversation }]
  if (hours) options.push({ value: 'time', label: minutes > 0 ? `${words.time} · ${format.duration(minutes, 'hours')}` : words.time })
  if (byStaff) options.push({ value: 'mails', label: words.mails })
  return (
    <>
      <FilterTabs label={words.show} value={tab} options={options} onChange={onChoose} />
      <Suspense>
        {tab === 'time' && hours ? <TicketHours customerId={customerId} ticketId={ticketId} hours={hours} mayRegister={byStaff} /> : null}
        {tab === 'mails' && byStaff ? <TicketDeliveries customerId={customerId} ticketId={ticketId} /> : null}
      </Suspense>
    </>
  )
}
