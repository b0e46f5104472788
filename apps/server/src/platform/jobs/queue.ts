import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Job } from './job-table.ts'

/** What a job is given besides itself. */
export type JobRun = {
  createContext: () => Context
  /** Aborted when the lease is lost, the attempt takes too long or the process stops. */
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
  /** Its jobs are worked at also while their customer is closed: they keep what is stored in order. */
  isForClosed?: true
  /** Its jobs are found by what there is to do (`keepJobsForAllCustomers`): one that was found again while it failed has failed for good all the same. */
  isStanding?: true
  /** How often a job is begun before it is failed for good. */
  maxAttempts: number
  /** How long an attempt may take: then it is aborted, has failed, and gives its slot back. Absent: ten minutes. */
  maxSeconds?: number
  /** What it throws fails this attempt. */
  run(job: Job, at: JobRun): Promise<void>
  /** Jobs that were claimed at once, up to `size` of them; must finish each. Where it throws, each of them that is left is run by itself. */
  together?: { size: number; run(jobs: readonly Job[], at: ManyJobsRun): Promise<void> }
}
