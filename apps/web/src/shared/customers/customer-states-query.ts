import { queryOptions } from '@tanstack/react-query'
import { listCustomerStates } from '@vakt/contract/customers/customer-states.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'

/** How each customer is, and how many tickets wait; for staff. */
export const customerStatesQuery = queryOptions({
  queryKey: ['incidents', allCustomers, 'states'],
  queryFn: ({ signal }) => call(listCustomerStates, { signal }),
})
