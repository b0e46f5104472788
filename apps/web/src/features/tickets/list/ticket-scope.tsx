import { lazy, Suspense } from 'react'
import { ScopeTabs } from '#web/shared/customers/list-scope.tsx'
import type { TicketScreen } from './ticket-screen.ts'

const InboxViews = lazy(() => import('#web/shared/inbox/inbox-views.tsx').then((module) => ({ default: module.InboxViews })))

/** For the provider: the tickets of the customer, or the inbox of all with its numbers. */
export function TicketScope({ customerId, screen }: { customerId: string; screen: TicketScreen }) {
  const isAll = screen.search.all === true
  return (
    <>
      <ScopeTabs isAll={isAll} onChange={(all) => screen.change({ all })} />
      <Suspense>{isAll ? <InboxViews customerId={customerId} /> : null}</Suspense>
    </>
  )
}
