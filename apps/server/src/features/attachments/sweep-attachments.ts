import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { ObjectStorage, StoredObject } from '#server/platform/object-storage.ts'
import { objectPrefix, partOfKey } from './attachment-store.ts'
import { findKnownAttachmentsForAllCustomers } from './attachment-table.ts'
import { lockObjects } from './backup-attachment-table.ts'

/** By then every upload that was going on has its row, or will never have one. */
const youngestMilliseconds = 3_600_000

async function removeUnknown(context: Context, storage: ObjectStorage, objects: StoredObject[]): Promise<number> {
  const found = objects.flatMap(({ key, modifiedAt }) => {
    const attachmentId = partOfKey(key)?.attachmentId
    return attachmentId && context.now.getTime() - modifiedAt.getTime() > youngestMilliseconds ? [{ key, attachmentId }] : []
  })
  const ids = found.map(({ attachmentId }) => attachmentId)
  const known = await workForAllCustomers(context, async (transaction) =>
    // A backup that reads the bucket keeps what its rows refer to, though they may be gone by now.
    (await lockObjects(transaction)) ? findKnownAttachmentsForAllCustomers(transaction, ids) : new Set(ids),
  )
  const orphans = found.filter(({ attachmentId }) => !known.has(attachmentId))
  for (const { key } of orphans) await storage.remove(key)
  return orphans.length
}

/** Removes from the object storage what belongs to no attachment: of uploads that were cut off, and of tickets that were removed. */
export async function sweepAttachments(context: Context, storage: ObjectStorage): Promise<number> {
  let removed = 0
  for await (const objects of storage.list(objectPrefix)) removed += await removeUnknown(context, storage, objects)
  if (removed > 0) context.log.info({ removed }, 'orphaned attachments removed')
  return removed
}
