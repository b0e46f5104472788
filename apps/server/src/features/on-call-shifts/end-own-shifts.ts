import type { Transaction } from '#server/platform/database/transaction.ts'
import { deleteShiftFeed } from './shift-calendar-table.ts'
import { withdrawSwapsOf } from './swap-table.ts'

/** Of a user who leaves: open offers of shifts are withdrawn, and the address of their calendar ends. */
export async function endOwnShifts(transaction: Transaction, customerId: string, leaving: { userId: string; now: Date }): Promise<void> {
  await withdrawSwapsOf(transaction, customerId, leaving)
  await deleteShiftFeed(transaction, customerId, leaving.userId)
}
