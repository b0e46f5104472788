import { execFile } from 'node:child_process'
import { appendFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeDemoContent } from '#server/features/demo/make-demo-content.ts'
import { openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { readKeyFile } from '#server/platform/keys/key-file.ts'
import { receiveAlways } from './due-times.ts'
import { silentLog } from './test-database.ts'

const run = promisify(execFile)
const demoFolder = (place: string) => path.join(place, 'demo')
const emptyFolder = (place: string) => path.join(place, 'empty')

/** Brings the database of the folder up to date, with the demo content where it is asked for, and stops it. */
async function fillDataFolder(directory: string, { hasDemo }: { hasDemo: boolean }): Promise<void> {
  const server = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
  try {
    const { keyring } = await prepareDatabase(server.connection, await readKeyFile(directory), silentLog)
    const database = await openDatabase(server.connection, keyring, silentLog)
    await database.worker.query(receiveAlways)
    if (!hasDemo) return await database.close()
    const masterSecrets = [keyring.root.toString('hex'), ...keyring.legacyPasswords]
    await makeDemoContent({ database, log: silentLog, masterSecrets, progress: () => {} })
    await database.close()
  } finally {
    await server.stop()
  }
}

/** Without the programs of PostgreSQL, which the next start puts beside the database. `cp` keeps the account that the files belong to. */
async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(path.join(to, 'postgres'), { mode: 0o700 })
  const database = ['db', 'secret'].map((name) => path.join(from, 'postgres', name))
  await run('cp', ['-a', '--', ...database, path.join(to, 'postgres')])
  await run('cp', ['-a', '--', path.join(from, 'secret-key'), to])
}

/**
 * Prepares data folders in `place`, of which `copyDataFolder` makes others: a Vakt on a copy starts in a moment. They need not outlive a power cut, so
 * nothing waits for the disk.
 */
export async function prepareDataFolders(place: string): Promise<void> {
  const [empty, demo] = [emptyFolder(place), demoFolder(place)]
  await mkdir(empty, { mode: 0o755 })
  await fillDataFolder(empty, { hasDemo: false })
  await appendFile(path.join(empty, 'postgres', 'db', 'postgresql.auto.conf'), 'fsync = off\n')
  await mkdir(demo, { mode: 0o755 })
  await copyFiles(empty, demo)
  await fillDataFolder(demo, { hasDemo: true })
}

/** `to` is a folder that exists, is empty, and may be entered by the account of the database. */
export const copyDataFolder = (place: string, to: string, { hasDemo }: { hasDemo: boolean }): Promise<void> =>
  copyFiles(hasDemo ? demoFolder(place) : emptyFolder(place), to)
