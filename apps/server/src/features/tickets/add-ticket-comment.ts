import type { NewHours } from '@vakt/contract/tickets/ticket-hours.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readMentions } from './find-ticket-people.ts'
import { addHours } from './register-hours.ts'
import type { LockedTicket } from './ticket-change-table.ts'
import { lockSeenTicket, type TicketComment, writeComment } from './write-to-ticket.ts'

/** Time is registered by staff only. Throws Invalid. */
export function refuseHoursOfCustomer({ isStaff }: Pick<Context, 'isStaff'>, hours: NewHours | undefined): void {
  if (hours && !isStaff) throw Invalid.field('hours', 'Only the provider’s staff can register time.', 'ticket.fact_of_staff')
}

/** Takes nothing away from anybody, so that it need not have seen the latest version. */
export async function addTicketComment(
  context: Context,
  customerId: string,
  id: string,
  comment: { body: string; private: boolean; mentions: string[]; hours?: NewHours },
): Promise<{ commentId: string; temp_id: string }> {
  const isPrivate = comment.private
  if (isPrivate && !context.isStaff) throw Invalid.field('private', 'Only staff can write private comments.', 'ticket.comment_private')
  refuseHoursOfCustomer(context, comment.hours)
  const ticketId = readNumericId(id)
  const mentions = await readMentions(context, customerId, ticketId, { ids: comment.mentions, isPrivate })
  return inTransaction(context, customerId, async (transaction) => {
    const ticket = await lockSeenTicket(transaction, customerId, ticketId, null)
    const written = { body: comment.body, private: isPrivate, mentions }
    const added = await commentOn(transaction, context, customerId, { ticketId, ticket, comment: written })
    if (comment.hours) await addHours(transaction, context, customerId, { ticketId, entry: comment.hours })
    await keepAnswer(transaction, context, customerId, added)
    return added
  })
}

/** Comments on a locked ticket. */
export async function commentOn(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { ticketId, ticket, comment }: { ticketId: string; ticket: LockedTicket; comment: TicketComment },
): Promise<{ commentId: string; temp_id: string }> {
  const { added } = await writeComment(transaction, context, customerId, { ticketId, ticket, comment })
  const isPrivate = comment.private
  await recordAction(transaction, context, customerId, {
    action: 'ticket.comment',
    target: `ticket ${ticketId}`,
    details: { private: isPrivate },
  })
  announce(transaction, { type: 'ticket.changed', customerId, ticketId, ...(isPrivate ? { staffOnly: true } : {}) })
  return added
}
