import type { Context } from '#server/platform/context.ts'
import { removeOlderThan } from '#server/platform/jobs/remove-older-than.ts'
import { deleteSessionTokensForAllCustomers } from './session-token-table.ts'
import { deleteUserSessionsForAllCustomers } from './user-session-table.ts'

const batchSize = 5000
/** Kept longer than any provider renews a token: an ended session must be known until no token is left that it refuses. */
const removeSessions = removeOlderThan(180, deleteUserSessionsForAllCustomers, batchSize)
/** A day after they expired, whatever the clocks say. */
const removeTokens = removeOlderThan(1, deleteSessionTokensForAllCustomers, batchSize)

/** Removes sessions and tokens that are no longer needed. Returns whether there are more. */
export async function removeOldSessions(context: Context): Promise<boolean> {
  const [moreTokens, moreSessions] = [await removeTokens(context), await removeSessions(context)]
  return moreTokens || moreSessions
}
