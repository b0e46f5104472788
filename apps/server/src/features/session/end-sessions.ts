import type { Transaction } from '#server/platform/database/transaction.ts'
import { markSessionsOfUserEnded } from './user-session-table.ts'

/** Ends all sessions of a user who leaves: they stay ended if the user is enabled again. */
export const endSessions = (
  transaction: Transaction,
  customerId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<number> => markSessionsOfUserEnded(transaction, customerId, userId, now)
