import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { ScheduleTimes } from '#server/platform/jobs/schedules.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import type { Removal } from './removal.ts'
import { enqueueRemovalForAllCustomers, removalQueueName } from './removal-job-table.ts'
import { readTermsForAllCustomers } from './retention-term-table.ts'

/** Once a night. */
export const removalTimes = { cron: '8 1 * * *', timeZone: 'UTC' } satisfies ScheduleTimes

/** After so many rows the next customer has its turn. */
const usualRowsPerTurn = 20_000
/** Between two batches it rests as long as the last one took: half of its time at most is work. */
const maxRestMilliseconds = 1000

const dayMilliseconds = 86_400_000

const startOfTerm = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMilliseconds)

type Removing = { removals: readonly Removal[]; rowsPerTurn: number }

/** Each batch is a transaction. Answers whether there is more. */
async function removeOf(customerId: string, { removals, rowsPerTurn }: Removing, { createContext, signal }: JobRun): Promise<boolean> {
  const context = createContext()
  const terms = await workForAllCustomers(context, (transaction) => readTermsForAllCustomers(transaction, customerId))
  if (!terms) return false
  let left = rowsPerTurn
  for (const { kind, removes, remove } of removals) {
    const before = startOfTerm(context.now, terms.own[kind] ?? terms.usual[kind])
    let [total, after]: [number, string | null] = [0, '']
    while (after !== null) {
      if (left <= 0 || signal.aborted) return true
      const began = performance.now()
      const from: string = after
      const { removed, next } = await inTransaction(context, customerId, (transaction) =>
        remove(transaction, customerId, { before, now: context.now, after: from }),
      )
      total += removed
      left -= removed
      after = next
      if (after !== null) await wait(Math.min(performance.now() - began, maxRestMilliseconds), undefined, { ref: false })
    }
    if (total > 0) context.log.info({ customerId, removes, rows: total, before }, 'rows whose term is over were removed')
  }
  return false
}

async function run(job: Job, removing: Removing, at: JobRun): Promise<void> {
  const hasMore = await removeOf(job.customerId, removing, at)
  const { now, ...context } = at.createContext()
  await workForAllCustomers(context, (transaction) => at.finish(transaction, hasMore ? now : null))
}

/** Removes what has been kept for as long as its term says, one customer after the other. */
export const removalQueues = (removals: readonly Removal[], rowsPerTurn = usualRowsPerTurn): Record<string, Queue> => ({
  [removalQueueName]: {
    slots: 1,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxSeconds: 3600,
    maxAttempts: 5,
    isForClosed: true,
    run: (job, at) => run(job, { removals, rowsPerTurn }, at),
  },
})

/** A job for each customer. */
export async function enqueueRemoval(context: Context): Promise<boolean> {
  await workForAllCustomers(context, enqueueRemovalForAllCustomers)
  return false
}
