import type { ManyTicketsOutcome, TicketUndo } from '@vakt/contract/tickets/ticket-list.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { changeTicketFacts } from './change-ticket-facts.ts'
import { doEachTicket } from './do-each-ticket.ts'
import type { LockedTicket } from './ticket-change-table.ts'
import { lockSeenTicket } from './write-to-ticket.ts'

/** Of what was changed, that which is still so, as it was before. */
function stillSo(now: LockedTicket, { was, became }: TicketUndo): TicketUndo['was'] {
  const is = (fact: 'priority' | 'assigneeId') => was[fact] !== undefined && now[fact] === became[fact]
  return {
    ...(is('priority') ? { priority: was.priority } : {}),
    ...(is('assigneeId') ? { assigneeId: was.assigneeId } : {}),
    ...(was.tags && JSON.stringify(now.tags) === JSON.stringify(became.tags) ? { tags: was.tags } : {}),
  } as TicketUndo['was']
}

async function undoOne(context: Context, undo: TicketUndo): Promise<void> {
  const { customerId, ticketId } = undo
  const now = await inTransaction(context, customerId, (transaction) =>
    lockSeenTicket(transaction, customerId, readNumericId(ticketId), null),
  )
  const facts = stillSo(now, undo)
  if (Object.keys(facts).length === 0)
    throw Conflict.field('', 'Someone has changed this ticket in the meantime.', 'ticket.changed_meanwhile')
  await changeTicketFacts(context, customerId, ticketId, { version: now.version, ...facts }, { isUndo: true })
}

/** Takes back what is still as the change of many tickets left it. */
export async function undoManyTickets(
  context: Context,
  tickets: TicketUndo[],
): Promise<{ undone: number; refused: ManyTicketsOutcome['refused'] }> {
  const { results, refused } = await doEachTicket(context, tickets, (undo) => undoOne(context, undo))
  return { undone: results.length, refused }
}
