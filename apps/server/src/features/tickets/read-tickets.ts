import type { Ticket, TicketDetails } from '@vakt/contract/tickets.ts'
import type { Context } from '#server/platform/context.ts'
import { inOneStatement, inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import {
  findCustomerOfTicket,
  type ListedTicket,
  readChanges,
  readComments,
  readTicket,
  readTicketCounts,
  readTicketPage,
  type TicketFilter,
} from './ticket-table.ts'

function present<T extends ListedTicket>({ modifiedKey: _, created, modified, ...ticket }: T) {
  return { ...ticket, created: created.toISOString(), modified: modified.toISOString() }
}

export async function listTickets(
  context: Context,
  customerId: string,
  { limit = 50, ...filter }: TicketFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<Ticket>> {
  const rows = await inOneStatement(context, customerId, (transaction) => readTicketPage(transaction, customerId, { filter, after, limit }))
  const page = nextPage(rows, limit, ({ modifiedKey, ticketId }) => [modifiedKey, ticketId])
  return { ...page, rows: page.rows.map(present) }
}

export function countTickets(context: Context, customerId: string) {
  return inOneStatement(context, customerId, (transaction) => readTicketCounts(transaction, customerId))
}

export async function getTicket(context: Context, customerId: string, id: string): Promise<TicketDetails> {
  const ticketId = readNumericId(id)
  return inTransaction(context, customerId, async (transaction) => {
    const ticket = await readTicket(transaction, customerId, ticketId)
    if (!ticket) throw new NotFound()
    const comments = await readComments(transaction, customerId, ticketId, { withPrivate: context.isStaff })
    const history = await readChanges(transaction, customerId, ticketId)
    return {
      ...present(ticket),
      incident: ticket.incident as TicketDetails['incident'],
      comments: comments.map((comment) => ({ ...comment, created: comment.created.toISOString() })),
      history: history.map((change) => ({ ...change, at: change.at.toISOString() })),
    }
  })
}

/** For links that name the ticket only. Staff find any; everybody else their own customer's. */
export async function findTicket(context: CallContext, id: string): Promise<{ customerId: string; ticketId: string }> {
  const ticketId = readNumericId(id)
  const own = context.caller?.customerId ?? ''
  const find = (transaction: Parameters<typeof findCustomerOfTicket>[0]) => findCustomerOfTicket(transaction, ticketId)
  const customerId = context.isStaff ? await readForAllCustomers(context, find) : await inTransaction(context, own, find)
  if (!customerId) throw new NotFound()
  return { customerId, ticketId }
}
