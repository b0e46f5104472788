import type { Transaction } from '#server/platform/database/transaction.ts'

/**
 * Removes a batch of a customer's rows from before a time. Answers how many went, and after what the next batch begins: null when none is left.
 * What is called removed may take rows of other tables with it.
 */
export type RemoveBatch = (
  transaction: Transaction,
  customerId: string,
  batch: { before: Date; now: Date; after: string | null },
) => Promise<{ removed: number; next: string | null }>

type Remove = (transaction: Transaction, customerId: string, batch: { before: Date; now: Date; limit: number }) => Promise<number>

/** Each batch begins with the oldest rows that are left. */
export const fromOldest =
  (limit: number, remove: Remove): RemoveBatch =>
  async (transaction, customerId, { before, now }) => {
    const removed = await remove(transaction, customerId, { before, now, limit })
    return { removed, next: removed === limit ? '' : null }
  }
