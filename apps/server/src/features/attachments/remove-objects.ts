import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { ObjectStorage } from '#server/platform/object-storage.ts'
import { keyOf } from './attachment-store.ts'
import { lockObjects } from './backup-attachment-table.ts'

/** Of attachments whose rows are gone. While a backup reads the bucket they stay, and `sweepAttachments` removes them. */
export async function removeObjects(context: Context, storage: ObjectStorage, attachmentIds: readonly string[]): Promise<void> {
  if (attachmentIds.length === 0 || !(await workForAllCustomers(context, lockObjects))) return
  for (const attachmentId of attachmentIds)
    for (const variant of ['whole', 'preview'] as const) await storage.remove(keyOf(attachmentId, variant))
}
