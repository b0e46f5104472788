export const bucketMilliseconds = 300_000

/** Buckets are numbered from the epoch, in UTC: the number is called a slot. */
export const slotOf = (milliseconds: number): number => Math.floor(milliseconds / bucketMilliseconds)
export const bucketStart = (slot: number): number => slot * bucketMilliseconds
export const bucketEnd = (slot: number): number => (slot + 1) * bucketMilliseconds
