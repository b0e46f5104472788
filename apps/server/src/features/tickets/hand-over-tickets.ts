import { noteEvent } from '#server/features/events/note-event.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Handover } from '#server/platform/handover.ts'
import { announceTickets } from '#server/platform/live/announce.ts'
import { reassignTickets } from './ticket-handover-table.ts'

/** Gives the open tickets of a user who leaves to the taker, who is notified as of any ticket that they are given. */
export async function handOverTickets(
  transaction: Transaction,
  customerId: string,
  { leaver, taker, actor, now }: Handover,
): Promise<void> {
  const ticketIds = await reassignTickets(transaction, customerId, { from: leaver.userId, to: taker, actor, now })
  if (ticketIds.length === 0) return
  const given = ticketIds.map((subjectId) => ({
    topic: 'ticket' as const,
    kind: 'assigned' as const,
    subjectId,
    namedUserIds: [taker.userId],
  }))
  await noteEvent(transaction, { customerId, actor, now }, ...given)
  announceTickets(transaction, customerId, ticketIds)
}
