import type { Transaction } from '#server/platform/database/transaction.ts'
import { jobChannel, maxTimesLost } from './job-table.ts'

/** `due`: since when, so that what has waited longest comes first. Absent: from now on. */
type StandingJob = { customerId: string; rowId: string; due?: Date }

/** After so long what failed permanently is tried once more: its fault may have passed. Should it fail, it is listed as failed again. */
const retryFailedAfterSeconds = 300

/**
 * A job for each of these rows, found by what there is to do. One that waits keeps its time, and so its pause after a failure; one that runs
 * runs once more; one that failed permanently stays listed as failed, and has one more attempt every five minutes, unless it killed the
 * processes that worked at it: it would kill the next one too. A job that is locked, as in the transaction that
 * finishes it, is left for the next time: who waited for it would keep the others from their jobs.
 */
export async function keepJobsForAllCustomers(transaction: Transaction, queue: string, jobs: readonly StandingJob[]): Promise<void> {
  if (jobs.length === 0) return
  const { rowCount } = await transaction.query(
    `with known as materialized (
       select w.customer_id, w.row_id, w.due, j.job_id
       from unnest($2::text[], $3::text[], $4::timestamptz[]) as w (customer_id, row_id, due)
       left join job j on j.queue = $1 and j.tenant = w.customer_id and j.row_id = w.row_id
       -- One that waits is left as it is, without a lock.
       where j.job_id is null or j.state = 'running' and not j.runs_again
         or j.state = 'failed' and j.failed_at < now() - make_interval(secs => $5) and j.times_lost < $6
     ), free as materialized (
       select job_id from job where job_id = any(array(select job_id from known where job_id is not null)) for update skip locked
     )
     insert into job (queue, customer_id, row_id, key, due)
     select $1, customer_id, row_id, '', least(due, now()) from known
     where job_id is null or job_id in (select job_id from free)
     -- In one order: two who enqueue the same rows would otherwise wait for each other.
     order by customer_id, row_id
     on conflict (queue, tenant, row_id) do update set
       runs_again = job.state = 'running',
       state = case job.state when 'failed' then 'waiting' else job.state end,
       due = case job.state when 'failed' then now() else job.due end,
       failed_at = null
     where job.state = 'running' and not job.runs_again
       or job.state = 'failed' and job.failed_at < now() - make_interval(secs => $5) and job.times_lost < $6`,
    [
      queue,
      jobs.map(({ customerId }) => customerId),
      jobs.map(({ rowId }) => rowId),
      jobs.map(({ due }) => due ?? null),
      retryFailedAfterSeconds,
      maxTimesLost,
    ],
  )
  if (rowCount) transaction.announceOnCommit(jobChannel)
}
