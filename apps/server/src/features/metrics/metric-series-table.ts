import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import type { Pool } from 'pg'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Series } from './metric-store.ts'
import type { MetricMetadata } from './wire/sent-points.ts'

export type NewSeries = { hash: Buffer; metric: string; labels: string; kind: SeriesKind | null; unit: string | null }

/**
 * The numbers of label sets by their hash in latin1; new ones get a number as far as the customer's limit goes, those beyond it are missing.
 */
export async function numberSeries(pool: Pool, customerId: string, series: NewSeries[]): Promise<Map<string, number>> {
  const column = <Key extends keyof NewSeries>(key: Key) => series.map((one) => one[key])
  const { rows } = await pool.query<{ hash: Buffer; seriesNo: number }>({
    name: 'number-metric-series',
    text: 'select label_hash as hash, series_no as "seriesNo" from number_metric_series($1, $2, $3, $4, $5, $6)',
    values: [customerId, column('hash'), column('metric'), column('labels'), column('kind'), column('unit')],
  })
  return new Map(rows.map(({ hash, seriesNo }) => [hash.toString('latin1'), seriesNo]))
}

/** Notes that label sets were refused, at most once a minute. */
export async function noteRefusedSeries(pool: Pool, customerId: string): Promise<void> {
  await inTransaction({ pool }, customerId, (transaction) =>
    transaction.query(
      `update metric_customer set refused_at = now() where customer_id = $1 and (refused_at is null or refused_at < now() - interval '1 minute')`,
      [customerId],
    ),
  )
}

/** What senders say of metrics counts for series that are there, and for those to come. */
export async function saveMetadata(pool: Pool, customerId: string, metadata: MetricMetadata[]): Promise<void> {
  const columns = [metadata.map(({ metric }) => metric), metadata.map(({ kind }) => kind), metadata.map(({ unit }) => unit)]
  await inTransaction({ pool }, customerId, async (transaction) => {
    const { rowCount } = await transaction.query(
      `insert into metric_metadata (customer_id, metric, kind, unit)
       select distinct on (metric) $1, metric, kind, unit from unnest($2::text[], $3::text[], $4::text[]) as m (metric, kind, unit)
       on conflict (customer_id, metric) do update set kind = excluded.kind, unit = coalesce(excluded.unit, metric_metadata.unit)
       where (metric_metadata.kind, metric_metadata.unit) is distinct from (excluded.kind, coalesce(excluded.unit, metric_metadata.unit))`,
      [customerId, ...columns],
    )
    if (!rowCount) return
    const { rowCount: changed } = await transaction.query(
      `update metric_series s set kind = m.kind, unit = coalesce(m.unit, s.unit)
       from metric_metadata m
       where s.customer_id = $1 and m.customer_id = $1 and m.metric = s.metric and m.metric = any ($2::text[])
         and (s.kind, s.unit) is distinct from (m.kind, coalesce(m.unit, s.unit))`,
      [customerId, columns[0]],
    )
    if (changed) await countSeriesVersion(transaction, customerId)
  })
}

async function countSeriesVersion(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query('update metric_customer set series_version = series_version + 1 where customer_id = $1', [customerId])
}

export async function readSeriesVersion(transaction: Transaction, customerId: string): Promise<string> {
  const { rows } = await transaction.query<{ version: string }>(
    'select series_version::text as version from metric_customer where customer_id = $1',
    [customerId],
  )
  return rows[0]?.version ?? '0'
}

const seriesColumns = 'series_no as "seriesNo", entity_id as "entityId", metric, kind, unit, labels, first_slot as "firstSlot"'

/** The rows of one answer are read at once: many more of them would hold up what else waits in the process. */
const rowsPerRead = 5000

export async function findSeries(
  transaction: Transaction,
  customerId: string,
  { metrics, entityIds }: { metrics: string[] | null; entityIds: string[] | null },
): Promise<Series[]> {
  const found: Series[] = []
  for (;;) {
    const { rows } = await transaction.query<Series>(
      `select ${seriesColumns} from metric_series
       where customer_id = $1 and ($2::text[] is null or metric = any ($2)) and ($3::uuid[] is null or entity_id = any ($3)) and series_no > $4
       order by series_no limit $5`,
      [customerId, metrics, entityIds, found.at(-1)?.seriesNo ?? 0, rowsPerRead],
    )
    found.push(...rows)
    if (rows.length < rowsPerRead) return found
  }
}

export async function findSeriesByNo(transaction: Transaction, customerId: string, seriesNo: number): Promise<Series | undefined> {
  const { rows } = await transaction.query<Series>(`select ${seriesColumns} from metric_series where customer_id = $1 and series_no = $2`, [
    customerId,
    seriesNo,
  ])
  return rows[0]
}

/** The metrics that matched series have, one after the other from the index: there are few names and many series. */
export async function listMetricNames(
  transaction: Transaction,
  customerId: string,
  limit: number,
): Promise<{ metric: string; entities: number }[]> {
  const { rows } = await transaction.query<{ metric: string; entities: number }>(
    `with recursive name as (
       (select metric from metric_series where customer_id = $1 order by metric limit 1)
       union all
       select (select s.metric from metric_series s where s.customer_id = $1 and s.metric > n.metric order by s.metric limit 1)
       from name n where n.metric is not null
     )
     select n.metric, e.entities from name n
     cross join lateral (
       select count(distinct m.entity_id)::int as entities from (
         select entity_id from metric_series s where s.customer_id = $1 and s.metric = n.metric and s.entity_id is not null limit 2000) m
     ) e
     where n.metric is not null and e.entities > 0 order by e.entities desc, n.metric limit $2`,
    [customerId, limit],
  )
  return rows
}

/** The numbers of a customer's counters, in one value: thousands of them, at each bucket. */
export async function listCounters(transaction: Transaction, customerId: string): Promise<number[]> {
  const { rows } = await transaction.query<{ numbers: string | null }>(
    "select string_agg(series_no::text, ',') as numbers from metric_series where customer_id = $1 and kind = 'counter'",
    [customerId],
  )
  return (rows[0]?.numbers ?? '').split(',').filter(Boolean).map(Number)
}

/** The numbers of series of which no bucket as early as this one is known. */
async function findLaterSeries(transaction: Transaction, customerId: string, slot: number): Promise<Set<number>> {
  const { rows } = await transaction.query<{ numbers: string | null }>(
    `select string_agg(series_no::text, ',') as numbers from metric_series where customer_id = $1 and (first_slot is null or first_slot > $2)`,
    [customerId, slot],
  )
  return new Set((rows[0]?.numbers ?? '').split(',').filter(Boolean).map(Number))
}

/** Notes of the series of a closed bucket which of them begin with it. */
export async function noteFirstSlots(transaction: Transaction, customerId: string, slot: number, seriesNos: Int32Array): Promise<void> {
  const later = await findLaterSeries(transaction, customerId, slot)
  const begun = later.size > 0 ? [...seriesNos].filter((seriesNo) => later.has(seriesNo)) : []
  if (begun.length === 0) return
  await transaction.query('update metric_series set first_slot = $2 where customer_id = $1 and series_no = any ($3)', [
    customerId,
    slot,
    begun,
  ])
  await countSeriesVersion(transaction, customerId)
}

/** For points that are not closed here: series of which none is noted yet begin with this slot, or `longAgo`. */
export async function noteFirstSlotOfNew(transaction: Transaction, customerId: string, slot: number): Promise<void> {
  const { rowCount } = await transaction.query('update metric_series set first_slot = $2 where customer_id = $1 and first_slot is null', [
    customerId,
    slot,
  ])
  if (rowCount) await countSeriesVersion(transaction, customerId)
}

export async function noteDayOfSeries(transaction: Transaction, customerId: string, seriesNos: number[], day: number): Promise<void> {
  await transaction.query(
    'update metric_series set last_day = $3 where customer_id = $1 and series_no = any ($2) and coalesce(last_day, 0) < $3',
    [customerId, seriesNos, day],
  )
}

/** A series is active when it has sent since that day, or is younger. One that has not sent since `keptSince` is deleted. */
export async function countActiveSeriesForAllCustomers(
  transaction: Transaction,
  { activeSince, keptSince }: { activeSince: number; keptSince: number },
): Promise<void> {
  await transaction.query('delete from metric_series where coalesce(last_day, 0) < $1 and first_seen_at < to_timestamp($1 * 86400.0)', [
    keptSince,
  ])
  await transaction.query(
    `update metric_customer c set active_series = a.count from (
       select m.customer_id, count(s.series_no)::int as count from metric_customer m
       left join metric_series s on s.customer_id = m.customer_id and (s.last_day >= $1 or s.first_seen_at >= to_timestamp($1 * 86400.0))
       group by m.customer_id
     ) a where a.customer_id = c.customer_id and a.count <> c.active_series`,
    [activeSince],
  )
}
