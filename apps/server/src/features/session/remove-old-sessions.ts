import { removeOlderThan } from '#server/platform/jobs/remove-older-than.ts'
import { deleteUserSessionsForAllCustomers } from './user-session-table.ts'

/** Kept longer than any provider renews a token: an ended session must be known until no token is left that it refuses. */
export const removeOldSessions = removeOlderThan(180, deleteUserSessionsForAllCustomers, 5000)
