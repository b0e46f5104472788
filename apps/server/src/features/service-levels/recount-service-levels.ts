import type { Context } from '#server/platform/context.ts'
import { becomeCustomer, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { reckonServiceLevels } from './follow-service-levels.ts'
import { claimRecountForAllCustomers, noteRecounted, readOpenTickets, spreadRecountForAllCustomers } from './recount-table.ts'

const most = 500

/** After targets or calendars changed: reckons the next open tickets anew. Answers whether there is more to do. */
export function recountServiceLevels(context: Context): Promise<boolean> {
  const { now } = context
  return workForAllCustomers(context, async (transaction) => {
    const claimed = await claimRecountForAllCustomers(transaction)
    if (!claimed) return false
    if (claimed.forAll) {
      await spreadRecountForAllCustomers(transaction)
      return true
    }
    const { customerId, after } = claimed
    await becomeCustomer(transaction, customerId)
    const ticketIds = await readOpenTickets(transaction, customerId, after, most)
    await reckonServiceLevels(transaction, customerId, { ticketIds, now, due: 'pass over' })
    await noteRecounted(transaction, customerId, ticketIds.length === most ? (ticketIds.at(-1) ?? null) : null)
    if (ticketIds.length > 0) announce(transaction, { type: 'ticket.changed', customerId })
    return true
  })
}
