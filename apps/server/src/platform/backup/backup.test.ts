import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { attachmentObjects, restoreAttachment } from '#server/features/attachments/backup-attachments.ts'
import { sweepAttachments } from '#server/features/attachments/sweep-attachments.ts'
import { openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { openObjectStorage } from '#server/platform/object-storage.ts'
import { makeInstallation, useInstallation } from '#server/testing/backup-installation.ts'
import { startObjectStorage } from '#server/testing/object-storage-server.ts'
import { type DatabaseContents, readDatabase } from '#server/testing/read-database.ts'
import { createDataFolder } from '#server/testing/run-vakt.ts'
import { sharedServer } from '#server/testing/shared-server.ts'
import { silentLog, testKeys } from '#server/testing/test-database.ts'
import { BackupRefused } from './backup-format.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const debian = '/usr/lib/postgresql/15/bin'
const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-backup-'))
const bucket = await startObjectStorage()
const storage = openObjectStorage(bucket.config)
const cleanups: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true }), bucket.stop]
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

async function asSuperuser(server: pg.ClientConfig, sql: string) {
  const client = new pg.Client(server)
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

async function createEmptyDatabase(server: pg.ClientConfig, owner = server.user): Promise<pg.PoolConfig> {
  const database = `restored_${randomBytes(4).toString('hex')}`
  await asSuperuser(server, `create database ${database} owner "${owner}"`)
  cleanups.push(() => asSuperuser(server, `drop database ${database} with (force)`))
  return { ...(server as pg.PoolConfig), database }
}

const restoreOptions = (owner: pg.ClientConfig, file: string) => ({ owner, file, keys: testKeys, putObject: restoreAttachment(storage) })

function assertSameRows(restored: DatabaseContents, original: DatabaseContents): void {
  const { installation_note: _note, ...rows } = original.rows
  const { installation_note: note, ...others } = restored.rows
  assert.deepEqual(others, rows)
  assert.match(note ?? '', /^[1-9]/)
  assert.deepEqual(restored.sequences, original.sequences)
}

const made = await makeInstallation(storage)
cleanups.push(made.vakt.close)
const original = await readDatabase(made.vakt.owner)
const file = path.join(folder, 'vakt.tar.gz')
const readObjects = attachmentObjects(storage, (key) => assert.fail(key))
const summary = await writeBackup({ owner: made.vakt.owner, file, readObjects })

describe('from PostgreSQL 18 to 15 under another owner, and back', {
  skip: existsSync(debian) ? false : `There is no ${debian} here.`,
}, () => {
  test('each hop gives the same installation, which goes on working', async () => {
    assert.equal(summary.objects, 3)
    const dataFolder = await createDataFolder()
    const older = await startEmbeddedPostgres({ directory: dataFolder, binariesFolder: debian, settings: { fsync: 'off' } })
    cleanups.push(async () => {
      await older.stop()
      await rm(dataFolder, { recursive: true })
    })
    await asSuperuser(older.connection, `create role "Ägare-2" login createrole password 'it''s'`)
    const superuser = await createEmptyDatabase(older.connection, 'Ägare-2')
    const owner = { ...superuser, user: 'Ägare-2', password: "it's" }
    await asSuperuser(superuser, 'alter schema public owner to "Ägare-2"')
    const objects = new Map(bucket.objects)
    bucket.objects.clear()

    const { rows } = await restoreBackup(restoreOptions(owner, file))
    assert.equal(rows, summary.rows)
    assert.deepEqual([...bucket.objects.keys()].toSorted(), [...objects.keys()].toSorted())
    await prepareDatabase(owner, testKeys, silentLog)
    const onOlder = await readDatabase(superuser)
    assertSameRows(onOlder, original)

    const back = path.join(folder, 'back.tar.gz')
    // An ordinary login, under row-level security itself.
    assert.equal((await writeBackup({ owner, file: back, readObjects })).rows, summary.rows + 1)
    await useInstallation(owner, made, storage)

    const newer = await createEmptyDatabase(sharedServer())
    await restoreBackup(restoreOptions(newer, back))
    await prepareDatabase(newer, testKeys, silentLog)
    const onNewer = await readDatabase(newer)
    assertSameRows(onNewer, original)
    assert.deepEqual(onNewer.schema, original.schema)
    await useInstallation(newer, made, storage)
  })
})

test('attachments of a bucket go into the database where there is no bucket', async () => {
  const owner = await createEmptyDatabase(sharedServer())
  await restoreBackup({ ...restoreOptions(owner, file), putObject: restoreAttachment(null) })
  await useInstallation(owner, made, null)
})

test('a backup shows one moment, and the bucket keeps what its rows refer to until it is done', async () => {
  const context = {
    actor: { type: 'system' as const, job: 'sweep-attachments' },
    now: new Date(Date.now() + 7_200_000),
    pool: made.vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  }
  const orphan = `attachments/00000000-0000-4000-8000-000000000000/whole`
  bucket.objects.set(orphan, { content: Buffer.from('x'), modifiedAt: new Date() })
  let sweptDuring: number | undefined
  await writeBackup({
    owner: made.vakt.owner,
    file: path.join(folder, 'moment.tar.gz'),
    // biome-ignore lint/correctness/useYield: it reads while others work, and has nothing to add.
    async *readObjects(client) {
      await made.vakt.database.worker.query("insert into customer (customer_id, name) values ('later', 'Later')")
      assert.equal((await client.query("select from customer where customer_id = 'later'")).rowCount, 0)
      sweptDuring = await sweepAttachments(context, storage)
    },
  })
  await made.vakt.database.worker.query("delete from customer where customer_id = 'later'")
  assert.equal(sweptDuring, 0)
  assert.equal(await sweepAttachments(context, storage), 1)
})

/** The reason, in one sentence; the database stays as empty as it was. */
async function refusal(badFile: string, change: Partial<Parameters<typeof restoreBackup>[0]> = {}): Promise<string> {
  const owner = await createEmptyDatabase(sharedServer())
  const error = await restoreBackup({ ...restoreOptions(owner, badFile), ...change }).catch((reason: unknown) => reason)
  assert.ok(error instanceof BackupRefused, String(error))
  assert.match(error.message, /^[^\n]+\.$/)
  assert.deepEqual((await readDatabase(owner)).rows, {})
  return error.message
}

async function writeChanged(name: string, change: (unpacked: Buffer) => Buffer): Promise<string> {
  const changed = path.join(folder, name)
  await writeFile(changed, gzipSync(change(gunzipSync(await readFile(file)))))
  return changed
}

test('a file that is cut off, damaged or something else is refused before anything is written', async () => {
  const whole = await readFile(file)
  for (const share of [0.01, 0.5, 0.999]) {
    const cut = path.join(folder, `cut-${share}.tar.gz`)
    await writeFile(cut, whole.subarray(0, Math.floor(whole.length * share)))
    assert.match(await refusal(cut), /is damaged or cut off/)
  }
  const flipped = Buffer.from(whole)
  // All bits of two bytes: a single one may be padding that says nothing.
  for (const at of [0, 1]) flipped[Math.floor(whole.length / 2) + at]! ^= 0xff
  await writeFile(path.join(folder, 'flipped.tar.gz'), flipped)
  assert.match(await refusal(path.join(folder, 'flipped.tar.gz')), /is damaged/)
  const withoutEnd = await writeChanged('no-end.tar.gz', (tar) => tar.subarray(0, tar.lastIndexOf('checksums.json')))
  assert.match(await refusal(withoutEnd), /is cut off: its end is missing/)
  const otherRow = await writeChanged('row.tar.gz', (tar) => {
    tar.write('L', tar.indexOf('Skrivaren'))
    return tar
  })
  assert.match(await refusal(otherRow), /is damaged: ticket does not fit its checksum/)
  assert.match(await refusal(import.meta.filename), /is not a backup of Vakt/)
  await writeFile(path.join(folder, 'other.tar.gz'), gzipSync(Buffer.alloc(1024)))
  assert.match(await refusal(path.join(folder, 'other.tar.gz')), /is not a backup of Vakt/)
  assert.match(await refusal(path.join(folder, 'nowhere')), /^There is no file/)
  assert.match(await refusal(folder), /cannot be read \(EISDIR\)/)
})

test('a backup of a newer version, or of another key, is refused; without the key all but its secrets is restored', async () => {
  const newer = await writeChanged('newer.tar.gz', (tar) => {
    tar.write('9999', tar.indexOf('0309_baseline'))
    return tar
  })
  assert.match(await refusal(newer), /made by a newer version of Vakt \(.* 9999_baseline\)/)
  assert.match(await refusal(file, { keys: [] }), /encrypted with the key test, which is not there: .*--without-key/)
  assert.match(await refusal(file, { keys: [{ id: 'test', secret: Buffer.alloc(32, 8) }] }), /SECRET_KEY does not fit/)
  const owner = await createEmptyDatabase(sharedServer())
  await restoreBackup({ ...restoreOptions(owner, file), keys: null })
  const other = [{ id: 'other', secret: Buffer.alloc(32, 9) }]
  await (await openDatabase(owner, (await prepareDatabase(owner, other, silentLog)).keyring, silentLog)).close()
})

test('a database that is not empty is left as it is', async () => {
  const error = await restoreBackup(restoreOptions(made.vakt.owner, file)).catch((reason: unknown) => reason)
  assert.ok(error instanceof BackupRefused)
  assert.match(error.message, /^The database test_\w+ is not empty \(it holds \w+\)/)
})

test('a restore that fails on the way leaves nothing', async () => {
  const owner = await createEmptyDatabase(sharedServer())
  const putObject = async () => {
    throw new Error('The bucket is full.')
  }
  await assert.rejects(restoreBackup({ ...restoreOptions(owner, file), putObject }), /The bucket is full/)
  assert.deepEqual((await readDatabase(owner)).rows, {})
  await restoreBackup(restoreOptions(owner, file))
})

test('a backup is never half: a table that it may not read, or a folder that is not there, ends it without a file', async () => {
  const target = path.join(folder, 'half.tar.gz')
  const hide = 'drop policy backup_reads on ticket; alter role half_owner nosuperuser'
  const { owner, close } = await createTestDatabaseOf('half_owner')
  await asSuperuser({ ...sharedServer(), database: String(owner.database) }, hide)
  await assert.rejects(writeBackup({ owner, file: target }), /^Error: A backup may not read the table ticket: start Vakt once/)
  await assert.rejects(writeBackup({ owner: made.vakt.owner, file: path.join(folder, 'nowhere', 'x.tar.gz') }), { code: 'ENOENT' })
  assert.equal(existsSync(target) || existsSync(`${target}.partial`), false)
  await close()
})

/** A restored database that belongs to an ordinary login of this name. */
async function createTestDatabaseOf(login: string) {
  await asSuperuser(sharedServer(), `create role ${login} login superuser password 'x'`)
  const superuser = await createEmptyDatabase(sharedServer(), login)
  const owner = { ...superuser, user: login, password: 'x' }
  await restoreBackup(restoreOptions(owner, file))
  await prepareDatabase(owner, testKeys, silentLog)
  await asSuperuser(superuser, `grant vakt_search, vakt_backup to ${login}`)
  const close = async () => {
    await asSuperuser(superuser, `reassign owned by ${login} to current_user; drop owned by ${login}`)
    await asSuperuser(sharedServer(), `reassign owned by ${login} to current_user; drop owned by ${login}; drop role ${login}`)
  }
  return { owner, close }
}
