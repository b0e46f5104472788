import type { StoredKind } from '@vakt/contract/retention/stored-kinds.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** `heapBytes`: the rows alone; `uncountedBytes`: of it, what has never been analysed, whose rows the planner does not know. */
export type TableSize = { table: string; bytes: number; rows: number; heapBytes: number; uncountedBytes: number }

/** The tables with their partitions, indexes and large values; rows as the planner estimates them. No row is counted, and no lock taken. */
export async function readTableSizesForAllCustomers(transaction: Transaction): Promise<TableSize[]> {
  const { rows } = await transaction.query<TableSize>(
    `select c.relname as table, sum(pg_total_relation_size(p.relid))::float8 as bytes, sum(greatest(part.reltuples, 0))::float8 as rows,
       sum(pg_relation_size(p.relid))::float8 as "heapBytes",
       coalesce(sum(pg_relation_size(p.relid)) filter (where part.reltuples < 0), 0)::float8 as "uncountedBytes"
     from pg_class c cross join lateral (
       select c.oid as relid where c.relkind = 'r' union all select inhrelid from pg_inherits where inhparent = c.oid
     ) p join pg_class part on part.oid = p.relid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by c.relname`,
  )
  return rows
}

export async function readDatabaseSizeForAllCustomers(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  return rows[0]?.bytes ?? 0
}

/** `address`: of the server, null over a socket; `folder`: null where the login is not told (`pg_read_all_settings`). */
export type DatabasePlace = { address: string | null; folder: string | null }

export async function readDatabasePlaceForAllCustomers(transaction: Transaction): Promise<DatabasePlace> {
  const { rows } = await transaction.query<DatabasePlace>(
    `select host(inet_server_addr()) as address, (select setting from pg_settings where name = 'data_directory') as folder`,
  )
  return rows[0] ?? { address: null, folder: null }
}

/** The first rows by an index, which was written first: not to the second the oldest, and found at once however many there are. */
const oldest: Partial<Record<StoredKind, string>> = {
  signals: 'select received_at from signal order by signal_id limit 1',
  alerts: 'select first_seen_at from alert order by alert_id limit 1',
  incidents_and_tickets: `select least((select opened_at from incident order by incident_id limit 1),
    (select created_at from ticket order by ticket_id limit 1))`,
  messages: 'select created_at from notification order by notification_id limit 1',
  audit_log: 'select at from recorded_action order by at limit 1',
  resource_history: 'select at from entity_history order by history_id limit 1',
}

export async function readOldestForAllCustomers(transaction: Transaction): Promise<Partial<Record<StoredKind, Date | null>>> {
  const columns = Object.entries(oldest).map(([kind, text]) => `(${text}) as ${kind}`)
  const { rows } = await transaction.query<Partial<Record<StoredKind, Date | null>>>(`select ${columns.join(', ')}`)
  return rows[0] ?? {}
}

export type Measurement = { part: string; at: Date; bytes: number }

/** Once a day: what is measured again on the same day changes nothing. Measurements are kept for 400 days. */
export async function insertMeasurementsForAllCustomers(
  transaction: Transaction,
  { at, sizes }: { at: Date; sizes: readonly { part: string; bytes: number }[] },
): Promise<void> {
  await transaction.query(
    `insert into storage_measurement (day, part, at, bytes)
     select ($1::timestamptz at time zone 'UTC')::date, part, $1, bytes from unnest($2::text[], $3::bigint[]) as m (part, bytes)
     on conflict do nothing`,
    [at, sizes.map(({ part }) => part), sizes.map(({ bytes }) => bytes)],
  )
  await transaction.query("delete from storage_measurement where day < ($1::timestamptz at time zone 'UTC')::date - 400", [at])
}

/** Of the first day on which something was measured in the last 30. */
export async function readFirstMeasurementsForAllCustomers(transaction: Transaction, now: Date): Promise<Measurement[]> {
  const { rows } = await transaction.query<Measurement>(
    `select part, at, bytes::float8 as bytes from storage_measurement
     where day = (select min(day) from storage_measurement where day >= ($1::timestamptz at time zone 'UTC')::date - 30)`,
    [now],
  )
  return rows
}
