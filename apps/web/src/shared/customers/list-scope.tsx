import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { lazy, Suspense } from 'react'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { Column } from '#web/ui/table/row-table.tsx'
import { scopeTexts } from './scope.texts.ts'

// Customers' users have one customer: they load neither.
const Tabs = lazy(() => import('./scope-controls.tsx').then((module) => ({ default: module.ScopeTabs })))
const Filter = lazy(() => import('./scope-controls.tsx').then((module) => ({ default: module.CustomersFilter })))

/** A row of one customer, or of one among all of them, which says whose it is. */
export type MaybeOfCustomer = { customer?: { customerId: string; name: string } | undefined }

export const ownerOf = ({ customer }: MaybeOfCustomer, customerId: string): string => customer?.customerId ?? customerId

/** Whether a list is of all customers: only the provider's staff have such lists. */
export const useIsOfAll = (search: { all?: true }): boolean => isStaff(useSession()) && search.all === true

/** For staff: the list of the customer that is shown, or that of all. */
export function ScopeTabs(props: { isAll: boolean; onChange: (all: true | undefined) => void }) {
  if (!isStaff(useSession())) return null
  return (
    // So that its line has its place at once.
    <Suspense fallback={<span />}>
      <Tabs {...props} />
    </Suspense>
  )
}

/** Which of all customers a list shows. */
export function CustomersFilter(props: { value: readonly string[]; onChange: (customerIds: string[]) => void }) {
  if (!useSession().can(customerChoiceAccess)) return null
  return (
    <Suspense>
      <Filter {...props} />
    </Suspense>
  )
}

/** Whose each row is; to choose it narrows the list to that customer. */
export function useCustomerColumn<Row extends MaybeOfCustomer>(isAll: boolean): Column<Row>[] {
  const words = useTexts(scopeTexts)
  if (!isAll) return []
  return [
    {
      key: 'customer',
      label: words.customer,
      width: '9.5rem',
      phone: 'second',
      choice: 'always',
      cell: ({ customer }) => <bdi title={customer?.name}>{customer?.name}</bdi>,
    },
  ]
}
