import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import { followQuery } from '#web/shared/follow/follow-queries.ts'
import { Fact } from '#web/ui/display/facts.tsx'
import { ticketDetailsTexts } from './ticket-details.texts.ts'

/** For staff: who follows the ticket. Nothing while no one does. */
export function TicketFollowers({ customerId, ticketId }: { customerId: string; ticketId: string }) {
  const words = useTexts(ticketDetailsTexts)
  const { data } = useQuery(followQuery({ kind: 'ticket', customerId, id: ticketId }))
  return <Fact label={words.followers}>{data?.followers?.map(({ name }) => name).join(', ')}</Fact>
}
