import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteOldRunsForAllCustomers } from './connector-run-table.ts'

const retentionDays = 180

/** What changed about each entity is kept beyond the run that saw it. */
export async function removeOldRuns(context: Context): Promise<boolean> {
  const before = new Date(context.now.getTime() - retentionDays * 24 * 3_600_000)
  return (await workForAllCustomers(context, (transaction) => deleteOldRunsForAllCustomers(transaction, before))) > 0
}
