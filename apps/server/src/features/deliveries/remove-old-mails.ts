import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteMailsForAllCustomers } from './delivery-table.ts'

const retentionMs = 90 * 86_400_000
const batchSize = 2000

/** Returns whether there are more to remove. */
export async function removeOldMails(context: Context): Promise<boolean> {
  const before = new Date(context.now.getTime() - retentionMs)
  return (await workForAllCustomers(context, (transaction) => deleteMailsForAllCustomers(transaction, before, batchSize))) === batchSize
}
