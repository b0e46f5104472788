import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'

const maxTickets = 50

/** Only staff see deliveries: in the outbox, and on the ticket that they are about. */
export function announceDeliveries(transaction: Transaction, deliveries: { customerId: string; ticketId: string | null }[]): void {
  const [first] = deliveries
  if (first) announce(transaction, { type: 'outbox.changed', customerId: first.customerId })
  const tickets = new Map(deliveries.flatMap(({ customerId, ticketId }) => (ticketId ? [[ticketId, customerId] as const] : [])))
  for (const [ticketId, customerId] of [...tickets].slice(0, maxTickets))
    announce(transaction, { type: 'ticket.changed', customerId, ticketId, staffOnly: true })
}
