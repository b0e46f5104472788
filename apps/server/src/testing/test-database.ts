import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { createLogins } from '#server/platform/database/logins.ts'
import { type Keyring, loadKeyring } from '#server/platform/keys/keyring.ts'
import type { SecretKey } from '#server/platform/keys/secret-key.ts'
import { createLog } from '#server/platform/log.ts'
import { receiveAlways } from '#server/testing/due-times.ts'
import { sharedServer } from '#server/testing/shared-server.ts'

export const silentLog = createLog('silent')

/** The key of test databases. */
export const testKeys: readonly SecretKey[] = [{ id: 'test', secret: Buffer.alloc(32, 7) }]

export type TestDatabase = { database: Database; owner: pg.PoolConfig; keyring: Keyring; close(): Promise<void> }

const template = 'template_vakt'
/** Tells the advisory lock of the template from others. */
const templateLock = 580_001

/** One for the whole process: a connection of its own for each statement costs the server more than the statement. */
const maintenance = new pg.Pool({
  ...(process.env.VAKT_TEST_DATABASE ? sharedServer() : {}),
  max: 2,
  idleTimeoutMillis: 0,
  allowExitOnIdle: true,
})
// Where the server ends first, its end is no error of a test.
maintenance.on('error', () => {})

async function fillTemplate(): Promise<void> {
  const owner = { ...sharedServer(), database: `${template}_${randomBytes(4).toString('hex')}` }
  await maintenance.query(`create database ${owner.database}`)
  await prepareDatabase(owner, testKeys, silentLog)
  const client = new pg.Client(owner)
  await client.connect()
  await client.query(receiveAlways)
  await client.end()
  await maintenance.query(`alter database ${owner.database} rename to ${template}`)
}

/** The first process that asks makes it for all that share the server. */
async function makeTemplate(): Promise<void> {
  const client = await maintenance.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (!rowCount) await fillTemplate()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [templateLock])
    client.release()
  }
}

let whenTemplate: Promise<void> | undefined
let keyring: Promise<Keyring> | undefined

/** What the keys decrypt is the same in each copy. */
async function readKeyring(owner: pg.PoolConfig): Promise<Keyring> {
  const pool = new pg.Pool({ ...owner, max: 1 })
  const password = typeof owner.password === 'string' ? owner.password : null
  return await loadKeyring(pool, testKeys, { password, isNew: true }).finally(() => pool.end())
}

/** A fresh database with the real migrations, copied from a template; the caller closes it. */
export async function createTestDatabase(size = { app: 6, worker: 3 }): Promise<TestDatabase> {
  whenTemplate ??= makeTemplate()
  await whenTemplate
  const name = `test_${randomBytes(6).toString('hex')}`
  // Through the log, each page of the template would be written twice.
  await maintenance.query(`create database ${name} template ${template} strategy file_copy`)
  const owner = { ...sharedServer(), database: name }
  keyring ??= readKeyring(owner)
  const known = await keyring
  // All else that a database is prepared with comes from the template.
  await createLogins(maintenance, name, known.root)
  const database = await openDatabase(owner, known, silentLog, size)
  return {
    database,
    owner,
    keyring: known,
    async close() {
      await database.close()
      await maintenance.query(`drop database ${name} with (force)`)
    },
  }
}
