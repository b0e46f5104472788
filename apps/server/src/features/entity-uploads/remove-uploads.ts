import { uploadLimits } from '@vakt/contract/entities/entity-uploads.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteContentsForAllCustomers, deleteEmptyUploadsForAllCustomers } from './upload-removal-table.ts'

const hour = 3_600_000

/** Takes away what was imported, refused or removed, what broke off while it was sent, and what is older than a day. Answers whether there is more. */
export async function removeUploads({ now, ...context }: Context): Promise<boolean> {
  const olderThan = new Date(now.getTime() - uploadLimits.keptHours * hour)
  const silentSince = new Date(now.getTime() - hour)
  const removed = await workForAllCustomers(context, (transaction) =>
    deleteContentsForAllCustomers(transaction, { olderThan, silentSince }),
  )
  if (removed > 0) return true
  await workForAllCustomers(context, (transaction) => deleteEmptyUploadsForAllCustomers(transaction, olderThan))
  return false
}
