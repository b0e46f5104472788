import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteNotificationsForAllCustomers } from './notification-table.ts'

const retentionMs = 180 * 86_400_000
const batchSize = 2000

/** Returns whether there are more to remove. */
export async function removeOldNotifications(context: Context): Promise<boolean> {
  const before = new Date(context.now.getTime() - retentionMs)
  return (
    (await workForAllCustomers(context, (transaction) => deleteNotificationsForAllCustomers(transaction, before, batchSize))) === batchSize
  )
}
