import type { Pool } from 'pg'
import type { Transaction } from './database/transaction.ts'

/**
 * What the installation remembers about itself. `backup-made` and `backup-failed` are written by the backup command, `backup-restored` by the restore
 * command, `web-answers` by each web process, `events-begun` by the worker that dispatches events, before it begins.
 */
export type NoteName =
  | 'checklist-hidden'
  | 'mail-tested'
  | 'backup-made'
  | 'backup-failed'
  | 'backups-watched'
  | 'backups-warned'
  | 'backup-restored'
  | 'backup-restored-elsewhere'
  | 'demo content removed'
  | 'web-answers'
  | 'events-begun'

/** When each was noted. The pool must log in as vakt_worker. */
export async function readNotesForAllCustomers(transaction: Transaction, names: readonly NoteName[]): Promise<Map<NoteName, Date>> {
  const { rows } = await transaction.query<{ name: NoteName; notedAt: Date }>(
    'select name, noted_at as "notedAt" from installation_note where name = any($1)',
    [names],
  )
  return new Map(rows.map(({ name, notedAt }) => [name, notedAt]))
}

export type Note = { at: Date; details: Record<string, unknown> }

/** As `readNotesForAllCustomers`, with what was noted with each. */
export async function readNoteDetailsForAllCustomers(transaction: Transaction, names: readonly NoteName[]): Promise<Map<NoteName, Note>> {
  const { rows } = await transaction.query<Note & { name: NoteName }>(
    'select name, noted_at as at, details from installation_note where name = any($1)',
    [names],
  )
  return new Map(rows.map(({ name, ...note }) => [name, note]))
}

export async function writeNoteForAllCustomers(
  transaction: Pick<Transaction, 'query'>,
  name: NoteName,
  at: Date,
  details: object = {},
): Promise<void> {
  await transaction.query(
    `insert into installation_note (name, noted_at, details) values ($1, $2, $3)
     on conflict (name) do update set noted_at = excluded.noted_at, details = excluded.details`,
    [name, at, details],
  )
}

/** By the clock of the database, which all processes share. */
export async function noteNow(pool: Pool, name: NoteName): Promise<void> {
  await pool.query(
    'insert into installation_note (name, noted_at) values ($1, now()) on conflict (name) do update set noted_at = excluded.noted_at',
    [name],
  )
}

/** In seconds; null for what was never noted. */
export async function findNoteAgeForAllCustomers(transaction: Transaction, name: NoteName): Promise<number | null> {
  const { rows } = await transaction.query<{ age: number }>(
    'select extract(epoch from clock_timestamp() - noted_at)::float8 as age from installation_note where name = $1',
    [name],
  )
  return rows[0]?.age ?? null
}

export async function removeNoteForAllCustomers(transaction: Transaction, name: NoteName): Promise<void> {
  await transaction.query('delete from installation_note where name = $1', [name])
}

/** Rows with which a process has begun; `token` names its attempt. */
export type Begun = { token: string; rowIds: string[] }

/** Longer than a process waits for a connection between its note and its work. */
const longestGapSeconds = 10

/** What was noted as begun and is not removed, and whether the work at it would have begun by now. */
export async function readBegunForAllCustomers(
  transaction: Transaction,
  name: NoteName,
): Promise<(Begun & { isOver: boolean }) | undefined> {
  const { rows } = await transaction.query<Begun & { isOver: boolean }>(
    `select details ->> 'token' as token, array(select jsonb_array_elements_text(details -> 'rowIds')) as "rowIds",
       noted_at < now() - make_interval(secs => $2) as "isOver"
     from installation_note where name = $1`,
    [name, longestGapSeconds],
  )
  return rows[0]
}

/** By the clock of the database. */
export async function noteBegunForAllCustomers(transaction: Transaction, name: NoteName, begun: Begun): Promise<void> {
  await transaction.query(
    `insert into installation_note (name, noted_at, details) values ($1, now(), $2)
     on conflict (name) do update set noted_at = excluded.noted_at, details = excluded.details`,
    [name, begun],
  )
}

/** False where another process took it that this one had died. */
export async function removeBegunForAllCustomers(transaction: Transaction, name: NoteName, { token }: Begun): Promise<boolean> {
  const { rowCount } = await transaction.query("delete from installation_note where name = $1 and details ->> 'token' = $2", [name, token])
  return rowCount === 1
}
