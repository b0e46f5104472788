import type { CustomerSettings } from '@vakt/contract/customers/customer-settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { readSettings } from './customer-settings-table.ts'

/** How Vakt behaves for this customer, inside a transaction that may see it. */
export async function readCustomerSettings(transaction: Transaction, customerId: string): Promise<CustomerSettings> {
  const settings = await readSettings(transaction, customerId, { lock: false })
  if (!settings) throw new NotFound()
  return settings
}

/** Whether anyone who asks is shown the registered time of the customer's tickets. */
export const maySeeHours = (context: Pick<Context, 'isStaff'>, settings: Pick<CustomerSettings, 'hoursShown'>): boolean =>
  context.isStaff || settings.hoursShown
