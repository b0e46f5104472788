import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readTicketPage } from '#web/features/tickets/ticket-queries.ts'
import { keepSeenList, type PlaceInList, placeIn, readSeenList, type SeenList, withNextPage } from './seen-list.ts'

const isNearEnd = ({ position, of }: PlaceInList) => of - position < 2

async function readNextPage(list: SeenList, signal: AbortSignal): Promise<SeenList> {
  if (!list.continuation) return list
  const { filter, token } = list.continuation
  const page = await readTicketPage(list.customerId, filter, { continuationToken: token, signal })
  const tickets = page.result.map(({ ticketId, customer }) => ({ customerId: customer?.customerId ?? list.customerId, ticketId }))
  const longer = withNextPage(list, { tickets, token: page.continuation_token })
  keepSeenList(longer)
  return longer
}

/** Where a ticket stands in the list that was seen last, which goes on beyond what was loaded when the ticket is near its end. */
export function usePlaceInSeenList(ticketId: string): PlaceInList | null {
  const [list] = useState(readSeenList)
  const place = list && placeIn(list, ticketId)
  const { data } = useQuery({
    queryKey: ['seen-tickets', list?.customerId, list?.continuation],
    queryFn: ({ signal }) => (list ? readNextPage(list, signal) : null),
    enabled: Boolean(place && isNearEnd(place) && list?.continuation),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ? placeIn(data, ticketId) : place
}
