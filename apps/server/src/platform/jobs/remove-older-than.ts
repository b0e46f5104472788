import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'

/** Removes up to `limit` rows from before a time; returns how many. */
type Remove = (transaction: Transaction, before: Date, limit: number) => Promise<number>

/** The run of a schedule that keeps rows for so many days. Returns whether there are more to remove. */
export const removeOlderThan =
  (retentionDays: number, remove: Remove, batchSize = 2000) =>
  async (context: Context): Promise<boolean> => {
    const before = new Date(context.now.getTime() - retentionDays * 86_400_000)
    return (await workForAllCustomers(context, (transaction) => remove(transaction, before, batchSize))) === batchSize
  }
