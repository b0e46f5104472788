import type { CustomerClosing } from '@vakt/contract/customers/customer-closing.ts'
import { endSessionsOfCustomer } from '#server/features/session/end-sessions-of-customer.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { jobChannel } from '#server/platform/jobs/job-table.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { type ClosingRow, countEffect, deleteClosing, insertClosing, readClosing } from './closed-customer-table.ts'

async function find(transaction: Transaction, customerId: string, lock: boolean): Promise<ClosingRow> {
  const found = await readClosing(transaction, customerId, { lock })
  if (!found) throw new NotFound()
  return found
}

async function present(transaction: Transaction, customerId: string, now: Date): Promise<CustomerClosing> {
  const found = await find(transaction, customerId, false)
  return {
    name: found.name,
    closing: found.at && { at: found.at.toISOString(), by: found.by },
    effect: await countEffect(transaction, customerId, now),
  }
}

export function getCustomerClosing(context: Context, customerId: string): Promise<CustomerClosing> {
  return inTransaction(context, customerId, (transaction) => present(transaction, customerId, context.now))
}

function refuseToClose({ name, isProvider }: ClosingRow, confirmation: string): void {
  if (isProvider) throw Conflict.field('', "The provider's own customer cannot be closed.", 'customer_closing.provider')
  if (confirmation.trim() !== name.trim())
    throw Invalid.field('confirmation', 'Enter the name of the customer exactly as it is written.', 'customer_closing.name_differs')
}

/** Everything of the customer ends with the next request and the next job; what is stored stays. Harmless of one that is closed. */
export function closeCustomer(context: Context, customerId: string, { confirmation }: { confirmation: string }): Promise<CustomerClosing> {
  const { now } = context
  return inTransaction(context, customerId, async (transaction) => {
    const found = await find(transaction, customerId, true)
    refuseToClose(found, confirmation)
    if (!found.at) {
      await insertClosing(transaction, customerId, { at: now, by: nameOfActor(context.actor) })
      await endSessionsOfCustomer(transaction, customerId, now)
      await recordAction(transaction, context, customerId, { action: 'customer.close', target: customerId, details: { name: found.name } })
      announce(transaction, { type: 'access.changed', customerId })
    }
    return present(transaction, customerId, now)
  })
}

/** Harmless of a customer that is not closed. Its people sign in again, and what it was sent meanwhile has to be sent again. */
export function reopenCustomer(context: Context, customerId: string): Promise<CustomerClosing> {
  return inTransaction(context, customerId, async (transaction) => {
    const { at, name } = await find(transaction, customerId, true)
    if (at) {
      await deleteClosing(transaction, customerId)
      await recordAction(transaction, context, customerId, { action: 'customer.reopen', target: customerId, details: { name } })
      announce(transaction, { type: 'access.changed', customerId })
      transaction.announceOnCommit(jobChannel)
    }
    return present(transaction, customerId, context.now)
  })
}
