import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { escapeIdentifier } from 'pg'
import { baseline, type ConcurrentIndex, type MigrationFile, readMigrationFiles, withBaseline } from './migration-files.ts'

/** The database holds migrations that this version does not know; the message is one sentence for the operator. */
export class NewerSchema extends Error {}

/** The same number as in version 0.1.0, so that a process of that version and one of this never migrate at once. */
const migrationLock = '3853314791062309107'
const lockPollMs = 100
/**
 * How long a migration may wait for a lock on a table: every session behind it waits as long. Shorter than PostgreSQL's `deadlock_timeout` (1 s),
 * after which it would end either side of a deadlock: so it is the migration that gives way, and never a call.
 */
export const lockTimeoutMs = 500
const retryDelayMs = 500
const maxAttempts = 320

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

type Client = Pick<PoolClient, 'query'>

/** Creates the table that records which migrations ran, unless it is there. */
export const createMigrationTable = (client: Client) =>
  client.query('create table if not exists migration (name varchar(255) primary key, timestamp varchar(255) not null)')

export const recordMigration = (client: Client, name: string, timestamp = new Date().toISOString()) =>
  client.query('insert into migration (name, timestamp) values ($1, $2)', [name, timestamp])

/** The migrations that ran on this database, in order; none for an empty one. */
async function readAppliedMigrations(client: Client): Promise<{ name: string }[]> {
  const { rows: found } = await client.query<{ is_there: boolean }>("select to_regclass('public.migration') is not null as is_there")
  if (!found[0]?.is_there) return []
  const { rows } = await client.query<{ name: string }>('select name from migration order by name collate "C"')
  return rows
}

/** The migrations that have not run yet. Throws NewerSchema and OlderSchema. */
export async function findPending(client: Client, files: MigrationFile[]): Promise<MigrationFile[]> {
  const ran = await readAppliedMigrations(client)
  const hasBaseline = files.some(({ name }) => name === baseline.name)
  const applied = new Set((hasBaseline ? withBaseline(ran) : ran).map(({ name }) => name))
  const known = new Set(files.map(({ name }) => name))
  const unknown = [...applied].find((name) => !known.has(name))
  if (unknown) {
    throw new NewerSchema(
      `The database was upgraded by a newer version of Vakt (this version does not know its migration ${unknown}): start that version, or restore a backup from before the upgrade.`,
    )
  }
  return files.filter(({ name }) => !applied.has(name))
}

/** Polls: a session that waits for the lock in a statement would hold a snapshot, for which `create index concurrently` waits in turn. */
async function acquireMigrationLock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_locked: boolean }>(`select pg_try_advisory_lock(${migrationLock}) as is_locked`)
    if (rows[0]?.is_locked) return
    await wait(lockPollMs)
  }
}

async function runInTransaction(client: Client, { name, sql }: MigrationFile): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query(sql)
    await recordMigration(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Builds the index unless a valid one is there. An invalid one is what a build that failed or was killed leaves; it is dropped and built again. */
async function buildConcurrently(client: Client, { name, sql }: ConcurrentIndex): Promise<void> {
  const { rows } = await client.query<{ is_valid: boolean }>(
    'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
    [`public.${escapeIdentifier(name)}`],
  )
  if (rows[0]?.is_valid) return
  if (rows[0]) await client.query(`drop index concurrently ${escapeIdentifier(name)}`)
  await client.query(sql)
}

async function runOutsideTransaction(client: Client, { name, concurrentIndexes }: MigrationFile): Promise<void> {
  // It waits for open transactions, but no session waits for it.
  await client.query('set lock_timeout = 0')
  for (const index of concurrentIndexes) await buildConcurrently(client, index)
  await recordMigration(client, name)
}

/** Runs a step that takes locks on tables in use; tries again when it does not get them in time. */
export async function retryOnLockTimeout<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: string }
      if (attempt >= maxAttempts || (code !== lockNotAvailable && code !== deadlockDetected)) throw error
      await wait(retryDelayMs * (0.5 + Math.random()))
    }
  }
}

async function runMigration(client: Client, file: MigrationFile): Promise<void> {
  const run = file.concurrentIndexes.length > 0 ? runOutsideTransaction : runInTransaction
  await retryOnLockTimeout(() => run(client, file)).catch((error: Error) => {
    throw new Error(`The migration ${file.name} failed: ${error.message}`, { cause: error })
  })
}

/**
 * Brings the schema up to date while the previous version goes on working: each migration in a transaction of its own, with a short wait for
 * locks and many attempts. Several processes wait for each other. Returns the names of the migrations that ran; throws NewerSchema and OlderSchema.
 */
export async function migrate(pool: Pool, migrations?: MigrationFile[]): Promise<string[]> {
  const files = migrations ?? (await readMigrationFiles())
  const client = await pool.connect()
  try {
    if ((await findPending(client, files)).length === 0) return []
    // A commit that a power cut loses is one whole migration with its record, which then runs again.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set synchronous_commit = off')
    await acquireMigrationLock(client)
    await createMigrationTable(client)
    const pending = await findPending(client, files)
    for (const file of pending) await runMigration(client, file)
    return pending.map(({ name }) => name)
  } finally {
    // Its settings and its lock end with the connection.
    client.release(true)
  }
}
