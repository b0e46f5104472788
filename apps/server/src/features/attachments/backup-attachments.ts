import { BackupRefused } from '#server/platform/backup/backup-format.ts'
import type { Client } from '#server/platform/backup/read-catalog.ts'
import type { BackupObject } from '#server/platform/backup/write-backup.ts'
import type { ObjectStorage } from '#server/platform/object-storage.ts'
import { keyOf, partOfKey } from './attachment-store.ts'
import { insertRestoredContentForAllCustomers, readPartsInBucketForAllCustomers } from './backup-attachment-table.ts'

/** How many are read from the bucket at a time, each of at most 4 MB. */
const batchSize = 8

/**
 * What a backup reads of the bucket: the contents of the attachments that its rows have there. One that the bucket has lost is reported and left
 * out, since it would keep everything else from being backed up.
 */
export const attachmentObjects = (storage: ObjectStorage | null, onMissing: (key: string) => void) =>
  async function* (client: Client): AsyncGenerator<BackupObject> {
    const parts = await readPartsInBucketForAllCustomers(client)
    if (parts.length === 0) return
    if (!storage)
      throw new BackupRefused(
        'Attachments of this database are in a bucket: set S3_ENDPOINT and its keys, or leave them out with --without-bucket.',
      )
    for (let first = 0; first < parts.length; first += batchSize) {
      const keys = parts.slice(first, first + batchSize).map(({ attachmentId, variant }) => keyOf(attachmentId, variant))
      const found = await Promise.all(keys.map(async (key) => ({ key, content: await storage.get(key) })))
      for (const { key, content } of found) {
        if (content) yield { key, content }
        else onMissing(key)
      }
    }
  }

/** Where a restore puts the content of an attachment: into the bucket, or where there is none into the database. */
export const restoreAttachment =
  (storage: ObjectStorage | null) =>
  async (client: Client, { key, content }: BackupObject) => {
    const part = partOfKey(key)
    if (!part) throw new BackupRefused(`The backup holds ${key}, which belongs to no attachment.`)
    if (storage) await storage.put(key, content)
    else await insertRestoredContentForAllCustomers(client, part, content)
  }
