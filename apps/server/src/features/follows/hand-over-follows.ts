import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Handover } from '#server/platform/handover.ts'
import { reassignFollows } from './follow-table.ts'

/** The taker follows what a user who leaves followed. */
export const handOverFollows = (transaction: Transaction, customerId: string, { leaver, taker, now }: Handover): Promise<void> =>
  reassignFollows(transaction, customerId, { from: leaver.userId, to: taker.userId, now })
