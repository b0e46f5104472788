import { statusAfterComment } from '@vakt/domain/ticket-status.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertComment, lockTicket, updateStatus } from './ticket-table.ts'

export async function addTicketComment(
  context: Context,
  customerId: string,
  id: string,
  comment: { body: string; private: boolean },
): Promise<{ commentId: string }> {
  const { actor, now } = context
  if (comment.private && !context.isStaff)
    throw Invalid.field('private', 'Only staff can write private comments.', 'ticket.comment_private')
  const ticketId = readNumericId(id)
  return inTransaction(context, customerId, async (transaction) => {
    const status = await lockTicket(transaction, customerId, ticketId)
    if (!status) throw new NotFound()
    if (status === 'closed') throw Conflict.field('', 'The ticket is closed. Open a new one that refers to it.', 'ticket.closed')
    const commentId = await insertComment(transaction, customerId, { ticketId, ...comment, actor, now })
    const after = comment.private ? status : statusAfterComment(status, { isStaff: context.isStaff })
    await updateStatus(transaction, customerId, { ticketId, before: status, after, actor, now })
    await recordAction(transaction, context, customerId, {
      action: 'ticket.comment',
      target: `ticket ${ticketId}`,
      details: { private: comment.private },
    })
    await announce(transaction, { type: 'ticket.changed', customerId, ticketId })
    return { commentId }
  })
}
