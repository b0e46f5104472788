import { createHash } from 'node:crypto'
import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectClient } from '#server/platform/database/database.ts'
import { findPending } from '#server/platform/database/migrate.ts'
import { readMigrationFiles } from '#server/platform/database/migration-files.ts'
import { readKeyIds } from '#server/platform/keys/check-keys.ts'
import { type ArchiveWriter, createArchive } from './archive.ts'
import { type BackupChecksums, BackupRefused, checksumsName, headerName, newHeader, objectName, partName } from './backup-format.ts'
import { objectsLock } from './objects-lock.ts'
import { type Client, readPartitions, readSequences, readTables, type TableShape } from './read-catalog.ts'

/** A file of the object storage that belongs to the rows of the backup. */
export type BackupObject = { key: string; content: Buffer }
export type BackupSummary = { tables: number; rows: number; objects: number; fileBytes: number; keyIds: string[] }

export type BackupOptions = {
  owner: pg.ClientConfig
  file: string
  /** Reads the objects that belong to the rows that this connection sees. */
  readObjects?: (client: Client) => AsyncIterable<BackupObject>
  onProgress?: (text: string) => void
  /** Also a database that this version has not upgraded yet. */
  acceptOlderSchema?: boolean
}

const partBytes = 4 * 1024 * 1024

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

const bypassesSql = 'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user'
const hiddenSql = `
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and (
    not has_table_privilege('vakt_backup', c.oid, 'select')
    or (c.relrowsecurity and not exists (select from pg_policy where polrelid = c.oid and polname = 'backup_reads'))
    or exists (select from pg_policy where polrelid = c.oid and not polpermissive and polroles = '{0}'))`

/** From here on the transaction sees every row, or it throws: a backup that silently lacks rows is worse than none. */
async function seeEveryRow(client: Client): Promise<void> {
  const { rows } = await client.query<{ bypasses: boolean }>(bypassesSql)
  // Then PostgreSQL itself refuses a statement that row-level security would hold back.
  if (rows[0]?.bypasses) return void (await client.query('set local row_security = off'))
  const { rows: hidden } = await client.query<{ name: string }>(hiddenSql)
  if (hidden[0]) throw new BackupRefused(`A backup may not read the table ${hidden[0].name}: start Vakt once, which sets that right.`)
  await client.query('set local role vakt_backup')
}

async function writeTable(client: pg.Client, archive: ArchiveWriter, { name, columns }: TableShape) {
  const list = columns.map(escapeIdentifier).join(', ')
  const rows = client.query(copyTo(`copy (select ${list} from ${escapeIdentifier(name)}) to stdout (format binary)`))
  const hash = createHash('sha256')
  let [bytes, parts, waiting, waitingBytes] = [0, 0, [] as Buffer[], 0]
  const writePart = async () => {
    const part = Buffer.concat(waiting)
    ;[waiting, waitingBytes] = [[], 0]
    hash.update(part)
    bytes += part.length
    parts += 1
    await archive.add(partName(name, parts), part)
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= partBytes) await writePart()
  }
  await writePart()
  return { rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}

async function holdsVakt(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>("select to_regclass('public.migration') is not null as is_there")
  return rows[0]?.is_there ?? false
}

/** Whether there is anything to back up in a database. */
export async function hasVakt(owner: pg.ClientConfig): Promise<boolean> {
  const client = await connectClient(owner)
  return holdsVakt(client).finally(() => client.end())
}

/** Whether this version has brought the schema of the database up to date. */
export async function isUpToDate(owner: pg.ClientConfig): Promise<boolean> {
  const client = await connectClient(owner)
  return readMigrationFiles()
    .then(async (files) => (await holdsVakt(client)) && (await findPending(client, files)).length === 0)
    .finally(() => client.end())
}

async function describeDatabase(client: Client, acceptOlderSchema = false) {
  if (!(await holdsVakt(client))) throw new BackupRefused('This database holds no Vakt: there is nothing to back up.')
  if (!acceptOlderSchema && (await findPending(client, await readMigrationFiles())).length > 0)
    throw new BackupRefused('This database was not opened by this version of Vakt yet: start Vakt once, then back it up.')
  const { rows: migrations } = await client.query<{ name: string; timestamp: string }>(
    'select name, timestamp from migration order by name',
  )
  const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
  return newHeader({
    createdAt: new Date().toISOString(),
    postgres: versions[0]?.server_version ?? '',
    migrations,
    tables: await readTables(client),
    partitions: await readPartitions(client),
    keyIds: await readKeyIds(client),
    // Before the rows are read: a number that is taken later is higher than any of a row that the snapshot shows.
    sequences: await readSequences(client),
  })
}

async function writeContents(client: pg.Client, archive: ArchiveWriter, options: BackupOptions): Promise<BackupSummary> {
  const header = await describeDatabase(client, options.acceptOlderSchema)
  await seeEveryRow(client)
  await archive.add(headerName, JSON.stringify(header, null, 2))
  const checksums: BackupChecksums = { tables: {}, objects: {} }
  for (const table of header.tables) {
    checksums.tables[table.name] = await writeTable(client, archive, table)
    options.onProgress?.(`${table.name}: ${checksums.tables[table.name]?.rows} rows`)
  }
  for await (const { key, content } of options.readObjects?.(client) ?? []) {
    await archive.add(objectName(key), content)
    checksums.objects[key] = { bytes: content.length, sha256: sha256(content) }
  }
  await archive.add(checksumsName, JSON.stringify(checksums))
  const rows = Object.values(checksums.tables).reduce((sum, table) => sum + table.rows, 0)
  const objects = Object.keys(checksums.objects).length
  return { tables: header.tables.length, rows, objects, fileBytes: await archive.finish(), keyIds: header.keyIds }
}

/**
 * Writes every row of every table, as of one moment, and the objects that belong to them into one file, while others go on working.
 * Leaves no file behind when it fails. Throws BackupRefused.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const client = await connectClient({ ...options.owner, application_name: 'vakt backup' })
  const archive = await createArchive(options.file).catch(async (error) => {
    await client.end()
    throw error
  })
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query(`select pg_advisory_lock_shared(${objectsLock})`)
    await client.query('begin isolation level repeatable read read only')
    return await writeContents(client, archive, options)
  } catch (error) {
    await archive.discard()
    throw error
  } finally {
    await client.end()
  }
}
