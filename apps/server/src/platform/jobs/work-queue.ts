import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import {
  claimJobsForAllCustomers,
  extendLeases,
  failJob,
  finishJob,
  finishJobs,
  freeLostJobsForAllCustomers,
  type Job,
  LeaseLost,
  type QueueRoom,
  readNextDueForAllCustomers,
} from './job-table.ts'

/** What a job is given besides itself. */
export type JobRun = {
  createContext: () => Context
  /** Aborted when the lease is lost or the process stops. */
  signal: AbortSignal
  /**
   * In the transaction that writes what came of the work, so that both happen or neither; throws `LeaseLost` when another worker has the job.
   * With `due` the job comes again then. A run that returns without it has finished.
   */
  finish(transaction: Transaction, due?: Date | null): Promise<void>
}

/** As `JobRun`, of jobs that are worked at together. */
export type ManyJobsRun = Pick<JobRun, 'createContext' | 'signal'> & {
  finish(transaction: Transaction, finished: readonly { job: Job; due: Date | null }[]): Promise<void>
}

export type Queue = {
  /** How many jobs of it a process works at at once. */
  slots: number
  /** How many may be begun at once just now, where that is fewer: none while what all of them need is out of order. */
  room?: (slots: number) => number
  /** Of one customer, over all processes. Below `slots` where a job takes long, so that a customer never waits for another's. */
  maxPerCustomer: number
  /** For one key, over all processes. */
  maxPerKey: number
  /** Longer than the longest pause of a process. */
  leaseSeconds: number
  /** How often a job is begun before it is failed for good. */
  maxAttempts: number
  /** What it throws fails this attempt. */
  run(job: Job, at: JobRun): Promise<void>
  /** Jobs that were claimed at once, up to `size` of them; must finish each. Where it throws, each of them that is left is run by itself. */
  together?: { size: number; run(jobs: readonly Job[], at: ManyJobsRun): Promise<void> }
}

export type WorkQueue = {
  /** Jobs may have been enqueued. */
  wake(): void
  /** Claims nothing more and waits for what runs; what is not done by then is left to its lease. */
  stop(timeoutMs?: number): Promise<void>
}

const shortestRestMilliseconds = 1000

/** Carries out one job; answers false when it failed. */
async function workAt(queue: Queue, job: Job, createContext: () => Context, signal: AbortSignal): Promise<boolean> {
  const context = createContext()
  let isFinished = false
  const finish: JobRun['finish'] = async (transaction, due = null) => {
    await finishJob(transaction, job, due)
    isFinished = true
  }
  try {
    await queue.run(job, { createContext, signal, finish })
    if (!isFinished) await workForAllCustomers(context, (transaction) => finishJob(transaction, job, null))
    return true
  } catch (error) {
    if (error instanceof LeaseLost) {
      context.log.warn({ queue: job.queue, jobId: job.jobId }, 'the lease of a job was lost')
      return false
    }
    const { queue: name, jobId, customerId, rowId, attempts } = job
    const isLast = attempts >= queue.maxAttempts
    context.log.error({ err: error, queue: name, jobId, customerId, rowId, attempts }, isLast ? 'job failed permanently' : 'job failed')
    const failure = { error: error instanceof Error ? error.message : String(error), maxAttempts: queue.maxAttempts }
    // Without a database its lease lapses, and the job is freed.
    await workForAllCustomers(context, (transaction) => failJob(transaction, job, failure)).catch(() => {})
    return false
  }
}

/** Carries out jobs that were claimed at once. */
async function workAtMany(queue: Queue, jobs: readonly Job[], createContext: () => Context, signals: Map<Job, AbortSignal>): Promise<void> {
  const { together } = queue
  if (together && jobs.length > 1) {
    const signal = AbortSignal.any([...signals.values()])
    try {
      await together.run(jobs, { createContext, signal, finish: finishJobs })
      return
    } catch (error) {
      createContext().log.warn({ err: error, queue: jobs[0]?.queue, jobs: jobs.length }, 'jobs that were begun together are run one by one')
    }
  }
  // What had been finished by then has lost its lease, and changes nothing.
  for (const job of jobs) await workAt(queue, job, createContext, signals.get(job) ?? AbortSignal.abort())
}

/** By their queue, as many together as it takes. */
const batchesOf = (jobs: readonly Job[], queues: Record<string, Queue>): [string, Job[]][] =>
  [...Map.groupBy(jobs, ({ queue }) => queue)].flatMap(([name, ofQueue]) => {
    const size = queues[name]?.together?.size ?? 1
    return Array.from({ length: Math.ceil(ofQueue.length / size) }, (_, index): [string, Job[]] => [
      name,
      ofQueue.slice(index * size, (index + 1) * size),
    ])
  })

const findRoom = (queues: Record<string, Queue>, countRunning: (queue: string) => number): QueueRoom[] =>
  Object.entries(queues)
    .map(([queue, { slots, room, ...limits }]) => ({ queue, free: (room?.(slots) ?? slots) - countRunning(queue), ...limits }))
    .filter(({ free }) => free > 0)

/** Works at everything that is due by then, one round after the other, until nothing is left; answers how many jobs were begun. For tests and commands. */
export async function workThrough(
  queues: Record<string, Queue>,
  createContext: (name: string) => Context,
  dueBy: Date | null = null,
  signal = new AbortController().signal,
): Promise<number> {
  let begun = 0
  while (!signal.aborted) {
    const room = findRoom(queues, () => 0)
    const jobs = await workForAllCustomers(createContext('work-through'), (transaction) =>
      claimJobsForAllCustomers(transaction, room, dueBy),
    )
    if (jobs.length === 0) return begun
    begun += jobs.length
    const signals = new Map(jobs.map((job) => [job, signal]))
    const batches = batchesOf(jobs, queues)
    await Promise.all(batches.map(([name, batch]) => workAtMany(queues[name] as Queue, batch, () => createContext(name), signals)))
  }
  return begun
}

/** Works at the jobs of these queues until it is stopped. */
export function startWorkQueue(
  queues: Record<string, Queue>,
  createContext: (name: string) => Context,
  { pollMilliseconds = 5000 } = {},
): WorkQueue {
  const running = new Map<Job, AbortController>()
  const stopping = new AbortController()
  const { log } = createContext('work-queue')
  let isWoken = true
  // Something is due that may not run yet: asked for again as soon as a job ends.
  let hasMore = false
  let ring = () => {}
  const wake = () => {
    isWoken = true
    ring()
  }
  const transact = <T>(work: (transaction: Transaction) => Promise<T>) => workForAllCustomers(createContext('work-queue'), work)
  const countRunning = (name: string) => [...running.keys()].filter(({ queue }) => queue === name).length

  async function begin(name: string, jobs: readonly Job[]): Promise<void> {
    const signals = new Map<Job, AbortSignal>()
    for (const job of jobs) {
      const abort = new AbortController()
      running.set(job, abort)
      signals.set(job, AbortSignal.any([abort.signal, stopping.signal]))
    }
    try {
      await workAtMany(queues[name] as Queue, jobs, () => createContext(name), signals)
    } finally {
      for (const job of jobs) running.delete(job)
      if (hasMore) wake()
    }
  }

  /** Answers for how many milliseconds there is nothing to do. */
  async function turn(): Promise<number> {
    const room = findRoom(queues, countRunning)
    if (room.length === 0) {
      hasMore = true
      return pollMilliseconds
    }
    const jobs = await transact((transaction) => claimJobsForAllCustomers(transaction, room, null))
    for (const [name, batch] of batchesOf(jobs, queues)) void begin(name, batch)
    if (jobs.length > 0) return 0
    const next = await transact(readNextDueForAllCustomers)
    hasMore = next !== null && next <= 0
    return Math.min(pollMilliseconds, Math.max(next ?? pollMilliseconds, hasMore ? shortestRestMilliseconds : 10))
  }

  const limits = Object.entries(queues).map(([queue, { maxAttempts }]) => ({ queue, maxAttempts }))
  const keepLeases = async () => {
    if ((await transact((transaction) => freeLostJobsForAllCustomers(transaction, limits))) > 0) wake()
    const held = [...running]
    if (held.length === 0) return
    const leased = held.map(([job]) => ({ ...job, leaseSeconds: (queues[job.queue] as Queue).leaseSeconds }))
    const kept = await transact((transaction) => extendLeases(transaction, leased))
    for (const [job, abort] of held) if (!kept.has(job.jobId) && running.has(job)) abort.abort()
  }
  const shortestLease = Math.min(...Object.values(queues).map(({ leaseSeconds }) => leaseSeconds))
  const heartbeat = setInterval(
    () => void keepLeases().catch((error) => log.warn({ err: error }, 'the leases of jobs were not extended')),
    (shortestLease * 1000) / 3,
  )

  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      ring = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      isWoken = false
      const milliseconds = await turn().catch((error) => {
        log.error({ err: error }, 'no jobs were claimed')
        isWoken = false
        return shortestRestMilliseconds
      })
      if (!isWoken && milliseconds > 0 && !stopping.signal.aborted) await rest(milliseconds)
    }
  })()

  return {
    wake,
    async stop(timeoutMs = 20_000) {
      stopping.abort()
      ring()
      await ended
      const until = performance.now() + timeoutMs
      while (running.size > 0 && performance.now() < until) await wait(20)
      clearInterval(heartbeat)
    },
  }
}
