/** What happens to a ticket and is reported to users and webhooks. */
export const ticketEventKinds = ['created', 'commented', 'status_changed', 'mentioned', 'assigned', 'service_level_warning'] as const
export type TicketEventKind = (typeof ticketEventKinds)[number]
