import { randomUUID } from 'node:crypto'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Told on commit to the workers when jobs were enqueued. */
export const jobChannel = 'vakt_job'

export type NewJob = {
  queue: string
  /** Null: the provider's own work. */
  customerId: string | null
  /** The row that the job works on. */
  rowId: string
  /** What only so many jobs may work for at once (`maxPerKey`), such as a webhook. */
  key?: string
  /** 0 goes first. */
  priority?: 0 | 1 | 2
  /** Absent: at once. */
  due?: Date
  /** How often in a row a process died at it before it was a job; absent: never. */
  timesLost?: number
}

/** The customer of schedules is null; what works for customers enqueues no others. */
export type Job = { jobId: string; queue: string; customerId: string; rowId: string; key: string; attempts: number; leaseToken: string }

/** How many jobs of a queue may be claimed now, and whether those of closed customers are. */
export type QueueRoom = { queue: string; free: number; maxPerCustomer: number; maxPerKey: number; leaseSeconds: number; isForClosed?: true }

/** Another worker has the job by now: what this one did must not be written. */
export class LeaseLost extends Error {}

/** So often in a row a job is begun without an end, because its process died: then it has failed for good, so that it kills no other. */
export const maxTimesLost = 3

/**
 * In the transaction that writes the row. One job that waits for the same row keeps the earlier time, one that runs runs once more, and one
 * that has failed for good starts over; where its processes died, with a single attempt.
 */
export async function enqueueJobs(transaction: Transaction, jobs: NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  await transaction.query(
    `insert into job (queue, customer_id, row_id, key, priority, due, times_lost)
     select queue, customer_id, row_id, key, priority, coalesce(due, now()), times_lost
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::timestamptz[], $7::smallint[])
       as j (queue, customer_id, row_id, key, priority, due, times_lost)
     -- In one order: two who enqueue the same rows would otherwise wait for each other.
     order by queue, customer_id, row_id
     on conflict (queue, tenant, row_id) do update set
       state = case job.state when 'failed' then 'waiting' else job.state end,
       attempts = case job.state when 'failed' then 0 else job.attempts end,
       failed_at = null,
       runs_again = job.state = 'running',
       due = case job.state when 'waiting' then least(job.due, excluded.due) else excluded.due end`,
    [
      jobs.map(({ queue }) => queue),
      jobs.map(({ customerId }) => customerId),
      jobs.map(({ rowId }) => rowId),
      jobs.map(({ key }) => key ?? ''),
      jobs.map(({ priority }) => priority ?? 1),
      jobs.map(({ due }) => due ?? null),
      jobs.map(({ timesLost }) => timesLost ?? 0),
    ],
  )
  transaction.announceOnCommit(jobChannel)
}

/**
 * Enqueues rows that wait without a job: those that processes of the release before wrote. `rows` selects customer_id, row_id, key and due.
 */
export async function enqueueMissingJobsForAllCustomers(transaction: Transaction, queue: string, rows: string): Promise<number> {
  const { rowCount } = await transaction.query(
    `insert into job (queue, customer_id, row_id, key, due)
     select $1, r.customer_id, r.row_id, r.key, r.due from (${rows}) r (customer_id, row_id, key, due)
     where not exists (select from job j where j.queue = $1 and j.tenant = r.customer_id and j.row_id = r.row_id)
     limit 10000 on conflict do nothing`,
    [queue],
  )
  if (rowCount) transaction.announceOnCommit(jobChannel)
  return rowCount ?? 0
}

/** What waits for this key waits until then. */
export async function postponeJobs(
  transaction: Transaction,
  { queue, customerId, key }: { queue: string; customerId: string; key: string },
  until: Date,
): Promise<void> {
  await transaction.query(`update job set due = $4 where queue = $1 and tenant = $2 and key = $3 and state = 'waiting' and due < $4`, [
    queue,
    customerId,
    key,
    until,
  ])
}

// Steps through the index from lane to lane (priority, customer, key), so that 100,000 jobs of one customer cost as much as one; takes the
// first of each lane, and of those what is due (asked inside, row-level security would have it read everything that waits in the lane, since
// comparing times is not leakproof); and orders them by how many jobs of their customer run already: who has fewest is next.
const claimStatement = `
  with recursive wanted as (
    select * from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $8::boolean[])
      as w (queue, free, max_per_customer, max_per_key, lease_seconds, is_for_closed)
  ), lane as (
    select w.*, f.priority, f.tenant, f.key from wanted w cross join lateral (
      select priority, tenant, key from job where state = 'waiting' and queue = w.queue order by priority, tenant, key limit 1) f
    union all
    select l.queue, l.free, l.max_per_customer, l.max_per_key, l.lease_seconds, l.is_for_closed, n.priority, n.tenant, n.key from lane l cross join lateral (
      select priority, tenant, key from job
      where state = 'waiting' and queue = l.queue and (priority, tenant, key) > (l.priority, l.tenant, l.key)
      order by priority, tenant, key limit 1) n
  ), running as materialized (
    select queue, tenant, key, count(*)::int as count from job where state = 'running' group by queue, tenant, key
  ), first as (
    select l.*, j.job_id, j.due,
      coalesce((select sum(count) from running r where r.queue = l.queue and r.tenant = l.tenant), 0)
        + row_number() over (partition by l.queue, l.tenant order by l.priority, j.due) as turn
    from lane l cross join lateral (
      select job_id, due from job
      where state = 'waiting' and queue = l.queue and priority = l.priority and tenant = l.tenant and key = l.key
      order by due limit greatest(0, least(l.free, case when l.key = '' then l.max_per_customer else l.max_per_key
        - coalesce((select sum(count) from running r where r.queue = l.queue and r.tenant = l.tenant and r.key = l.key), 0) end))) j
    where j.due <= coalesce($7, now()) and (l.is_for_closed or ${ofOpenCustomer('l.tenant')})
  ), chosen as (
    select job_id, lease_seconds from (
      select *, row_number() over (partition by queue order by priority, turn, due) as place from first where turn <= max_per_customer) f
    where place <= free
  ), locked as materialized (
    select job_id from job where job_id = any(array(select job_id from chosen)) and state = 'waiting' for update skip locked
  )
  update job set state = 'running', attempts = attempts + 1, lease_token = $6, lease_until = now() + make_interval(secs => c.lease_seconds)
  from chosen c join locked using (job_id)
  where job.job_id = c.job_id
  returning job.job_id as "jobId", job.queue, job.customer_id as "customerId", job.row_id as "rowId", job.key, job.attempts, job.lease_token as "leaseToken"`

/**
 * Takes jobs that are due, by turns between the customers. The lock, held for a millisecond, makes the limits exact over all workers; it is a
 * statement of its own so that the next one sees what the last claim took. Compiled, or with sequential scans, a claim takes many times as long.
 * A claim does not wait for the disk, since all others would wait with it: should the database crash, claims of its last moments may be lost with
 * all that was done for them, and the jobs wait again. What a job itself commits makes its claim durable, too.
 */
export async function claimJobsForAllCustomers(transaction: Transaction, room: QueueRoom[], dueBy: Date | null): Promise<Job[]> {
  await transaction.query(
    `select pg_advisory_xact_lock(hashtext('vakt job')), set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true),
       set_config('synchronous_commit', 'off', true)`,
  )
  const column = <Key extends keyof QueueRoom>(key: Key) => room.map((each) => each[key])
  const { rows } = await transaction.query<Job>(claimStatement, [
    column('queue'),
    column('free'),
    column('maxPerCustomer'),
    column('maxPerKey'),
    column('leaseSeconds'),
    randomUUID(),
    dueBy,
    room.map(({ isForClosed = false }) => isForClosed),
  ])
  return rows
}

type Leased = Pick<Job, 'jobId' | 'leaseToken'>

/**
 * In the transaction that writes what came of the work; throws `LeaseLost`, and so rolls that back, when another worker has the job by now.
 * With `due` the job waits for its next attempt instead of being done.
 */
export async function finishJob(transaction: Transaction, { jobId, leaseToken }: Leased, due: Date | null): Promise<void> {
  if (!due) {
    const { rowCount } = await transaction.query('delete from job where job_id = $1 and lease_token = $2 and not runs_again', [
      jobId,
      leaseToken,
    ])
    if (rowCount === 1) return
  }
  const { rowCount } = await transaction.query(
    `update job set state = 'waiting', runs_again = false, attempts = 0, times_lost = 0, error = null, lease_token = null, lease_until = null,
       due = case when runs_again then least(due, coalesce($3, due)) else coalesce($3, due) end
     where job_id = $1 and lease_token = $2`,
    [jobId, leaseToken, due],
  )
  if (rowCount !== 1) throw new LeaseLost('The lease of a job was lost.')
}

/** As `finishJob` for jobs that were done together: all of them, or `LeaseLost`. */
export async function finishJobs(transaction: Transaction, finished: readonly { job: Leased; due: Date | null }[]): Promise<void> {
  if (finished.length === 0) return
  const { rows } = await transaction.query<{ count: number }>(
    `with given as (select * from unnest($1::bigint[], $2::uuid[], $3::timestamptz[]) as g (job_id, lease_token, next)),
     done as (
       delete from job using given g where job.job_id = g.job_id and job.lease_token = g.lease_token and g.next is null and not runs_again
       returning job.job_id
     ), later as (
       update job set state = 'waiting', runs_again = false, attempts = 0, times_lost = 0, error = null, lease_token = null, lease_until = null,
         due = case when runs_again then least(due, coalesce(g.next, due)) else g.next end
       from given g where job.job_id = g.job_id and job.lease_token = g.lease_token and (g.next is not null or runs_again)
       returning job.job_id
     ) select (select count(*) from done)::int + (select count(*) from later)::int as count`,
    [finished.map(({ job }) => job.jobId), finished.map(({ job }) => job.leaseToken), finished.map(({ due }) => due)],
  )
  if (rows[0]?.count !== finished.length) throw new LeaseLost('The lease of a job was lost.')
}

/**
 * Tried again, later each time (from 10 s to an hour), or failed for good at the last of `maxAttempts`. What was enqueued while it ran is not
 * lost with that: the job waits for it, at its first attempt. Not so a standing job, which is found again by what there is to do: it would
 * start over for ever.
 */
export async function failJob(
  transaction: Transaction,
  { jobId, leaseToken }: Leased,
  { error, maxAttempts, isStanding }: { error: string; maxAttempts: number; isStanding: boolean },
): Promise<void> {
  const startsOver = 'attempts >= $4 and runs_again and not $5'
  const isOver = 'attempts >= $4 and (not runs_again or $5)'
  await transaction.query(
    `update job set state = case when ${isOver} then 'failed' else 'waiting' end, failed_at = case when ${isOver} then now() end,
       attempts = case when ${startsOver} then 0 else attempts end, times_lost = 0, runs_again = false, lease_token = null, lease_until = null,
       error = $3, due = case when ${startsOver} then due
         else now() + least(power(2, attempts) * 5, 3600) * (0.8 + random() * 0.4) * interval '1 second' end
     where job_id = $1 and lease_token = $2`,
    [jobId, leaseToken, error.slice(0, 2000), maxAttempts, isStanding],
  )
}

/** The job waits for its next turn, and what was begun is no attempt: it could not be worked at. */
export async function putBackJob(transaction: Transaction, { jobId, leaseToken }: Leased): Promise<void> {
  await transaction.query(
    `update job set state = 'waiting', attempts = greatest(0, attempts - 1), runs_again = false, lease_token = null,
       lease_until = null, due = now() + (0.5 + random()) * interval '2 seconds'
     where job_id = $1 and lease_token = $2`,
    [jobId, leaseToken],
  )
}

/**
 * Returns the ids of the jobs whose leases are held still. A job whose row is locked, as in the transaction that finishes it, is held, and not waited
 * for: meanwhile the leases of all others would lapse. No one else takes it as long as it is locked.
 */
export async function extendLeases(transaction: Transaction, jobs: (Leased & { leaseSeconds: number })[]): Promise<Set<string>> {
  const { rows } = await transaction.query<{ jobId: string }>(
    `with held as (
       select job.job_id, h.seconds from unnest($1::bigint[], $2::uuid[], $3::int[]) as h (job_id, lease_token, seconds)
       join job on job.job_id = h.job_id and job.lease_token = h.lease_token
     ), free as materialized (
       select job_id from job where job_id = any(array(select job_id from held)) for update skip locked
     ), extended as (
       update job set lease_until = now() + make_interval(secs => held.seconds) from held join free using (job_id)
       where job.job_id = held.job_id and job.lease_token = any($2)
     )
     select job_id as "jobId" from held`,
    [jobs.map(({ jobId }) => jobId), jobs.map(({ leaseToken }) => leaseToken), jobs.map(({ leaseSeconds }) => leaseSeconds)],
  )
  return new Set(rows.map(({ jobId }) => jobId))
}

/**
 * What workers that died had claimed waits again. The attempt counts, so that a job that kills its worker fails for good in the end, although it
 * was enqueued meanwhile. Jobs that were lost twice begin apart from each other: one of them kills, and would take the others with it.
 */
export async function freeLostJobsForAllCustomers(
  transaction: Transaction,
  queues: { queue: string; maxAttempts: number }[],
): Promise<number> {
  const { rowCount } = await transaction.query(
    `update job set state = case when l.is_last then 'failed' else 'waiting' end, failed_at = case when l.is_last then now() end,
       times_lost = times_lost + 1, runs_again = false, lease_token = null, lease_until = null, error = 'worker_lost',
       due = case when times_lost = 0 then due else now() + random() * interval '20 seconds' end
     from (
       select job_id as lost, attempts >= q.max_attempts or times_lost + 1 >= $3 as is_last
       from job join unnest($1::text[], $2::int[]) as q (queue, max_attempts) using (queue)
       where state = 'running' and queue = any($1) and lease_until < now() for update of job skip locked) l
     where job_id = l.lost`,
    [queues.map(({ queue }) => queue), queues.map(({ maxAttempts }) => maxAttempts), maxTimesLost],
  )
  return rowCount ?? 0
}

/** In how many milliseconds the next job is due, none or less when one is already; null: none waits. */
export async function readNextDueForAllCustomers(transaction: Transaction): Promise<number | null> {
  const { rows } = await transaction.query<{ milliseconds: number | null }>(
    `select extract(epoch from (select due from job where state = 'waiting' and ${ofOpenCustomer('tenant')} order by due at time zone 'UTC' limit 1) - clock_timestamp())::float8
       * 1000 as milliseconds`,
  )
  return rows[0]?.milliseconds ?? null
}

// Which rows without a customer are there to be changed is the policy's to say: the provider's, for the provider.
type FailedJob = { jobId: string; queue: string; rowId: string }

/** Gives those that had failed; others, and what is gone, are left out. */
export async function requeueFailedJobs(transaction: Transaction, customerId: string, jobIds: readonly string[]): Promise<FailedJob[]> {
  const { rows } = await transaction.query<FailedJob>(
    `update job set state = 'waiting', attempts = 0, times_lost = 0, failed_at = null, due = now()
     where (customer_id = $1 or customer_id is null) and job_id = any($2::bigint[]) and state = 'failed'
     returning job_id as "jobId", queue, row_id as "rowId"`,
    [customerId, jobIds],
  )
  if (rows.length > 0) transaction.announceOnCommit(jobChannel)
  return rows
}

/** As `requeueFailedJobs`. */
export async function deleteFailedJobs(transaction: Transaction, customerId: string, jobIds: readonly string[]): Promise<FailedJob[]> {
  const { rows } = await transaction.query<FailedJob>(
    `delete from job where (customer_id = $1 or customer_id is null) and job_id = any($2::bigint[]) and state = 'failed'
     returning job_id as "jobId", queue, row_id as "rowId"`,
    [customerId, jobIds],
  )
  return rows
}
