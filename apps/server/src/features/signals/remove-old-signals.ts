import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteSignalsForAllCustomers } from './signal-table.ts'

const keptDays = 30
const mostAtOnce = 5000

/** Raw signals are kept 30 days. Answers whether there are more to remove. */
export async function removeOldSignals(context: Context): Promise<boolean> {
  const before = new Date(context.now.getTime() - keptDays * 86_400_000)
  const count = await workForAllCustomers(context, (transaction) => deleteSignalsForAllCustomers(transaction, before, mostAtOnce))
  return count === mostAtOnce
}
