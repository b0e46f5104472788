import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { onReserved, workAtMany } from './carry-out.ts'
import {
  claimJobsForAllCustomers,
  extendLeases,
  freeLostJobsForAllCustomers,
  type Job,
  type QueueRoom,
  readNextDueForAllCustomers,
} from './job-table.ts'
import type { Queue } from './queue.ts'

export type { JobRun, ManyJobsRun, Queue } from './queue.ts'

export type WorkQueue = {
  /** Jobs may have been enqueued. */
  wake(): void
  /** Claims nothing more and waits for what runs; what is not done by then is left to its lease. */
  stop(timeoutMs?: number): Promise<void>
}

const shortestRestMilliseconds = 1000

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
    const jobs = await onReserved(createContext('work-through'), (transaction) => claimJobsForAllCustomers(transaction, room, dueBy))
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
  const transact = <T>(work: (transaction: Transaction) => Promise<T>) => onReserved(createContext('work-queue'), work)
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
