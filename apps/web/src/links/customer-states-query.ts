import { queryOptions } from '@tanstack/react-query'
import { listCustomerStates } from '@vakt/contract/customer-states.ts'
import { call } from '#web/platform/api.ts'
import { allCustomers } from '#web/platform/live-keys.ts'
import type { LiveMeta } from '#web/platform/query.ts'

/** How each customer is, and how many tickets wait; for staff. */
export const customerStatesQuery = queryOptions({
  queryKey: ['incidents', allCustomers, 'states'],
  meta: { minIntervalMs: 5000 } satisfies LiveMeta,
  queryFn: ({ signal }) => call(listCustomerStates, { signal }),
})
