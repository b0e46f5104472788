import type { Transaction } from '#server/platform/database/transaction.ts'
import { Unavailable } from '#server/platform/errors.ts'
import type { ObjectStorage } from '#server/platform/object-storage.ts'
import { insertContent } from './attachment-table.ts'

export type AttachmentVariant = 'whole' | 'preview'
export type AttachmentContents = { whole: Buffer; preview: Buffer | null }

type KeptContents = {
  /** After the row of the attachment was made, in its transaction. */
  settle(transaction: Transaction): Promise<void>
  /** When there will be no row. */
  discard(): Promise<void>
}

/** Where the contents of attachments are. Each is written once, and read as long as its row is there. */
export type AttachmentStore = {
  keep(customerId: string, attachmentId: string, contents: AttachmentContents): Promise<KeptContents>
  /** What is not in the database. */
  fetch(attachmentId: string, variant: AttachmentVariant): Promise<Buffer>
}

const partsOf = ({ whole, preview }: AttachmentContents): { variant: AttachmentVariant; content: Buffer }[] => [
  { variant: 'whole', content: whole },
  ...(preview ? [{ variant: 'preview' as const, content: preview }] : []),
]

const databaseStore: AttachmentStore = {
  async keep(customerId, attachmentId, contents) {
    return {
      async settle(transaction) {
        for (const part of partsOf(contents)) await insertContent(transaction, customerId, { attachmentId, ...part })
      },
      async discard() {},
    }
  },
  async fetch() {
    throw new Unavailable(5, new Error('The attachment is in the object storage, and S3_ENDPOINT is not set.'))
  },
}

export const objectPrefix = 'attachments/'
export const keyOf = (attachmentId: string, variant: AttachmentVariant) => `${objectPrefix}${attachmentId}/${variant}`

/** What an object is a part of; null for objects that are not ours. */
export function partOfKey(key: string): { attachmentId: string; variant: AttachmentVariant } | null {
  const [, attachmentId, variant] = /^attachments\/([0-9a-f-]{36})\/(whole|preview)$/.exec(key) ?? []
  return attachmentId ? { attachmentId, variant: variant as AttachmentVariant } : null
}

const objectStore = (storage: ObjectStorage): AttachmentStore => ({
  async keep(_customerId, attachmentId, contents) {
    await Promise.all(partsOf(contents).map(({ variant, content }) => storage.put(keyOf(attachmentId, variant), content)))
    return {
      async settle() {},
      async discard() {
        await Promise.all(partsOf(contents).map(({ variant }) => storage.remove(keyOf(attachmentId, variant))))
      },
    }
  },
  async fetch(attachmentId, variant) {
    const content = await storage.get(keyOf(attachmentId, variant))
    if (!content) throw new Error(`The object storage has no ${keyOf(attachmentId, variant)}.`)
    return content
  },
})

/** In the object storage where there is one, else in the database; what went to the database earlier is still read from there. */
export const createAttachmentStore = (storage: ObjectStorage | null): AttachmentStore => (storage ? objectStore(storage) : databaseStore)
