import { bucketsPerDay } from '@vakt/domain/metrics/bucket.ts'
import type { Buckets } from '@vakt/domain/metrics/bucket-columns.ts'
import { keepFuller } from '@vakt/domain/metrics/merge-columns.ts'
import { sumInSteps } from '@vakt/domain/metrics/sum-points.ts'
import type { Context } from '#server/platform/context.ts'
import { isPoolFull } from '#server/platform/database/transact.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Job, LeaseLost } from '#server/platform/jobs/job-table.ts'
import { keepJobsForAllCustomers } from '#server/platform/jobs/standing-job-table.ts'
import { takeTurns, workInTurns } from '#server/platform/jobs/take-turns.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { findFollowing, findTotalsBefore } from './counter-totals.ts'
import { readChunks, writeChunks } from './metric-bucket-table.ts'
import {
  type DueBucket,
  isLogCut,
  listDueBucketsForAllCustomers,
  lockDue,
  lockSlot,
  makeDueAgain,
  makePartitions,
  noteAttempt,
  noteFailure,
  readLog,
  removeDue,
} from './metric-point-table.ts'
import { readReceivedSlot } from './metric-reception-table.ts'
import { noteFirstSlots } from './metric-series-table.ts'
import type { BucketClosedHook } from './metric-store.ts'
import { eachChunk, PackedBuckets, type PackedChunk, seriesPerChunk } from './pack-buckets.ts'
import { unpackPoints } from './pack-points.ts'

const closingQueueName = 'close-metric-buckets'
/** Late buckets have slots of their own: they hold back none that closes in time. */
const lateClosingQueueName = 'close-late-metric-buckets'

const maxAttempts = 8
/** For so many of the buckets that are due in time, and so many late ones, jobs are made at once. */
const maxPerRun = 2000
const noPartition = '23514'

const listDue = ({ now, ...context }: Context, limit: number): Promise<DueBucket[]> =>
  workForAllCustomers(context, async (transaction) =>
    listDueBucketsForAllCustomers(transaction, { now, received: await readReceivedSlot(transaction, now), limit }),
  )

/** Makes a job for each bucket that is due. */
export async function enqueueDueBuckets(context: Context): Promise<boolean> {
  const due = await listDue(context, maxPerRun)
  const jobs = Map.groupBy(due, ({ isLate }) => (isLate ? lateClosingQueueName : closingQueueName))
  for (const [queue, buckets] of jobs)
    await workForAllCustomers(context, (transaction) =>
      keepJobsForAllCustomers(
        transaction,
        queue,
        buckets.map(({ customerId, slot, dueAt }) => ({ customerId, rowId: String(slot), due: dueAt })),
      ),
    )
  return false
}

/** Each bucket is a job. Those of a customer are closed one after the other, and customers take turns. */
export function closingQueues(hooks: readonly BucketClosedHook[]): Record<string, Queue> {
  const queueOf = (slots: number, isLate: boolean): Queue => ({
    slots,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxAttempts,
    isStanding: true,
    isForClosed: true,
    run: (job, { createContext, finish }) => closeInJob(createContext(), job, { finish, hooks, isLate }),
  })
  return { [closingQueueName]: queueOf(4, false), [lateClosingQueueName]: queueOf(2, true) }
}

type Closing = { finish?: JobRun['finish']; hooks: readonly BucketClosedHook[]; isLate: boolean }

async function closeInJob(context: Context, { customerId, rowId, attempts }: Job, closing: Closing): Promise<void> {
  const slot = Number(rowId)
  // Before it begins: what follows a bucket that kills each worker must not wait for it.
  if (attempts > 1) await inTransaction(context, customerId, (transaction) => noteAttempt(transaction, { customerId, slot }, attempts))
  try {
    await closeDue(context, { customerId, slot }, closing)
  } catch (error) {
    if (error instanceof LeaseLost || isPoolFull(error as Error)) throw error
    const { code, message } = error as Error & { code?: string }
    // The worker was down for so long that there is no partition for what waited meanwhile.
    if (code === noPartition) await makePartitions(context.pool, Math.floor(slot / bucketsPerDay))
    const failure = { error: message, attempts, isLast: attempts >= maxAttempts }
    await inTransaction(context, customerId, (transaction) => noteFailure(transaction, { customerId, slot }, failure))
    throw error
  }
}

/**
 * Closes a bucket if it is still due: sums up its points from the log and writes them as chunks. Closing again gives the same result, so that
 * it does not matter how often it is killed.
 */
async function closeDue(context: Context, bucket: { customerId: string; slot: number }, { finish, hooks, isLate }: Closing): Promise<void> {
  const { customerId, slot } = bucket
  await inTransaction(context, customerId, async (transaction) => {
    await finish?.(transaction)
    if (await lockDue(transaction, customerId, slot)) await closeBucket(transaction, { ...bucket, isLate }, context.now, hooks)
  })
}

/** Closes what is due without the work queue, one bucket after the other; answers whether anything was. For tests and measurements. */
export async function closeBuckets(createContext: () => Context, hooks: readonly BucketClosedHook[] = []): Promise<boolean> {
  const due = await listDue(createContext(), maxPerRun)
  for (const { isLate, ...bucket } of due) await closeDue(createContext(), bucket, { hooks, isLate })
  return due.length > 0
}

async function closeBucket(
  transaction: Transaction,
  { customerId, slot, isLate }: { customerId: string; slot: number; isLate: boolean },
  now: Date,
  hooks: readonly BucketClosedHook[],
): Promise<void> {
  await lockSlot(transaction, customerId, slot)
  const log = await readLog(transaction, customerId, slot)
  const known = await readBucket(transaction, customerId, slot)
  const batches = log.flatMap(unpackPoints)
  const counters = await findTotalsBefore(transaction, customerId, slot, batches)
  // Millions of points, of one series too, without holding the event loop.
  const fresh = await workInTurns(sumInSteps(batches, counters))
  const isAgain = known.length > 0
  const all = isAgain && (await isLogCut(transaction, slot)) ? keepFuller(known, fresh) : fresh
  const chunks: PackedChunk[] = []
  await takeTurns(eachChunk(all), (chunk) => void chunks.push(chunk))
  if (chunks.length > 0) await writeChunks(transaction, customerId, slot, chunks)
  await removeDue(transaction, customerId, slot)
  for (const following of await findFollowing(transaction, customerId, slot, { known, all, counters }))
    await makeDueAgain(transaction, customerId, following, now)
  await noteFirstSlots(transaction, customerId, slot, all.no)
  for (const hook of hooks) await hook(transaction, { customerId, slot, isAgain, isLate })
}

async function readBucket(transaction: Transaction, customerId: string, slot: number): Promise<Buckets[]> {
  const unpacked: Buckets[] = []
  await takeTurns(await readChunks(transaction, customerId, { from: slot, to: slot + 1 }, null), ({ chunk, buckets }) => {
    unpacked.push(new PackedBuckets(buckets).unpack(chunk * seriesPerChunk))
  })
  return unpacked
}
