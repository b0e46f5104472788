import type { ObjectStorage } from '#server/platform/object-storage.ts'

type Part = { archiveId: string; writingId: string; number: number }

export const archivePrefix = 'customer-archives/'
const keyOfPart = ({ archiveId, writingId, number }: Part) => `${archivePrefix}${archiveId}/${writingId}/${number}`

/** Null for objects that are not ours. */
export const archiveOfKey = (key: string): string | null => /^customer-archives\/([0-9a-f-]{36})\//.exec(key)?.[1] ?? null

/**
 * Where the parts of archives are: with the attachments, in the object storage where there is one, else in the database. `put` returns what the
 * database keeps of a part.
 */
export type ArchiveStore = {
  put(part: Part, content: Buffer): Promise<Buffer | null>
  /** What is not in the database; null where it is gone. */
  get(part: Part): Promise<Buffer | null>
}

export const createArchiveStore = (storage: ObjectStorage | null): ArchiveStore => ({
  async put(part, content) {
    if (!storage) return content
    await storage.put(keyOfPart(part), content)
    return null
  },
  get: async (part) => (storage ? storage.get(keyOfPart(part)) : null),
})
