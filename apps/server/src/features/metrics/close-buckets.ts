import { bucketsPerDay } from '@vakt/domain/metrics/bucket.ts'
import type { Buckets } from '@vakt/domain/metrics/bucket-columns.ts'
import { keepFuller } from '@vakt/domain/metrics/merge-columns.ts'
import { type PointBatch, startSum, type TotalsBefore } from '@vakt/domain/metrics/sum-points.ts'
import type { Context } from '#server/platform/context.ts'
import { becomeCustomer, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { findFollowing, findTotalsBefore } from './counter-totals.ts'
import { readChunks, writeChunks } from './metric-bucket-table.ts'
import {
  type DueBucket,
  isLogCut,
  lockSlot,
  makeDueAgain,
  makePartitions,
  noteFailure,
  readLog,
  removeDue,
  takeDueBucketForAllCustomers,
} from './metric-point-table.ts'
import { readReceivedSlot } from './metric-reception-table.ts'
import { noteFirstSlots } from './metric-series-table.ts'
import type { BucketClosedHook } from './metric-store.ts'
import { eachChunk, PackedBuckets, type PackedChunk, seriesPerChunk } from './pack-buckets.ts'
import { unpackPoints } from './pack-points.ts'

const maxAttempts = 8
/** In one turn of the loop; then others of the worker come first. */
const maxPerRun = 50
const noPartition = '23514'

/**
 * Closes buckets that are due: sums up their points from the log and writes them as chunks. Closing again gives the same result, so that
 * it does not matter how often it is killed. Answers whether more may be due.
 */
export async function closeBuckets(createContext: () => Context, hooks: readonly BucketClosedHook[] = []): Promise<boolean> {
  for (let closed = 0; closed < maxPerRun; closed++) if (!(await closeNext(createContext(), hooks))) return false
  return true
}

/** Answers whether there was one. */
async function closeNext(context: Context, hooks: readonly BucketClosedHook[]): Promise<boolean> {
  let due: DueBucket | undefined
  try {
    await workForAllCustomers(context, async (transaction) => {
      due = await takeDueBucketForAllCustomers(transaction, context.now, await readReceivedSlot(transaction, context.now))
      if (!due) return
      await becomeCustomer(transaction, due.customerId)
      await closeBucket(transaction, due, context.now, hooks)
    })
    return due !== undefined
  } catch (error) {
    if (!due) throw error
    await recover(context, due, error as Error & { code?: string })
    return true
  }
}

/** Two workers cannot wait for each other: each holds the row of one bucket. */
async function recover(context: Context, due: DueBucket, error: Error & { code?: string }): Promise<void> {
  const { customerId, slot, attempts } = due
  // The worker was down for so long that there is no partition for what waited meanwhile.
  if (error.code === noPartition && attempts === 0) await makePartitions(context.pool, Math.floor(slot / bucketsPerDay))
  context.log.error({ err: error, customerId, slot, attempts: attempts + 1 }, 'a bucket of metrics was not closed')
  await workForAllCustomers(context, (transaction) => noteFailure(transaction, due, error.message, maxAttempts))
}

async function closeBucket(
  transaction: Transaction,
  { customerId, slot }: DueBucket,
  now: Date,
  hooks: readonly BucketClosedHook[],
): Promise<void> {
  await lockSlot(transaction, customerId, slot)
  const log = await readLog(transaction, customerId, slot)
  const known = await readBucket(transaction, customerId, slot)
  const batches = log.flatMap(unpackPoints)
  const counters = await findTotalsBefore(transaction, customerId, slot, batches)
  const fresh = await sumInTurns(batches, counters)
  const isAgain = known.length > 0
  const all = isAgain && (await isLogCut(transaction, slot)) ? keepFuller(known, fresh) : fresh
  const chunks: PackedChunk[] = []
  await takeTurns(eachChunk(all), (chunk) => void chunks.push(chunk))
  if (chunks.length > 0) await writeChunks(transaction, customerId, slot, chunks)
  await removeDue(transaction, customerId, slot)
  for (const following of await findFollowing(transaction, customerId, slot, { known, all, counters }))
    await makeDueAgain(transaction, customerId, following, now)
  await noteFirstSlots(transaction, customerId, slot, all.no)
  for (const hook of hooks) await hook(transaction, { customerId, slot, isAgain })
}

/** Millions of points are summed up without holding the event loop. */
async function sumInTurns(batches: PointBatch[], counters: TotalsBefore): Promise<Buckets> {
  const sum = startSum(batches, counters)
  await takeTurns(batches, sum.add)
  return sum.finish()
}

async function readBucket(transaction: Transaction, customerId: string, slot: number): Promise<Buckets[]> {
  const unpacked: Buckets[] = []
  await takeTurns(await readChunks(transaction, customerId, { from: slot, to: slot + 1 }, null), ({ chunk, buckets }) => {
    unpacked.push(new PackedBuckets(buckets).unpack(chunk * seriesPerChunk))
  })
  return unpacked
}
