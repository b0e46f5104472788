import { queryOptions } from '@tanstack/react-query'
import { getTicket } from '@vakt/contract/tickets/ticket-details.ts'
import { call } from '#web/platform/api.ts'

export const ticketQuery = (customerId: string, ticketId: string) =>
  queryOptions({
    queryKey: ['tickets', customerId, 'one', ticketId],
    queryFn: ({ signal }) => call(getTicket, { params: { customerId, ticketId }, signal }),
  })
