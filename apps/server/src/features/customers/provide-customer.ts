import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict } from '#server/platform/errors.ts'
import { readCustomerRecord } from './customer-record-table.ts'
import { readProviderForAllCustomers } from './provider-table.ts'
import { changeCustomer, createCustomer } from './save-customer.ts'

/** Creates the customer, or gives the one with this id the name and adds the domains. Harmless to repeat. The pool must log in as vakt_worker. */
export async function provideCustomer(
  context: Context,
  wanted: { customerId: string; name: string; emailDomains: string[] },
): Promise<'created' | 'changed' | 'unchanged'> {
  const { customerId, name } = wanted
  const found = await inTransaction(context, customerId, (transaction) => readCustomerRecord(transaction, customerId, { lock: false }))
  if (!found) {
    await createCustomer(context, { ...wanted, tenants: [] }, await workForAllCustomers(context, readProviderForAllCustomers))
    return 'created'
  }
  if (found.isProvider) throw Conflict.field('customerId', `${customerId} is the provider's own customer.`, 'customers.id_taken')
  const { tenants, version } = found
  const emailDomains = [...new Set([...found.emailDomains, ...wanted.emailDomains.map((domain) => domain.toLowerCase())])]
  if (found.name === name && emailDomains.length === found.emailDomains.length) return 'unchanged'
  await changeCustomer(context, customerId, { name, emailDomains, tenants, version })
  return 'changed'
}
