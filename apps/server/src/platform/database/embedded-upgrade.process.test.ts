import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, rm, statfs, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import pg from 'pg'
import { readDatabase } from '#server/testing/read-database.ts'
import { createDataFolder } from '#server/testing/run-vakt.ts'
import { silentLog, testKeys } from '#server/testing/test-database.ts'
import { prepareDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const debian = '/usr/lib/postgresql/15/bin'
const skip = existsSync(debian) ? false : `There is no ${debian} here.`
const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const fast = { fsync: 'off' }

/** A data folder whose database PostgreSQL 15 made, with some rows; and what it holds. */
async function makeOldFolder() {
  const directory = await createDataFolder()
  folders.push(directory)
  const old = await startEmbeddedPostgres({ directory, binariesFolder: debian, settings: fast })
  await prepareDatabase(old.connection, testKeys, silentLog)
  const client = new pg.Client(old.connection)
  await client.connect()
  await client.query("insert into customer (customer_id, name) select n::text, 'Customer ' || n from generate_series(1, 2000) as n")
  await client.end()
  const contents = await readDatabase(old.connection)
  await old.stop()
  return { directory, root: path.join(directory, 'postgres'), contents }
}

async function readVersion(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major")
  await client.end()
  return rows[0].major
}

async function assertUpgraded(directory: string, contents: Awaited<ReturnType<typeof readDatabase>>): Promise<void> {
  const database = await startEmbeddedPostgres({ directory, settings: fast })
  try {
    assert.ok((await readVersion(database.connection)) > 15)
    const found = await readDatabase(database.connection)
    assert.deepEqual(found.rows, contents.rows)
    assert.deepEqual(found.sequences, contents.sequences)
  } finally {
    await database.stop()
  }
}

const leftovers = async (root: string) => (await readdir(root)).filter((name) => /^upgrade-\d|^db-upgraded|^upgrading|^cluster-/.test(name))

test('a database of an older PostgreSQL is moved on by itself, and the old one is kept for a week', {
  skip,
}, async () => {
  const { directory, root, contents } = await makeOldFolder()
  const steps: string[] = []
  const first = await startEmbeddedPostgres({
    directory,
    settings: fast,
    onProgress: (step, detail) => steps.push(`${step} ${detail}`),
  })
  await first.stop()
  assert.match(steps[0] ?? '', /^upgrading from PostgreSQL 15 to \d+$/)
  await assertUpgraded(directory, contents)
  assert.deepEqual(await leftovers(root), [])
  assert.ok((await readdir(root)).includes('db-15'))
  const longAgo = new Date(Date.now() - 8 * 86_400_000)
  await utimes(path.join(root, 'db-15'), longAgo, longAgo)
  await assertUpgraded(directory, contents)
  assert.ok(!(await readdir(root)).includes('db-15'))
})

const program = `
  import { startEmbeddedPostgres } from '${import.meta.resolve('./embedded-postgres.ts')}'
  console.log('started')
  const database = await startEmbeddedPostgres({ directory: process.argv[1], settings: { fsync: 'off' } })
  console.log('upgraded')
  await database.stop()`

test('killed anywhere in between, the next start has all of it', { skip }, async () => {
  const { directory, root, contents } = await makeOldFolder()
  for (const delayMs of [250, 700, 1300, 2000]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface(child.stdout)
    await once(lines, 'line')
    const closed = once(child, 'exit')
    const timer = setTimeout(() => child.kill('SIGKILL'), delayMs)
    await closed
    clearTimeout(timer)
    if (child.exitCode === 0) break
  }
  await assertUpgraded(directory, contents)
  assert.deepEqual(await leftovers(root), [])
})

test('where it cannot be moved, it works on as it was', { skip }, async () => {
  const { directory, root, contents } = await makeOldFolder()
  const client = async (sql: string) => {
    const old = await startEmbeddedPostgres({ directory, binariesFolder: debian, settings: fast })
    const connected = new pg.Client(old.connection)
    await connected.connect()
    await connected.query(sql)
    await connected.end()
    await old.stop()
  }
  await client("insert into migration values ('9999_of_a_newer_version', 'now')")
  const steps: string[] = []
  const database = await startEmbeddedPostgres({ directory, settings: fast, onProgress: (step, detail) => steps.push(`${step} ${detail}`) })
  try {
    assert.match(steps.join('\n'), /upgrade-failed .*9999_of_a_newer_version/)
    assert.equal(await readVersion(database.connection), 15)
    assert.deepEqual((await readDatabase(database.connection)).rows, contents.rows)
  } finally {
    await database.stop()
  }
  assert.deepEqual(await leftovers(root), [])
  assert.ok(!(await readdir(root)).includes('db-15'))
})

/** A small disk of its own; false where this user may mount none. */
function mountDisk(folder: string, megabytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]).status === 0
}

test('where the disk is full, it works on as it was, and moves on when there is space', { skip }, async (t) => {
  const disk = await createDataFolder()
  folders.push(disk)
  if (!mountDisk(disk, 160)) return t.skip('This user may not mount a disk.')
  try {
    const directory = path.join(disk, 'data')
    const old = await startEmbeddedPostgres({ directory, binariesFolder: debian, settings: fast })
    await prepareDatabase(old.connection, testKeys, silentLog)
    const contents = await readDatabase(old.connection)
    await old.stop()
    const filler = path.join(disk, 'filler')
    const { bavail, bsize } = await statfs(disk)
    await writeFile(filler, Buffer.alloc(bavail * bsize - 25e6))
    const steps: string[] = []
    const full = await startEmbeddedPostgres({ directory, settings: fast, onProgress: (step, detail) => steps.push(`${step} ${detail}`) })
    assert.equal(await readVersion(full.connection), 15)
    await full.stop()
    assert.match(steps.join('\n'), /upgrade-failed .*No space left on device/)
    await rm(filler)
    await assertUpgraded(directory, contents)
  } finally {
    spawnSync('umount', ['--lazy', disk])
  }
})
