import { lazy, Suspense } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { ticketListTexts } from './ticket-list.texts.ts'
import type { TicketScreen } from './ticket-screen.ts'

const InboxViews = lazy(() => import('#web/shared/inbox/inbox-views.tsx').then((module) => ({ default: module.InboxViews })))

/** For the provider: the tickets of the customer, or the inbox of all with its numbers. */
export function TicketScope({ customerId, screen }: { customerId: string; screen: TicketScreen }) {
  const words = useTexts(ticketListTexts)
  const { name } = useShownCustomer()
  const isAll = screen.search.all === true
  return (
    <>
      <FilterTabs
        label={words.scope}
        value={isAll ? 'all' : 'one'}
        options={[
          { value: 'one', label: name },
          { value: 'all', label: words.allCustomers },
        ]}
        onChange={(value) => screen.change({ all: value === 'all' })}
      />
      <Suspense>{isAll ? <InboxViews customerId={customerId} /> : null}</Suspense>
    </>
  )
}
