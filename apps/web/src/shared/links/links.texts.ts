import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { texts } from '#web/platform/texts.ts'

export const ticketStatusTexts = texts(
  {
    new: 'New',
    in_progress: 'In progress',
    waiting_for_customer: 'Waiting for customer',
    resolved: 'Resolved',
    closed: 'Closed',
  } satisfies Record<TicketStatus, string>,
  { new: 'Nytt', in_progress: 'Pågår', waiting_for_customer: 'Väntar på kund', resolved: 'Löst', closed: 'Stängt' },
)

export const linkTexts = texts(
  {
    loading: 'Loading…',
    createTicket: 'Create ticket',
    unavailable: 'Not available right now.',
    changed: 'Changed',
    stale: 'Not seen lately',
    noTrail: 'Nothing has been recorded.',
  },
  {
    loading: 'Laddar…',
    createTicket: 'Skapa ärende',
    unavailable: 'Inte tillgängligt just nu.',
    changed: 'Ändrat',
    stale: 'Inte sedd på sistone',
    noTrail: 'Inget har sparats om det.',
  },
)
