import { queryOptions } from '@tanstack/react-query'
import { listCustomers } from '@vakt/contract/administration.ts'
import { call } from '#web/platform/api.ts'

const shownAtMost = 500

/** For staff: how many incidents are open at each customer. */
export const customerStandingQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'customers'],
    queryFn: ({ signal }) => call(listCustomers, { query: { limit: shownAtMost }, signal }),
    select: ({ result }) => result,
  })
