import { queryOptions } from '@tanstack/react-query'
import { getCustomerCard } from '@vakt/contract/customers/customer-cards.ts'
import { call } from '#web/platform/api.ts'

/** What staff should know about the customer; anyone else is refused. */
export const customerCardQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer-cards', customerId],
    queryFn: ({ signal }) => call(getCustomerCard, { params: { customerId }, signal }),
  })
