import { bucketsPerDay } from '@vakt/domain/metrics/bucket.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SlotSpan } from './metric-store.ts'

export type ChunkRow = { slot: number; chunk: number; buckets: Buffer }
export type DayRow = { seriesNo: number; day: number; buckets: Buffer }
export type DayTable = 'metric_day' | 'metric_day_of_hours'

const dayOf = (slot: number) => Math.floor(slot / bucketsPerDay)

/** `chunks` null: all. */
export async function readChunks(
  transaction: Transaction,
  customerId: string,
  { from, to }: SlotSpan,
  chunks: number[] | null,
): Promise<ChunkRow[]> {
  const { rows } = await transaction.query<ChunkRow>(
    `select slot, chunk, buckets from metric_chunk
     where customer_id = $1 and slot >= $2 and slot < $3 and ($4::int[] is null or chunk = any ($4)) order by slot, chunk`,
    [customerId, from, to, chunks],
  )
  return rows
}

/** The chunks of a bucket, in place of those that were there. */
export async function writeChunks(
  transaction: Transaction,
  customerId: string,
  slot: number,
  chunks: { chunk: number; packed: Buffer }[],
): Promise<void> {
  const packed = chunks.map((one) => one.packed)
  await transaction.query(
    `insert into metric_chunk (customer_id, slot, chunk, buckets)
     select $1, $2, c.chunk, substring($5::bytea from (sum(c.size) over (order by c.position) - c.size + 1)::int for c.size)
     from unnest($3::int[], $4::int[]) with ordinality as c (chunk, size, position)
     on conflict (customer_id, slot, chunk) do update set buckets = excluded.buckets`,
    [customerId, slot, chunks.map(({ chunk }) => chunk), packed.map(({ length }) => length), Buffer.concat(packed)],
  )
}

export async function readDays(
  transaction: Transaction,
  customerId: string,
  table: DayTable,
  seriesNos: number[],
  { from, to }: SlotSpan,
): Promise<DayRow[]> {
  const { rows } = await transaction.query<DayRow>(
    `select series_no as "seriesNo", day, buckets from ${table}
     where customer_id = $1 and series_no = any ($2) and day between $3 and $4 order by series_no, day`,
    [customerId, seriesNos, dayOf(from), dayOf(to - 1)],
  )
  return rows
}

/** The newest day of each of these series. */
export async function readLatestDays(transaction: Transaction, customerId: string, seriesNos: number[]): Promise<DayRow[]> {
  const { rows } = await transaction.query<DayRow>(
    `select distinct on (series_no) series_no as "seriesNo", day, buckets from metric_day
     where customer_id = $1 and series_no = any ($2) order by series_no, day desc`,
    [customerId, seriesNos],
  )
  return rows
}

export async function writeDays(
  transaction: Transaction,
  customerId: string,
  table: DayTable,
  day: number,
  series: { seriesNo: number; packed: Buffer }[],
): Promise<void> {
  const packed = series.map((one) => one.packed)
  await transaction.query(
    `insert into ${table} (customer_id, series_no, day, buckets)
     select $1, s.series_no, $3, substring($5::bytea from (sum(s.size) over (order by s.position) - s.size + 1)::int for s.size)
     from unnest($2::int[], $4::int[]) with ordinality as s (series_no, size, position)
     on conflict (customer_id, series_no, day) do update set buckets = excluded.buckets`,
    [customerId, series.map(({ seriesNo }) => seriesNo), day, packed.map(({ length }) => length), Buffer.concat(packed)],
  )
}

/** Whose chunks of days before this one are not packed yet. */
export async function findCustomersToPackForAllCustomers(transaction: Transaction, beforeDay: number): Promise<string[]> {
  const { rows } = await transaction.query<{ customerId: string }>(
    'select distinct customer_id as "customerId" from metric_chunk where slot < $1 order by customer_id',
    [beforeDay * bucketsPerDay],
  )
  return rows.map(({ customerId }) => customerId)
}

export type ChunkOfDay = { day: number; chunk: number }

/** A customer's chunks of days before this one that are not packed yet, without days of which a bucket waits to be closed; from after `after` on. */
export async function findChunksToPack(
  transaction: Transaction,
  customerId: string,
  { beforeDay, after, limit }: { beforeDay: number; after: ChunkOfDay; limit: number },
): Promise<ChunkOfDay[]> {
  const { rows } = await transaction.query<ChunkOfDay>(
    `select distinct slot / $2 as day, chunk from metric_chunk c
     where customer_id = $1 and slot < $3 * $2 and (slot / $2, chunk) > ($4, $5)
       and not exists (select from metric_due d where d.customer_id = $1 and d.failed_at is null and d.slot / $2 = c.slot / $2)
     order by day, chunk limit $6`,
    [customerId, bucketsPerDay, beforeDay, after.day, after.chunk, limit],
  )
  return rows
}

export async function deleteChunks(transaction: Transaction, customerId: string, chunk: number, { from, to }: SlotSpan): Promise<void> {
  await transaction.query('delete from metric_chunk where customer_id = $1 and chunk = $2 and slot >= $3 and slot < $4', [
    customerId,
    chunk,
    from,
    to,
  ])
}

/** The days whose chunks have a partition, the oldest first, and whether any chunk is left in it. */
export async function listChunkDaysForAllCustomers(transaction: Transaction): Promise<{ day: number; isEmpty: boolean }[]> {
  const { rows } = await transaction.query<{ day: number; isEmpty: boolean }>(
    `select p.day, not exists (select from metric_chunk c where c.slot >= p.day * $1 and c.slot < (p.day + 1) * $1) as "isEmpty"
     from (select substring(inhrelid::regclass::text from '\\d+$')::int as day from pg_inherits where inhparent = 'metric_chunk'::regclass) p
     order by p.day`,
    [bucketsPerDay],
  )
  return rows
}

/** Does nothing while another process makes or drops some: the next time comes soon. */
export async function dropPartitions(
  transaction: Transaction,
  { oldestHour, packedDays, days, daysOfHours }: { oldestHour: number | null; packedDays: number[]; days: number; daysOfHours: number },
): Promise<void> {
  // The function takes the same lock, and would fail for want of it.
  const { rows } = await transaction.query<{ isOurs: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('metric partitions', 0)) as "isOurs"`,
  )
  if (rows[0]?.isOurs) await transaction.query('select drop_metric_partitions($1, $2, $3, $4)', [oldestHour, packedDays, days, daysOfHours])
}

/** Which days of a customer are packed or wait for it, and the last bucket that is closed or waits. */
export async function readKnownBuckets(transaction: Transaction, customerId: string): Promise<{ days: number[]; lastSlot: number | null }> {
  const { rows } = await transaction.query<{ days: number[] | null; lastSlot: number | null }>(
    `select (select array_agg(distinct day) from (
         select day from metric_day_of_hours where customer_id = $1
         union all select slot / $2 from metric_chunk where customer_id = $1) d) as days,
       greatest((select max(slot) from metric_chunk where customer_id = $1), (select max(slot) from metric_due where customer_id = $1)) as "lastSlot"`,
    [customerId, bucketsPerDay],
  )
  return { days: rows[0]?.days ?? [], lastSlot: rows[0]?.lastSlot ?? null }
}

/** Makes the partitions of these days; those before `oldestKept` have hours only. */
export async function makePastPartitions(transaction: Transaction, days: readonly number[], oldestKept: number): Promise<void> {
  const kept = days.filter((day) => day >= oldestKept)
  await transaction.query('select make_metric_day_of_hours_partitions($1, $2)', [Math.min(...days), Math.max(...days)])
  if (kept.length > 0) await transaction.query('select make_metric_day_partitions($1, $2)', [Math.min(...kept), Math.max(...kept)])
}
