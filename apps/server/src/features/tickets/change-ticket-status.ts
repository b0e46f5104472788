import type { TicketStatus } from '@vakt/contract/tickets.ts'
import { nextStatuses } from '@vakt/domain/ticket-status.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertComment, lockTicket, updateStatus } from './ticket-table.ts'

export async function changeTicketStatus(
  context: Context,
  customerId: string,
  id: string,
  change: { status: TicketStatus; from: TicketStatus; comment: string },
): Promise<undefined> {
  const { actor, now } = context
  const ticketId = readNumericId(id)
  await inTransaction(context, customerId, async (transaction) => {
    const before = await lockTicket(transaction, customerId, ticketId)
    if (!before) throw new NotFound()
    if (before !== change.from)
      throw Conflict.field('status', `The status has become "${before}" in the meantime.`, 'ticket.status.changed_meanwhile')
    if (!nextStatuses(before).includes(change.status)) {
      const allowed = nextStatuses(before).join(', ') || 'none'
      throw Invalid.field(
        'status',
        `A ticket that is "${before}" cannot become "${change.status}"; possible: ${allowed}.`,
        'ticket.status.not_possible',
      )
    }
    await insertComment(transaction, customerId, { ticketId, body: change.comment, private: false, actor, now })
    await updateStatus(transaction, customerId, { ticketId, before, after: change.status, actor, now })
    await recordAction(transaction, context, customerId, {
      action: 'ticket.status',
      target: `ticket ${ticketId}`,
      details: { before, after: change.status },
    })
    await announce(transaction, { type: 'ticket.changed', customerId, ticketId })
  })
}
