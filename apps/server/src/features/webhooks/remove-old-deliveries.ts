import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteDeliveriesForAllCustomers } from './webhook-delivery-table.ts'

const keptDays = 30
const mostAtOnce = 2000

/** The log of what webhooks were sent is kept 30 days. Answers whether there is more to remove. */
export async function removeOldDeliveries(context: Context): Promise<boolean> {
  const before = new Date(context.now.getTime() - keptDays * 86_400_000)
  const count = await workForAllCustomers(context, (transaction) => deleteDeliveriesForAllCustomers(transaction, before, mostAtOnce))
  return count === mostAtOnce
}
