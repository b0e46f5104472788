import { gracePeriodMilliseconds as gracePeriod, bucketMilliseconds as realBucket } from '@vakt/domain/metrics/bucket.ts'
import type pg from 'pg'
import { addLatePointsAtOnce, replaceDueTimes } from './due-times.ts'

export * from '@vakt/domain/metrics/bucket.ts'

/**
 * How much faster buckets pass than in production: five minutes in ten seconds, the grace period in three. Faster, the day that a chart shows would
 * have more steps than may be asked for.
 */
const speed = 30
const bucketMs = realBucket / speed
const graceMs = gracePeriod / speed
export const gracePeriodMilliseconds = graceMs

/** When the fast clock started, in milliseconds since the epoch; its first bucket is the real one of that moment. */
const startedAt = Number(process.env.FAST_BUCKETS_FROM)
const firstSlot = Math.floor(startedAt / realBucket)

export const slotOf = (milliseconds: number): number => firstSlot + Math.floor((milliseconds - startedAt) / bucketMs)
export const bucketStart = (slot: number): number => startedAt + (slot - firstSlot) * bucketMs
export const bucketEnd = (slot: number): number => bucketStart(slot + 1)
export const lastClosedSlot = (now: number): number => slotOf(now - graceMs) - 1
/** When a bucket closes. */
export const bucketCloses = (slot: number): number => bucketEnd(slot) + graceMs

/** The same in the function of the database that notes when a bucket is due. */
export async function useFastDueTimes(owner: pg.ClientConfig): Promise<void> {
  const due = `to_timestamp(${(startedAt + graceMs) / 1000} + (s + 1 - ${firstSlot}) * ${bucketMs / 1000})`
  await replaceDueTimes(owner, { 'to_timestamp((s + 1) * 300.0 + 90)': due })
  await addLatePointsAtOnce(owner)
}
