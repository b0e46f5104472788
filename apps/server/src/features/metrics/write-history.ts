import { bucketsPerDay, bucketsPerHour, lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'
import type { Buckets } from '@vakt/domain/metrics/bucket-columns.ts'
import { mergeColumns } from '@vakt/domain/metrics/merge-columns.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { makePastPartitions, readKnownBuckets, writeChunks, writeDays } from './metric-bucket-table.ts'
import { noteDayOfSeries, noteFirstSlotOfNew } from './metric-series-table.ts'
import { longAgo } from './metric-store.ts'
import { packBuckets, packChunks } from './pack-buckets.ts'
import { keptDays } from './pack-days.ts'

/** What is missing of the past: days in their packed form, the newest first, and after them closed buckets up to now. */
export type MissingHistory = { days: number[]; slots: number[] }

/**
 * Finds what was never written of the last `days` days of a customer. Days that are packed already, or wait for it, count as written even
 * where they have gaps.
 */
export async function findMissingHistory(
  transaction: Transaction,
  customerId: string,
  { days, now }: { days: number; now: Date },
): Promise<MissingHistory> {
  const lastClosed = lastClosedSlot(now.getTime())
  const yesterday = Math.floor(now.getTime() / 86_400_000) - 1
  const known = await readKnownBuckets(transaction, customerId)
  const written = new Set(known.days)
  const missing = Array.from({ length: days - 1 }, (_, index) => yesterday - 1 - index).filter((day) => !written.has(day))
  const first = Math.max(yesterday * bucketsPerDay, (known.lastSlot ?? 0) + 1)
  return { days: missing, slots: Array.from({ length: Math.max(0, lastClosed - first + 1) }, (_, index) => first + index) }
}

export const isKeptByHoursOnly = (day: number, now: Date): boolean => day < Math.floor(now.getTime() / 86_400_000) - keptDays

/** Makes the partitions of days that are over, in a transaction of its own: others who make some wait until it ends, a second at most. */
export async function prepareDays({ pool, now }: Pick<Context, 'pool' | 'now'>, days: readonly number[]): Promise<void> {
  const oldestKept = Math.floor(now.getTime() / 86_400_000) - keptDays
  if (days.length > 0) await workForAllCustomers({ pool }, (transaction) => makePastPartitions(transaction, days, oldestKept))
}

/** Writes a day that is over; `no` of the buckets counts from its start. No rule is evaluated over it. */
export async function writeDayOfHistory(
  transaction: Transaction,
  customerId: string,
  { day, series, now }: { day: number; series: readonly { seriesNo: number; buckets: Buckets }[]; now: Date },
): Promise<void> {
  if (series.length === 0) return
  const isByHoursOnly = isKeptByHoursOnly(day, now)
  const hours: { seriesNo: number; packed: Buffer }[] = []
  const days: { seriesNo: number; packed: Buffer }[] = []
  await takeTurns(series, ({ seriesNo, buckets }) => {
    hours.push({ seriesNo, packed: packBuckets(mergeColumns(buckets, bucketsPerHour)) })
    if (!isByHoursOnly) days.push({ seriesNo, packed: packBuckets(buckets) })
  })
  await noteFirstSlotOfNew(transaction, customerId, longAgo)
  await writeDays(transaction, customerId, 'metric_day_of_hours', day, hours)
  if (!isByHoursOnly) await writeDays(transaction, customerId, 'metric_day', day, days)
  await noteDayOfSeries(
    transaction,
    customerId,
    series.map(({ seriesNo }) => seriesNo),
    day,
  )
}

/** Writes a bucket of all series, in the order of their numbers, that no one has sent points of. No rule is evaluated over it. */
export async function writeSlotOfHistory(transaction: Transaction, customerId: string, slot: number, all: Buckets): Promise<void> {
  await writeChunks(transaction, customerId, slot, packChunks(all))
}
