import type { Customer } from '@vakt/contract/customers/customers.ts'
import type { Context } from '#server/platform/context.ts'
import { inOneStatement, type Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type CustomerRow, customers, presentStored, readCustomer, type StoredCustomer } from './customer-table.ts'

export type { CustomerRow } from './customer-table.ts'

/** A customer as the server needs it; undefined when there is none. */
export function findCustomer(context: Pick<Context, 'pool'>, customerId: string): Promise<CustomerRow | undefined> {
  return inOneStatement(context, customerId, (transaction) => readCustomer(transaction, customerId))
}

export async function getCustomer(context: Context, customerId: string): Promise<Customer> {
  const found = await findCustomer(context, customerId)
  if (!found) throw new NotFound()
  const { ticketVisibility: _, timeZone: __, isClosed: ___, ownRoles: ____, ...customer } = found
  return customer
}

/** The customer that the transaction has become by then, when no one knew it beforehand; undefined when it is none's. */
export async function readCurrentCustomer(transaction: Transaction): Promise<CustomerRow | undefined> {
  const statement = { name: 'read-current-customer', text: `${customers} where customer_id = current_customer()` }
  return presentStored((await transaction.query<StoredCustomer>(statement)).rows[0])
}
