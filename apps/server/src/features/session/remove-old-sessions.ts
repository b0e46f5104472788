import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteUserSessionsForAllCustomers } from './user-session-table.ts'

/** Longer than any provider renews a token by itself: an ended session must be remembered until nothing is left to refuse. */
const keptDays = 180
const mostAtOnce = 5000

/** Answers whether there are more to remove. */
export async function removeOldSessions(context: Context): Promise<boolean> {
  const unseenSince = new Date(context.now.getTime() - keptDays * 86_400_000)
  const count = await workForAllCustomers(context, (transaction) => deleteUserSessionsForAllCustomers(transaction, unseenSince, mostAtOnce))
  return count === mostAtOnce
}
