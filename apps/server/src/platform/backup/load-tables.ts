import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { readArchive } from './archive.ts'
import { BackupRefused, keyOfObject, tableOfPart } from './backup-format.ts'
import type { VerifiedBackup } from './verify-backup.ts'
import type { BackupObject } from './write-backup.ts'

type Loading = { table: string; rows: CopyStreamQuery; done: Promise<void> }

function startLoading(client: pg.Client, table: string, columns: string[]): Loading {
  const list = columns.map(escapeIdentifier).join(', ')
  const rows = client.query(copyFrom(`copy ${escapeIdentifier(table)} (${list}) from stdin (format binary)`))
  const done = finished(rows)
  done.catch(() => {})
  return { table, rows, done }
}

/**
 * Loads the rows of a verified backup into its empty tables, and hands each object to `putObject`. Throws where the number of rows is not that
 * of the backup.
 */
export async function loadTables(
  client: pg.Client,
  file: string,
  { header, checksums }: VerifiedBackup,
  putObject: (client: pg.Client, object: BackupObject) => Promise<void>,
): Promise<void> {
  const columnsOf = new Map(header.tables.map(({ name, columns }) => [name, columns]))
  let loading: Loading | undefined
  const finishTable = async () => {
    if (!loading) return
    const { table, rows, done } = loading
    rows.end()
    await done
    loading = undefined
    const expected = checksums.tables[table]?.rows
    if (rows.rowCount !== expected) throw new BackupRefused(`${file}: ${table} took ${rows.rowCount} of ${expected} rows.`)
  }
  for await (const { name, content } of readArchive(file)) {
    const table = tableOfPart(name)
    const key = keyOfObject(name)
    if (loading?.table !== table) await finishTable()
    if (table) {
      loading ??= startLoading(client, table, columnsOf.get(table) ?? [])
      for await (const chunk of content) {
        if (!loading.rows.write(chunk)) await Promise.race([once(loading.rows, 'drain'), loading.done])
      }
    } else if (key) await putObject(client, { key, content: await buffer(content) })
    else await buffer(content)
  }
  await finishTable()
}
