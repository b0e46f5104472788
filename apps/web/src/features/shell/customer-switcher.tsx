import { lazy, Suspense } from 'react'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import classes from './customer-switcher.module.css'

const NamedSwitcher = lazy(() => import('./named-switcher.tsx').then((module) => ({ default: module.NamedSwitcher })))

/** Whose data the screen shows; for staff, and for who belongs to several customers, with the way to another. */
export function CustomerSwitcher() {
  const session = useSession()
  const { name } = useShownCustomer()
  if (!isStaff(session) && !session.user.customers) return <span className={classes.customer}>{name}</span>
  return (
    <Suspense>
      <NamedSwitcher />
    </Suspense>
  )
}
