import type { TicketStatus } from '@vakt/contract/tickets.ts'
import { texts } from '#web/platform/texts.ts'

export const ticketStatusTexts = texts(
  { new: 'New', in_progress: 'In progress', waiting_for_customer: 'Waiting for you', resolved: 'Resolved', closed: 'Closed' } satisfies Record<TicketStatus, string>,
  { new: 'Nytt', in_progress: 'Pågår', waiting_for_customer: 'Väntar på dig', resolved: 'Löst', closed: 'Stängt' },
)

export const linkTexts = texts(
  {
    ticket: 'Ticket',
    loading: 'Loading…',
    unavailable: 'Not available right now.',
    changed: 'Changed',
    openIncidents: 'Open incidents',
    resourceGroup: 'Resource group',
    region: 'Region',
  },
  {
    ticket: 'Ärende',
    loading: 'Laddar…',
    unavailable: 'Inte tillgängligt just nu.',
    changed: 'Ändrat',
    openIncidents: 'Öppna incidenter',
    resourceGroup: 'Resursgrupp',
    region: 'Region',
  },
)
