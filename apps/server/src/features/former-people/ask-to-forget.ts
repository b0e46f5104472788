import type { User } from '@vakt/contract/users/users.ts'
import { findAdministered, readHoldings } from '#server/features/handovers/read-holdings.ts'
import { markForgotten } from '#server/features/users/change-user.ts'
import { getUser } from '#server/features/users/list-users.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { labelOf } from './former-label.ts'

export const forgettingQueueName = 'forget-people'

async function refuse(context: CallContext, params: { customerId: string; userId: string }, user: User, confirmation: string) {
  if (!user.isDisabled)
    throw Conflict.field('', 'Disable the user first: only someone who has left can be forgotten.', 'users.forget.active')
  if (user.isForgotten) throw Conflict.field('', 'This user is forgotten already.', 'users.forget.done')
  if (confirmation.trim().toLowerCase() !== user.email.toLowerCase())
    throw Invalid.field('confirmation', 'Write the e-mail address of the user.', 'users.forget.confirmation_wrong')
  const { holdings } = await readHoldings(context, params, {})
  if (holdings.some(({ outcome }) => outcome === 'taken'))
    throw Conflict.field('', 'Hand over what is in their hands first.', 'users.forget.holds')
}

/** Has what names a user replaced everywhere, by a job. The entry of the audit log does not name them. */
export async function forgetUser(
  context: CallContext,
  params: { customerId: string; userId: string },
  { confirmation }: { confirmation: string },
): Promise<User> {
  const { customerId } = params
  const userId = readUuid(params.userId)
  await findAdministered(context, customerId)
  await refuse(context, params, await getUser(context, customerId, userId), confirmation)
  return inTransaction(context, customerId, async (transaction) => {
    const user = await markForgotten(transaction, customerId, userId, context.now)
    await enqueueJobs(transaction, [{ queue: forgettingQueueName, customerId, rowId: userId }])
    await recordAction(transaction, context, customerId, {
      action: 'user.forget',
      target: userId,
      details: { label: labelOf(userId, 'en') },
    })
    return user
  })
}
