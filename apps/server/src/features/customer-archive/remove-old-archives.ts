import { archiveKeptDays } from '@vakt/contract/customers/customer-archive.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { ObjectStorage, StoredObject } from '#server/platform/object-storage.ts'
import { archiveOfKey, archivePrefix } from './archive-store.ts'
import { deleteOldArchiveForAllCustomers, findKnownArchivesForAllCustomers } from './customer-archive-table.ts'

const dayMs = 86_400_000

async function removeUnknown(context: Context, storage: ObjectStorage, objects: StoredObject[]): Promise<void> {
  const ids = objects.flatMap(({ key }) => archiveOfKey(key) ?? [])
  const known = await workForAllCustomers(context, (transaction) => findKnownArchivesForAllCustomers(transaction, ids))
  for (const { key } of objects) {
    const archiveId = archiveOfKey(key)
    if (archiveId && !known.has(archiveId)) await storage.remove(key)
  }
}

/** Removes archives whose time is over, and from the object storage what belongs to none. Answers whether there is more. */
export async function removeOldArchives(context: Context, storage: ObjectStorage | null): Promise<boolean> {
  const { now } = context
  const askedBefore = new Date(now.getTime() - archiveKeptDays * dayMs)
  if (await workForAllCustomers(context, (transaction) => deleteOldArchiveForAllCustomers(transaction, { now, askedBefore }))) return true
  if (storage) for await (const objects of storage.list(archivePrefix)) await removeUnknown(context, storage, objects)
  return false
}
