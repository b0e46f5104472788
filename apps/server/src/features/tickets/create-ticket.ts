import type { NewTicket } from '@vakt/contract/tickets.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertTicket } from './ticket-table.ts'

export async function createTicket(
  context: CallContext,
  customerId: string,
  ticket: NewTicket,
): Promise<{ ticketId: string; temp_id: string }> {
  const { caller } = context
  // Somebody of the provider writes on the customer's behalf: they are no user of this customer.
  const requester = { userId: caller?.customerId === customerId ? caller.userId : null, name: caller?.name ?? 'Vakt' }
  return inTransaction(context, customerId, async (transaction) => {
    const created = await insertTicket(transaction, customerId, { ...ticket, requester, now: context.now })
    await recordAction(transaction, context, customerId, { action: 'ticket.create', target: `ticket ${created.ticketId}` })
    await announce(transaction, { type: 'ticket.changed', customerId, ticketId: created.ticketId })
    return created
  })
}
