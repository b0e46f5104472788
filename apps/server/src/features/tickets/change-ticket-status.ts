import type { NewHours } from '@vakt/contract/tickets/ticket-hours.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { refuseHoursOfCustomer } from './add-ticket-comment.ts'
import { readMentions } from './find-ticket-people.ts'
import { addHours } from './register-hours.ts'
import type { LockedTicket } from './ticket-change-table.ts'
import { acknowledgeIncident, lockIncidentOfTicket } from './ticket-of-incident.ts'
import { lockSeenTicket, type TicketComment, writeComment } from './write-to-ticket.ts'

export async function changeTicketStatus(
  context: Context,
  customerId: string,
  id: string,
  change: { status: TicketStatus; comment: string; mentions: string[]; version: number; hours?: NewHours },
): Promise<{ commentId: string; temp_id: string }> {
  const { status, hours } = change
  refuseHoursOfCustomer(context, hours)
  const ticketId = readNumericId(id)
  const mentions = await readMentions(context, customerId, ticketId, { ids: change.mentions, isPrivate: false })
  return inTransaction(context, customerId, async (transaction) => {
    const incidentId = context.isStaff ? await lockIncidentOfTicket(transaction, customerId, ticketId) : null
    const ticket = await lockSeenTicket(transaction, customerId, ticketId, change.version)
    const comment = { body: change.comment, private: false, mentions, status }
    const added = await setStatus(transaction, context, customerId, { ticketId, ticket, comment, incidentId })
    if (hours) await addHours(transaction, context, customerId, { ticketId, entry: hours })
    await keepAnswer(transaction, context, customerId, added)
    return added
  })
}

/** Gives a locked ticket another status, with the comment that explains it; staff acknowledge its incident, which is locked too. */
export async function setStatus(
  transaction: Transaction,
  context: Context,
  customerId: string,
  {
    ticketId,
    ticket,
    comment,
    incidentId,
  }: { ticketId: string; ticket: LockedTicket; comment: TicketComment & { status: TicketStatus }; incidentId: string | null },
): Promise<{ commentId: string; temp_id: string }> {
  const { added, before } = await writeComment(transaction, context, customerId, { ticketId, ticket, comment })
  await recordAction(transaction, context, customerId, {
    action: 'ticket.status',
    target: `ticket ${ticketId}`,
    details: { before, after: comment.status },
  })
  if (incidentId !== null && before === 'new') await acknowledgeIncident(transaction, context, customerId, incidentId)
  announce(transaction, { type: 'ticket.changed', customerId, ticketId })
  return added
}
