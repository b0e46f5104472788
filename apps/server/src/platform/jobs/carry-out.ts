import type { Context } from '#server/platform/context.ts'
import { isPoolFull, reservedOf } from '#server/platform/database/transact.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { failJob, finishJob, finishJobs, type Job, LeaseLost, putBackJob } from './job-table.ts'
import type { JobRun, Queue } from './queue.ts'
import { inTime, TookTooLong } from './time-limit.ts'

const maxSecondsOf = ({ maxSeconds = 600 }: Queue) => maxSeconds

/** Leases are kept, and jobs end, over connections that jobs do not take. */
export const onReserved = <T>({ pool }: Pick<Context, 'pool'>, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  workForAllCustomers({ pool: reservedOf(pool) }, work)

/** Notes that an attempt failed, and why. Without a database its lease lapses, and the job is freed. */
async function endAttempt(context: Context, job: Job, { maxAttempts, isStanding }: Queue, error: Error): Promise<void> {
  const { queue, jobId, customerId, rowId, attempts } = job
  if (error instanceof LeaseLost) return context.log.warn({ queue, jobId }, 'the lease of a job was lost')
  if (isPoolFull(error)) {
    context.log.warn({ queue, jobId }, 'a job found no free database connection and is put back')
    return onReserved(context, (transaction) => putBackJob(transaction, job))
  }
  const text = attempts >= maxAttempts ? 'job failed permanently' : 'job failed'
  context.log.error({ err: error, queue, jobId, customerId, rowId, attempts }, text)
  await onReserved(context, (transaction) =>
    failJob(transaction, job, { error: error.message, maxAttempts, isStanding: isStanding === true }),
  )
}

/** Carries out one job. */
async function workAt(queue: Queue, job: Job, createContext: () => Context, signal: AbortSignal): Promise<void> {
  const context = createContext()
  let isFinished = false
  const finish: JobRun['finish'] = async (transaction, due = null) => {
    await finishJob(transaction, job, due)
    isFinished = true
  }
  try {
    await inTime(maxSecondsOf(queue), (limited) => queue.run(job, { createContext, signal: limited, finish }), signal)
    if (!isFinished) await onReserved(context, (transaction) => finishJob(transaction, job, null))
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    await endAttempt(context, job, queue, error).catch(() => {})
  }
}

/** Carries out jobs that were claimed at once. */
export async function workAtMany(
  queue: Queue,
  jobs: readonly Job[],
  createContext: () => Context,
  signals: Map<Job, AbortSignal>,
): Promise<void> {
  const { together } = queue
  const workAtOne = (job: Job) => workAt(queue, job, createContext, signals.get(job) ?? AbortSignal.abort())
  if (together && jobs.length > 1) {
    try {
      const signal = AbortSignal.any([...signals.values()])
      await inTime(maxSecondsOf(queue), (limited) => together.run(jobs, { createContext, signal: limited, finish: finishJobs }), signal)
      return
    } catch (error) {
      const context = createContext()
      context.log.warn({ err: error, queue: jobs[0]?.queue, jobs: jobs.length }, 'jobs that were begun together are run one by one')
      // One after the other they could hold their slots for as many time limits as they are.
      if (error instanceof TookTooLong) return void (await Promise.all(jobs.map(workAtOne)))
    }
  }
  // What had been finished by then has lost its lease, and changes nothing.
  for (const job of jobs) await workAtOne(job)
}
