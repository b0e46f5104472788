import { bucketsPerDay, bucketsPerHour } from '@vakt/domain/metrics/bucket.ts'
import { type Buckets, collectBuckets } from '@vakt/domain/metrics/bucket-columns.ts'
import { mergeColumns } from '@vakt/domain/metrics/merge-columns.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import {
  deleteChunks,
  dropPartitions,
  findChunksToPackForAllCustomers,
  listChunkDaysForAllCustomers,
  readChunks,
  writeDays,
} from './metric-bucket-table.ts'
import { findOldestDueForAllCustomers, makePartitions } from './metric-point-table.ts'
import { countActiveSeriesForAllCustomers, noteDayOfSeries } from './metric-series-table.ts'
import { PackedBuckets, packBuckets, seriesPerChunk } from './pack-buckets.ts'

const dayMilliseconds = 86_400_000
const chunksPerRun = 50

/** How long buckets of five minutes are kept, and those of hours. */
export const keptDays = 35
const keptDaysOfHours = 400

const dayOf = (time: Date) => Math.floor(time.getTime() / dayMilliseconds)

/**
 * Packs the chunks of days that are over into a row a series and day, and one of its hours. Points of a day come for 24 hours after it, so
 * that it waits one more day. Answers whether there is more to pack.
 */
export async function packDays(context: Context): Promise<boolean> {
  const days = await workForAllCustomers(context, listChunkDaysForAllCustomers)
  for (const { day, isEmpty } of days) {
    if (day > dayOf(context.now) - 2) break
    if (isEmpty) continue
    const chunks = await workForAllCustomers(context, (transaction) => findChunksToPackForAllCustomers(transaction, day, chunksPerRun))
    for (const { customerId, chunk } of chunks)
      await inTransaction(context, customerId, (transaction) => packChunk(transaction, customerId, day, chunk))
    if (chunks.length > 0) return true
  }
  return false
}

/** In one transaction, so that a chunk is packed or is there as it was. */
async function packChunk(transaction: Transaction, customerId: string, day: number, chunk: number): Promise<void> {
  const span = { from: day * bucketsPerDay, to: (day + 1) * bucketsPerDay }
  const rows = await readChunks(transaction, customerId, span, [chunk])
  const bySeries = new Map<number, { no: number; from: Buckets; index: number }[]>()
  await takeTurns(rows, ({ slot, buckets }) => {
    const from = new PackedBuckets(buckets).unpack(chunk * seriesPerChunk)
    for (const [index, seriesNo] of from.no.entries()) {
      const mine = bySeries.get(seriesNo)
      if (mine) mine.push({ no: slot - span.from, from, index })
      else bySeries.set(seriesNo, [{ no: slot - span.from, from, index }])
    }
  })
  const days: { seriesNo: number; packed: Buffer }[] = []
  const hours: { seriesNo: number; packed: Buffer }[] = []
  await takeTurns(bySeries, ([seriesNo, found]) => {
    const buckets = collectBuckets(found)
    days.push({ seriesNo, packed: packBuckets(buckets) })
    hours.push({ seriesNo, packed: packBuckets(mergeColumns(buckets, bucketsPerHour)) })
  })
  await writeDays(transaction, customerId, 'metric_day', day, days)
  await writeDays(transaction, customerId, 'metric_day_of_hours', day, hours)
  await noteDayOfSeries(
    transaction,
    customerId,
    days.map(({ seriesNo }) => seriesNo),
    day,
  )
  await deleteChunks(transaction, customerId, chunk, span)
}

/** Makes the partitions of the time to come, and drops those of the time that is no longer kept. */
export async function keepPartitions(context: Context): Promise<boolean> {
  const oldestDue = await workForAllCustomers(context, findOldestDueForAllCustomers)
  await makePartitions(context.pool, oldestDue.day)
  const days = await workForAllCustomers(context, listChunkDaysForAllCustomers)
  const firstWaiting = Math.min(dayOf(context.now) - 1, oldestDue.day ?? Number.POSITIVE_INFINITY)
  const packedDays = days.filter(({ day, isEmpty }) => isEmpty && day < firstWaiting).map(({ day }) => day)
  await workForAllCustomers(context, (transaction) =>
    dropPartitions(transaction, { oldestHour: oldestDue.hour, packedDays, days: keptDays, daysOfHours: keptDaysOfHours }),
  )
  return false
}

/** Counts which series are still sending, which is what the limit of a customer is about, and forgets those of which nothing is kept. */
export async function recountSeries(context: Context): Promise<boolean> {
  await workForAllCustomers(context, (transaction) =>
    countActiveSeriesForAllCustomers(transaction, { activeSince: dayOf(context.now) - 2, keptSince: dayOf(context.now) - keptDaysOfHours }),
  )
  return false
}
