import type { Pool } from 'pg'
import type { Transaction } from './database/transaction.ts'

/**
 * What the installation remembers about itself. `backup-made` and `backup-failed` are written by the backup command, `backup-restored` by the restore
 * command, `web-answers` by each web process.
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
