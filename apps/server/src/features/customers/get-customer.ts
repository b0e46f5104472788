import type { Customer } from '@vakt/contract/customers/customers.ts'
import type { Context } from '#server/platform/context.ts'
import { inOneStatement } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type CustomerRow, readCustomer } from './customer-table.ts'

export { type CustomerRow, readCurrentCustomer } from './customer-table.ts'

/** A customer as the server needs it; undefined when there is none. */
export function findCustomer(context: Pick<Context, 'pool'>, customerId: string): Promise<CustomerRow | undefined> {
  return inOneStatement(context, customerId, (transaction) => readCustomer(transaction, customerId))
}

export async function getCustomer(context: Context, customerId: string): Promise<Customer> {
  const found = await findCustomer(context, customerId)
  if (!found) throw new NotFound()
  const { isProvider: _, ticketVisibility: __, timeZone: ___, ...customer } = found
  return customer
}
