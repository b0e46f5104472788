/** What happens to a ticket and is told to people and other systems. */
export const ticketEventKinds = ['created', 'commented', 'status_changed', 'mentioned', 'assigned', 'service_level_warning'] as const
export type TicketEventKind = (typeof ticketEventKinds)[number]
