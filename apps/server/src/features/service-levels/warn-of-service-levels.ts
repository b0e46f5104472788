import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { reckonServiceLevels } from './follow-service-levels.ts'
import { readTicketsToWarnForAllCustomers } from './ticket-level-table.ts'

const most = 200

/** Gives the warnings that are due, each once: it is noted in the transaction that tells it. Answers whether there may be more. */
export async function warnOfServiceLevels(context: Context): Promise<boolean> {
  const { now } = context
  const found = await workForAllCustomers(context, (transaction) => readTicketsToWarnForAllCustomers(transaction, { now, limit: most }))
  for (const [customerId, tickets] of Map.groupBy(found, (ticket) => ticket.customerId)) {
    const ticketIds = tickets.map(({ ticketId }) => ticketId)
    await inTransaction(context, customerId, (transaction) => reckonServiceLevels(transaction, customerId, { ticketIds, now, due: 'give' }))
  }
  return found.length === most
}
