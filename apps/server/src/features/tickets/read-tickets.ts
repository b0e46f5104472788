import { presentServiceLevel, type StoredServiceLevel } from '#server/features/service-levels/present-service-level.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { findCustomerOfTicket } from './ticket-table.ts'

/** As the contract has it: moments as text, the clocks as they stand now. */
export function presentTicket<T extends { created: Date; modified: Date; serviceLevel: StoredServiceLevel }>(
  { created, modified, serviceLevel, ...ticket }: T,
  now: Date,
) {
  return {
    ...ticket,
    serviceLevel: presentServiceLevel(serviceLevel, now),
    created: created.toISOString(),
    modified: modified.toISOString(),
  }
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
