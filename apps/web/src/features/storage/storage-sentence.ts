import type { NoDisk, Storage } from '@vakt/contract/retention/storage.ts'

/** What the page says first: how large the database is, how fast it grows, and what that means for its disk. */
export type StorageSentence = {
  growth: 'unknown' | 'grows' | 'steady'
  disk: NoDisk['reason'] | 'fills' | 'lasts' | 'known'
}

/** Below a megabyte a day nothing is said to grow: the files of a database always breathe by some pages. */
const steadyBytesPerDay = 2 ** 20

export function sentenceOf({ growthPerDay, disk, noDisk }: Pick<Storage, 'growthPerDay' | 'disk' | 'noDisk'>): StorageSentence {
  const growth = growthPerDay === null ? 'unknown' : growthPerDay < steadyBytesPerDay ? 'steady' : 'grows'
  if (!disk) return { growth, disk: noDisk?.reason ?? 'another_machine' }
  if (growth !== 'grows') return { growth, disk: 'known' }
  return { growth, disk: disk.fullAt ? 'fills' : 'lasts' }
}
