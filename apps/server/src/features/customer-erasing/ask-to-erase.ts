import type { CustomerErasing } from '@vakt/contract/customers/customer-erasing.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { countContent, type ErasingRow, markErasing, readErasing } from './erasing-table.ts'

export const erasingQueueName = 'erase-customer'

async function find(transaction: Transaction, customerId: string, lock: boolean): Promise<ErasingRow> {
  const found = await readErasing(transaction, customerId, { lock })
  if (!found) throw new NotFound()
  return found
}

async function present(transaction: Transaction, customerId: string): Promise<CustomerErasing> {
  const { name, since } = await find(transaction, customerId, false)
  return { name, since: since?.toISOString() ?? null, content: await countContent(transaction, customerId) }
}

export function getCustomerErasing(context: Context, customerId: string): Promise<CustomerErasing> {
  return inTransaction(context, customerId, (transaction) => present(transaction, customerId))
}

function refuse({ name, isProvider, closedAt }: ErasingRow, confirmation: string): void {
  if (isProvider) throw Conflict.field('', "The provider's own customer cannot be erased.", 'customer_erasing.provider')
  if (!closedAt) throw Conflict.field('', 'Close the customer first.', 'customer_erasing.not_closed')
  if (confirmation.trim() !== name.trim())
    throw Invalid.field('confirmation', 'Enter the name of the customer exactly as it is written.', 'customer_erasing.name_differs')
}

/** A job begins at once, and nothing stops it. Harmless of one that is being erased. */
export function eraseCustomer(context: Context, customerId: string, { confirmation }: { confirmation: string }): Promise<CustomerErasing> {
  return inTransaction(context, customerId, async (transaction) => {
    const found = await find(transaction, customerId, true)
    refuse(found, confirmation)
    if (await markErasing(transaction, customerId, { at: context.now, by: nameOfActor(context.actor) })) {
      await enqueueJobs(transaction, [{ queue: erasingQueueName, customerId, rowId: customerId }])
      await recordAction(transaction, context, customerId, { action: 'customer.erase', target: customerId, details: { name: found.name } })
    }
    return present(transaction, customerId)
  })
}
