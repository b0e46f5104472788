import { bucketsPerDay, bucketsPerHour } from '@vakt/domain/metrics/bucket.ts'
import { type Buckets, collectBuckets } from '@vakt/domain/metrics/bucket-columns.ts'
import { mergeColumns } from '@vakt/domain/metrics/merge-columns.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { keepJobsForAllCustomers } from '#server/platform/jobs/standing-job-table.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { type Queue, workThrough } from '#server/platform/jobs/work-queue.ts'
import {
  type ChunkOfDay,
  deleteChunks,
  dropPartitions,
  findChunksToPack,
  findCustomersToPackForAllCustomers,
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

const packingQueueName = 'pack-metric-days'

/** Points of a day come for 24 hours after it, so that it waits one more day to be packed. */
const firstDayToKeep = (now: Date) => dayOf(now) - 1

/** Makes a job for each customer with days to pack. */
export async function enqueuePacking(context: Context): Promise<boolean> {
  await workForAllCustomers(context, async (transaction) => {
    const customers = await findCustomersToPackForAllCustomers(transaction, firstDayToKeep(context.now))
    await keepJobsForAllCustomers(
      transaction,
      packingQueueName,
      customers.map((customerId) => ({ customerId, rowId: customerId })),
    )
  })
  return false
}

export const packingQueues = (): Record<string, Queue> => ({
  [packingQueueName]: {
    slots: 1,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxAttempts: 8,
    isStanding: true,
    maxSeconds: 3600,
    isForClosed: true,
    run: ({ customerId }, { createContext, signal }) => packDaysOf(createContext(), customerId, signal),
  },
})

/**
 * Packs the chunks of a customer's days that are over into a row a series and day, and one of its hours. A chunk that cannot be packed holds up no
 * other; then it throws what was wrong with the first such.
 */
async function packDaysOf(context: Context, customerId: string, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  let after: ChunkOfDay | undefined = { day: -1, chunk: -1 }
  while (after && !signal.aborted) {
    const range = { beforeDay: firstDayToKeep(context.now), after, limit: chunksPerRun }
    const chunks: ChunkOfDay[] = await inTransaction(context, customerId, (transaction) => findChunksToPack(transaction, customerId, range))
    for (const { day, chunk } of chunks) {
      if (signal.aborted) return
      const packing = inTransaction(context, customerId, (transaction) => packChunk(transaction, customerId, day, chunk))
      await packing.catch((error) => failures.push(error))
    }
    after = chunks.at(-1)
  }
  if (failures.length > 0) throw failures[0]
}

/** Packs all that there is to pack. For tests. */
export async function packDays(createContext: () => Context): Promise<void> {
  await enqueuePacking(createContext())
  await workThrough(packingQueues(), () => createContext())
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

/**
 * Makes the partitions of the time to come, and drops those of the time that is no longer kept. While another process does, or uses a table, it waits
 * for its next turn: they are made hours ahead.
 */
export async function keepPartitions(context: Context): Promise<boolean> {
  try {
    await makeAndDropPartitions(context)
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    context.log.info({ job: 'keep-metric-partitions' }, 'another process has the lock of the partitions')
  }
  return false
}

const lockNotAvailable = '55P03'

async function makeAndDropPartitions(context: Context): Promise<void> {
  const oldestDue = await workForAllCustomers(context, findOldestDueForAllCustomers)
  await makePartitions(context.pool, oldestDue.day)
  const days = await workForAllCustomers(context, listChunkDaysForAllCustomers)
  const firstWaiting = Math.min(dayOf(context.now) - 1, oldestDue.day ?? Number.POSITIVE_INFINITY)
  const packedDays = days.filter(({ day, isEmpty }) => isEmpty && day < firstWaiting).map(({ day }) => day)
  await workForAllCustomers(context, (transaction) =>
    dropPartitions(transaction, { oldestHour: oldestDue.hour, packedDays, days: keptDays, daysOfHours: keptDaysOfHours }),
  )
}

/** Counts which series are still sending, which is what the limit of a customer is about, and forgets those of which nothing is kept. */
export async function recountSeries(context: Context): Promise<boolean> {
  await workForAllCustomers(context, (transaction) =>
    countActiveSeriesForAllCustomers(transaction, { activeSince: dayOf(context.now) - 2, keptSince: dayOf(context.now) - keptDaysOfHours }),
  )
  return false
}
