import { bucketEnd, bucketStart, gracePeriodMilliseconds } from '@vakt/domain/metrics/bucket.ts'
import type { Pool } from 'pg'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'

const hourMilliseconds = 3_600_000

/** Stores packed points of a customer by their slots, in one durable write, and notes when each bucket is due. */
export async function storePoints(pool: Pool, customerId: string, slots: number[], packed: Buffer[]): Promise<void> {
  await pool.query({
    name: 'store-metric-points',
    text: 'select store_metric_points($1, $2, $3, $4)',
    values: [customerId, slots, packed.map(({ length }) => length), Buffer.concat(packed)],
  })
}

/** Makes the partitions of these days, which otherwise the worker does in time. */
export async function makePartitions(client: Pick<Pool, 'query'>, oldestDay: number | null = null): Promise<void> {
  await client.query('select make_metric_partitions($1)', [oldestDay])
}

export type DueBucket = { customerId: string; slot: number; dueAt: Date; isLate: boolean }

/** Rounded up by a second. After a downtime senders send again what they had, which is not late for that; what was late before stays so. */
const graceSeconds = gracePeriodMilliseconds / 1000 + 1
const isLive = `(due_at <= to_timestamp(${bucketEnd(0) / 1000 + graceSeconds} + slot * ${(bucketEnd(1) - bucketEnd(0)) / 1000})
  or exists (select from metric_reception where since between due_at - interval '${graceSeconds} seconds' and due_at))`

/**
 * Buckets that are due. One is late when points of it came after it was to close; at most `limit` of those in time and of late ones. Customers take
 * turns, so that who sends days again has no others wait; those of a customer stand by when they became due. Those after `received` wait: senders may
 * still have points of them.
 */
export async function listDueBucketsForAllCustomers(
  transaction: Transaction,
  { now, received, limit }: { now: Date; received: number | null; limit: number },
): Promise<DueBucket[]> {
  const { rows } = await transaction.query<DueBucket>(
    `with due as (
       select customer_id as "customerId", slot, due_at as "dueAt", not ${isLive} as "isLate" from metric_due
       where due_at <= $1 and failed_at is null and slot <= $2
     ), turns as (
       select *, row_number() over (partition by "isLate", "customerId" order by "dueAt", slot) as turn from due
     )
     (select "customerId", slot, "dueAt", "isLate" from turns where not "isLate" order by turn, "dueAt" limit $3)
     union all
     (select "customerId", slot, "dueAt", "isLate" from turns where "isLate" order by turn, "dueAt" limit $3)`,
    [now, received, limit],
  )
  return rows
}

/** Answers whether the bucket still waits, and keeps other workers from closing it until the transaction ends. */
export async function lockDue(transaction: Transaction, customerId: string, slot: number): Promise<boolean> {
  const { rowCount } = await transaction.query('select from metric_due where customer_id = $1 and slot = $2 for update skip locked', [
    customerId,
    slot,
  ])
  return rowCount === 1
}

/** Waits for those who store points of the bucket now. The next statement sees what they stored; what is stored later makes it due again. */
export async function lockSlot(transaction: Transaction, customerId: string, slot: number): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(metric_slot_lock($1, $2))', [customerId, slot])
}

/** A value that comes in one piece holds the event loop while it is decoded. */
const bytesPerPart = 65_536

/** Everything that is left of the log of a bucket, in the order of its arrival. */
export async function readLog(transaction: Transaction, customerId: string, slot: number): Promise<Buffer[]> {
  const { rows } = await transaction.query<{ batch: string; part: Buffer }>(
    `select batch_no as batch, substring(points from first for $3) as part
     from metric_batch cross join generate_series(1, length(points), $3) first
     where customer_id = $1 and slot = $2 order by batch_no, first`,
    [customerId, slot, bytesPerPart],
  )
  const batches: Buffer[] = []
  const partsOf = Map.groupBy(rows, ({ batch }) => batch)
  // What has been put together is not kept in parts, too.
  rows.length = 0
  for (const [batch, parts] of partsOf) {
    partsOf.delete(batch)
    const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, { part }) => sum + part.length, 0))
    let at = 0
    await takeTurns(parts, ({ part }) => {
      at += part.copy(whole, at)
    })
    batches.push(whole)
  }
  return batches
}

/** Whether the log may lack points of the bucket: its oldest partition begins after the bucket does. */
export async function isLogCut(transaction: Transaction, slot: number): Promise<boolean> {
  const { rows } = await transaction.query<{ hour: number | null }>(
    "select min(substring(inhrelid::regclass::text from '\\d+$')::int) as hour from pg_inherits where inhparent = 'metric_batch'::regclass",
  )
  return (rows[0]?.hour ?? 0) * hourMilliseconds > bucketStart(slot)
}

export async function removeDue(transaction: Transaction, customerId: string, slot: number): Promise<void> {
  await transaction.query('delete from metric_due where customer_id = $1 and slot = $2', [customerId, slot])
}

/** Closes a bucket once more, though none of its points changed. */
export async function makeDueAgain(transaction: Transaction, customerId: string, slot: number, now: Date): Promise<void> {
  await transaction.query('insert into metric_due (customer_id, slot, due_at) values ($1, $2, $3) on conflict do nothing', [
    customerId,
    slot,
    now,
  ])
}

/** A bucket that failed for good is left to its job, which is listed as failed. */
export async function noteFailure(
  transaction: Transaction,
  { customerId, slot }: { customerId: string; slot: number },
  { error, attempts, isLast }: { error: string; attempts: number; isLast: boolean },
): Promise<void> {
  await transaction.query(
    `update metric_due set attempts = $4, error = $3, failed_at = case when $5 then now() end where customer_id = $1 and slot = $2`,
    [customerId, slot, error.slice(0, 500), attempts, isLast],
  )
}

export async function noteAttempt(
  transaction: Transaction,
  { customerId, slot }: { customerId: string; slot: number },
  attempts: number,
): Promise<void> {
  await transaction.query('update metric_due set attempts = $3 where customer_id = $1 and slot = $2', [customerId, slot, attempts])
}

/** After so many failed attempts, half a minute, what follows a bucket no longer waits for it. */
const awaitedAttempts = 3

/** The first slot that should be closed by now and is not; null when there is none. Late buckets hold nothing back. */
export async function findFirstDue(transaction: Transaction, customerId: string, now: Date): Promise<number | null> {
  const { rows } = await transaction.query<{ slot: number | null }>(
    `select min(slot) as slot from metric_due
     where customer_id = $1 and failed_at is null and due_at <= $2 and attempts < ${awaitedAttempts} and ${isLive}`,
    [customerId, now],
  )
  return rows[0]?.slot ?? null
}

/** For how many seconds the bucket that is due the longest has been waiting, short of late ones, and how many are due, late ones too. */
export async function readBucketLagForAllCustomers(transaction: Transaction): Promise<{ seconds: number; due: number }> {
  const { rows } = await transaction.query<{ seconds: number; due: number }>(
    `select coalesce(extract(epoch from now() - min(due_at) filter (where ${isLive})), 0)::float8 as seconds, count(*)::int as due
     from metric_due where failed_at is null and due_at <= now()`,
  )
  return rows[0] ?? { seconds: 0, due: 0 }
}

/**
 * What the partitions must not lose: the oldest bucket that waits, and when its first points may have arrived. One that failed can be tried again
 * for three days.
 */
export async function findOldestDueForAllCustomers(transaction: Transaction): Promise<{ day: number | null; hour: number | null }> {
  const { rows } = await transaction.query<{ day: number | null; hour: number | null }>(
    `select floor(min(slot) / 288.0)::int as day, floor((extract(epoch from min(due_at)) - 600) / 3600)::int as hour
     from metric_due where failed_at is null or failed_at > now() - interval '3 days'`,
  )
  return rows[0] ?? { day: null, hour: null }
}
