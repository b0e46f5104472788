import type { TicketStatus } from '@vakt/contract/tickets.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readMentions } from './find-ticket-people.ts'
import { lockSeenTicket, writeComment } from './write-to-ticket.ts'

export async function changeTicketStatus(
  context: Context,
  customerId: string,
  id: string,
  change: { status: TicketStatus; comment: string; mentions: string[]; version: number },
): Promise<{ commentId: string; temp_id: string }> {
  const { status } = change
  const ticketId = readNumericId(id)
  const mentions = await readMentions(context, customerId, ticketId, { ids: change.mentions, isPrivate: false })
  return inTransaction(context, customerId, async (transaction) => {
    const ticket = await lockSeenTicket(transaction, customerId, ticketId, change.version)
    const comment = { body: change.comment, private: false, mentions, status }
    const { added, before } = await writeComment(transaction, context, customerId, { ticketId, ticket, comment })
    await recordAction(transaction, context, customerId, {
      action: 'ticket.status',
      target: `ticket ${ticketId}`,
      details: { before, after: status },
    })
    announce(transaction, { type: 'ticket.changed', customerId, ticketId })
    return added
  })
}
