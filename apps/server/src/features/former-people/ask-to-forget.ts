import type { User } from '@vakt/contract/users/users.ts'
import { findAdministered, findHeld, present } from '#server/features/handovers/read-holdings.ts'
import { markForgotten } from '#server/features/users/change-user.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { labelOf } from './former-label.ts'

export const forgettingQueueName = 'forget-people'

/** Has what names a user replaced everywhere, by a job. The entry of the audit log does not name them. */
export async function forgetUser(
  context: CallContext,
  { customerId, userId: id }: { customerId: string; userId: string },
  { confirmation }: { confirmation: string },
): Promise<User> {
  const userId = readUuid(id)
  const customer = await findAdministered(context, customerId)
  const { onlyTicketsOf: _, ...everything } = context
  return inTransaction(everything, customerId, async (transaction) => {
    const user = await markForgotten(transaction, customerId, { userId, confirmation, now: context.now })
    const { holdings } = present(await findHeld(transaction, context, { customer, userId, to: null }), customer, context)
    if (holdings.some(({ outcome }) => outcome === 'taken'))
      throw Conflict.field('', 'Hand over what is in their hands first.', 'users.forget.holds')
    await enqueueJobs(transaction, [{ queue: forgettingQueueName, customerId, rowId: userId }])
    await recordAction(transaction, context, customerId, {
      action: 'user.forget',
      target: userId,
      details: { label: labelOf(userId, 'en') },
    })
    return user
  })
}
