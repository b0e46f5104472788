import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'

/** What happened to a mail only staff see: in the outbox, and on the ticket that it is about. */
export function announceMail(transaction: Transaction, { customerId, ticketId }: { customerId: string; ticketId: string | null }): void {
  announce(transaction, { type: 'outbox.changed', customerId })
  if (ticketId) announce(transaction, { type: 'ticket.changed', customerId, ticketId, staffOnly: true })
}
