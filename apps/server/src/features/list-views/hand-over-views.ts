import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Handover } from '#server/platform/handover.ts'
import { reassignViews } from './list-view-table.ts'

/** The taker has the saved views of a user who leaves; those that were shared stay shared. */
export const handOverViews = (transaction: Transaction, customerId: string, { leaver, taker }: Handover): Promise<void> =>
  reassignViews(transaction, customerId, { from: leaver.userId, to: taker })
