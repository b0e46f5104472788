import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { connectClient } from '#server/platform/database/database.ts'
import { createMigrationTable, recordMigration } from '#server/platform/database/migrate.ts'
import { OlderSchema, readMigrationFiles, sqlForEmptyDatabase, withBaseline } from '#server/platform/database/migration-files.ts'
import { writeNoteForAllCustomers } from '#server/platform/installation-note-table.ts'
import { checkKeys, removeSecrets } from '#server/platform/keys/check-keys.ts'
import { CannotDecrypt } from '#server/platform/keys/secret-box.ts'
import type { SecretKey } from '#server/platform/keys/secret-key.ts'
import { type BackupHeader, BackupRefused } from './backup-format.ts'
import { loadTables } from './load-tables.ts'
import { type Client, createPartitions, readDefinitions, readForcedTables, readTables } from './read-catalog.ts'
import { type VerifiedBackup, verifyBackup } from './verify-backup.ts'
import type { BackupObject } from './write-backup.ts'

export type RestoreOptions = {
  owner: pg.ClientConfig
  file: string
  /** Puts an object where this installation keeps its objects; called in the transaction of the restore, after the rows are there. */
  putObject: (client: Client, object: BackupObject) => Promise<void>
  /** The keys of SECRET_KEY; null to go on without those of the backup, whose secrets are then lost. */
  keys: readonly SecretKey[] | null
  /** It is the same installation on another server, which has its keys and was not restored. */
  isSameInstallation?: boolean
  onProgress?: (step: 'verifying' | 'loading' | 'indexing') => void
}
export type RestoreSummary = { tables: number; rows: number; objects: number; createdAt: string }

async function refuseNonEmpty(client: Client, database: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname limit 1",
  )
  if (rows[0])
    throw new BackupRefused(
      `The database ${database} is not empty (it holds ${rows[0].name}). A backup is restored into a new database: create one and name it in DATABASE_URL, or choose a new DATA_DIR.`,
    )
}

function readRanMigrations(file: string, { migrations }: BackupHeader): BackupHeader['migrations'] {
  try {
    return withBaseline(migrations).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (!(error instanceof OlderSchema)) throw error
    throw new BackupRefused(
      `${file} was made by an early version of Vakt: restore it with version 0.1.0, start that once, and back it up again.`,
    )
  }
}

/** The schema as it was when the backup was made. */
async function createSchema(client: Client, file: string, header: BackupHeader): Promise<void> {
  const migrations = readRanMigrations(file, header)
  const files = new Map((await readMigrationFiles()).map((migration) => [migration.name, migration]))
  const unknown = migrations.find(({ name }) => !files.has(name))
  if (unknown)
    throw new BackupRefused(
      `${file} was made by a newer version of Vakt (this version does not know its migration ${unknown.name}): restore it with that version.`,
    )
  await createMigrationTable(client)
  for (const { name, timestamp } of migrations) {
    const migration = files.get(name)
    if (migration) await client.query(sqlForEmptyDatabase(migration))
    await recordMigration(client, name, timestamp)
  }
}

async function refuseOtherTables(client: Client, file: string, header: BackupHeader): Promise<string[]> {
  const tables = await readTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(header.tables))
    throw new BackupRefused(`The tables of ${file} are not those of its migrations: restore it with the version that made it.`)
  return tables.map(({ name }) => escapeIdentifier(name))
}

function refuseOtherKeys(file: string, keyIds: string[], keys: readonly SecretKey[] | null): void {
  const missing = keys && keyIds.find((wanted) => !keys.some(({ id }) => id === wanted))
  if (missing)
    throw new BackupRefused(
      `The secrets in ${file} are encrypted with the key ${missing}, which is not there: set it in SECRET_KEY or SECRET_KEY_FILE (of the embedded database it was the file secret-key in DATA_DIR). If it is lost, --without-key restores everything but these secrets.`,
    )
}

/** A key of the right id that is another one is found out only here, by the secrets themselves. */
async function settleKeys(client: Client, file: string, keys: readonly SecretKey[] | null): Promise<void> {
  if (!keys) return removeSecrets(client)
  await checkKeys(client, keys).catch((error: Error) => {
    if (!(error instanceof CannotDecrypt)) throw error
    throw new BackupRefused(`SECRET_KEY does not fit the secrets in ${file}. ${error.message}`)
  })
}

async function noteRestore(client: Client, { file, keys }: RestoreOptions): Promise<void> {
  await settleKeys(client, file, keys)
  await writeNoteForAllCustomers(client, 'backup-restored', new Date())
}

async function forEach(client: Client, statements: string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

async function fillSchema(client: pg.Client, verified: VerifiedBackup, options: RestoreOptions): Promise<void> {
  const { header } = verified
  const tables = await refuseOtherTables(client, options.file, header)
  await createPartitions(client, header.partitions ?? [])
  const forced = await readForcedTables(client)
  const definitions = await readDefinitions(client)
  // What migrations wrote is in the backup, too.
  await client.query(`truncate ${tables.join(', ')}`)
  await forEach(client, definitions.map(({ drop }) => drop).toReversed())
  // The owner is under row-level security like everybody, and `copy from` is refused there.
  await forEach(
    client,
    tables.map((table) => `alter table ${table} no force row level security, disable trigger user`),
  )
  options.onProgress?.('loading')
  await loadTables(client, options.file, verified, options.putObject)
  for (const { name, lastValue, isCalled } of header.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [`public.${escapeIdentifier(name)}`, lastValue, isCalled])
  if (!options.isSameInstallation) await noteRestore(client, options)
  options.onProgress?.('indexing')
  await forEach(
    client,
    definitions.map(({ create }) => create),
  )
  const enabled = tables.map((table) => `alter table ${table} enable trigger user`)
  await forEach(client, [...enabled, ...forced.map((table) => `alter table ${table} force row level security`)])
}

/**
 * Restores a backup into an empty database, in one transaction: schema, rows, sequences, indexes and objects, or nothing. The database is then
 * as the version that made the backup left it; `prepareDatabase` brings it up to date. Throws BackupRefused.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const client = await connectClient({ ...options.owner, application_name: 'vakt restore' })
  try {
    await refuseNonEmpty(client, String(options.owner.database))
    options.onProgress?.('verifying')
    const verified = await verifyBackup(options.file)
    if (!options.isSameInstallation) refuseOtherKeys(options.file, verified.header.keyIds, options.keys)
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set maintenance_work_mem = '512MB'")
    await client.query('begin')
    await createSchema(client, options.file, verified.header)
    await fillSchema(client, verified, options)
    await client.query('commit')
    await client.query('analyze')
    const counts = Object.values(verified.checksums.tables).map(({ rows }) => rows)
    const objects = Object.keys(verified.checksums.objects).length
    return { tables: counts.length, rows: counts.reduce((sum, rows) => sum + rows, 0), objects, createdAt: verified.header.createdAt }
  } finally {
    await client.end()
  }
}
