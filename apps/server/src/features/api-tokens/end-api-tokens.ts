import type { Transaction } from '#server/platform/database/transaction.ts'
import { markApiTokensRevoked } from './api-token-table.ts'

/** Revokes all tokens of a user who leaves. */
export const endApiTokens = (
  transaction: Transaction,
  customerId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<number> => markApiTokensRevoked(transaction, customerId, userId, now)
