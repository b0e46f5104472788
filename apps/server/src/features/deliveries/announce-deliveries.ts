import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'

const maxTickets = 50

/** Only staff see deliveries: in the outbox, and on the ticket that they are about. What became of those of a run everyone sees who follows it. */
export function announceDeliveries(
  transaction: Transaction,
  deliveries: { customerId: string; ticketId: string | null; kind: string }[],
): void {
  const [first] = deliveries
  if (first) announce(transaction, { type: 'outbox.changed', customerId: first.customerId })
  const customersOfRuns = new Set(deliveries.filter(({ kind }) => kind === 'process').map(({ customerId }) => customerId))
  for (const customerId of customersOfRuns) announce(transaction, { type: 'process-run.changed', customerId })
  const tickets = new Map(deliveries.flatMap(({ customerId, ticketId }) => (ticketId ? [[ticketId, customerId] as const] : [])))
  for (const [ticketId, customerId] of [...tickets].slice(0, maxTickets))
    announce(transaction, { type: 'ticket.changed', customerId, ticketId, staffOnly: true })
}
