import { type CustomerClosing, standardEraseAfterDays } from '@vakt/contract/customers/customer-closing.ts'
import { followGroupsOnCommit } from '#server/features/customers/follow-groups.ts'
import { dropMissedDeliveries } from '#server/features/deliveries/drop-missed.ts'
import { dropMissedEscalations } from '#server/features/paging/drop-missed.ts'
import { endSessionsOfCustomer } from '#server/features/session/end-sessions-of-customer.ts'
import { dropOverdueWebhookDeliveries } from '#server/features/webhooks/drop-overdue.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { jobChannel } from '#server/platform/jobs/job-table.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { type ClosingRow, countEffect, deleteClosing, insertClosing, readClosing, updateTerm } from './closed-customer-table.ts'

async function find(transaction: Transaction, customerId: string, lock: boolean): Promise<ClosingRow> {
  const found = await readClosing(transaction, customerId, { lock })
  if (!found) throw new NotFound()
  return found
}

const presentClosing = ({ at, by, erasesAt, reason, erasingSince, erasingBy }: ClosingRow): CustomerClosing['closing'] =>
  at && {
    at: at.toISOString(),
    by,
    erasesAt: erasesAt?.toISOString() ?? null,
    reason,
    erasing: erasingSince && { since: erasingSince.toISOString(), by: erasingBy },
  }

async function present(transaction: Transaction, customerId: string, now: Date): Promise<CustomerClosing> {
  const found = await find(transaction, customerId, false)
  return {
    name: found.name,
    closing: presentClosing(found),
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

type Term = { eraseAfterDays?: number | null; reason?: string }

const reasonMissing = () => Invalid.field('reason', 'Say why.', 'customer_closing.reason_missing')

const inDays = (from: Date, days: number | null) => (days === null ? null : new Date(from.getTime() + days * 86_400_000))

const isBeingErased = () => Conflict.field('', 'The customer is being erased.', 'customer_closing.erasing')

/** Everything of the customer ends with the next request and the next job; what is stored stays until it is erased. Harmless of one that is closed. */
export async function closeCustomer(
  context: Context,
  customerId: string,
  { confirmation, eraseAfterDays = standardEraseAfterDays, reason: given = '' }: Term & { confirmation: string },
): Promise<CustomerClosing> {
  const { now } = context
  const reason = given.trim() || null
  if (eraseAfterDays === null && !reason) throw reasonMissing()
  return inTransaction(context, customerId, async (transaction) => {
    const found = await find(transaction, customerId, true)
    refuseToClose(found, confirmation)
    if (!found.at) {
      await insertClosing(transaction, customerId, {
        at: now,
        by: nameOfActor(context.actor),
        erasesAt: inDays(now, eraseAfterDays),
        reason,
      })
      await endSessionsOfCustomer(transaction, customerId, now)
      await recordAction(transaction, context, customerId, {
        action: 'customer.close',
        target: customerId,
        details: { name: found.name, eraseAfterDays, ...(reason && { reason }) },
      })
      announce(transaction, { type: 'access.changed', customerId })
    }
    return present(transaction, customerId, now)
  })
}

/** The days count from the closing. A term that has passed is refused: whoever wants that erases it now. */
export async function setErasingTerm(
  context: Context,
  customerId: string,
  { eraseAfterDays, reason: given }: { eraseAfterDays: number | null; reason: string },
): Promise<CustomerClosing> {
  const reason = given.trim()
  if (!reason) throw reasonMissing()
  return inTransaction(context, customerId, async (transaction) => {
    const { at, erasesAt: before } = await find(transaction, customerId, true)
    if (!at) throw Conflict.field('', 'The customer is not closed.', 'customer_closing.not_closed')
    const erasesAt = inDays(at, eraseAfterDays)
    if (erasesAt && erasesAt <= context.now)
      throw Invalid.field('eraseAfterDays', 'This day has passed. Erase the customer now instead.', 'customer_closing.term_passed')
    if (!(await updateTerm(transaction, customerId, { erasesAt, reason }))) throw isBeingErased()
    await recordAction(transaction, context, customerId, {
      action: 'customer.term',
      target: customerId,
      details: { before, after: erasesAt, reason },
    })
    return present(transaction, customerId, context.now)
  })
}

/**
 * Harmless of a customer that is not closed. Its people sign in again, and what it was sent meanwhile has to be sent again. Pages, messages and
 * deliveries to webhooks whose time has passed are dropped. What its groups got meanwhile it gets now.
 */
export function reopenCustomer(context: Context, customerId: string): Promise<CustomerClosing> {
  return inTransaction(context, customerId, async (transaction) => {
    const { at, name } = await find(transaction, customerId, true)
    if (at) {
      if (!(await deleteClosing(transaction, customerId))) throw isBeingErased()
      await dropMissedEscalations(transaction, customerId, context.now)
      await dropMissedDeliveries(transaction, customerId, context.now)
      await dropOverdueWebhookDeliveries(transaction, customerId, context.now)
      await followGroupsOnCommit(transaction, customerId)
      await recordAction(transaction, context, customerId, { action: 'customer.reopen', target: customerId, details: { name } })
      announce(transaction, { type: 'access.changed', customerId })
      transaction.announceOnCommit(jobChannel)
    }
    return present(transaction, customerId, context.now)
  })
}
