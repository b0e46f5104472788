import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { flag } from '#web/platform/list-search.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'

const ChooseCustomerPage = lazy(() => import('./choose-customer-page.tsx').then((module) => ({ default: module.ChooseCustomerPage })))

/** Screens of one customer that staff also come to while all customers are chosen. */
export type AskedFor = 'rule' | 'process' | 'reports' | 'window'

type Props = { what: AskedFor; children: ReactNode; beside?: ReactNode }

/** The screen, after staff who come from all customers have chosen the one that it is for. `beside`: what they can do for several. */
export function AskForCustomer({ what, children, beside }: Props) {
  const { all } = useSearch({ strict: false }) as { all?: unknown }
  if (!isStaff(useSession()) || !flag(all)) return children
  return (
    <Suspense>
      <ChooseCustomerPage what={what} beside={beside} />
    </Suspense>
  )
}
