import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { createLogins } from '#server/platform/database/logins.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import type { SecretKey } from '#server/platform/keys/secret-key.ts'
import { createLog } from '#server/platform/log.ts'
import { receiveAlways } from '#server/testing/due-times.ts'
import { sharedServer } from '#server/testing/shared-server.ts'

export const silentLog = createLog('silent')

/** The key of test databases. */
export const testKeys: readonly SecretKey[] = [{ id: 'test', secret: Buffer.alloc(32, 7) }]

export type TestDatabase = { database: Database; owner: pg.PoolConfig; keyring: Keyring; close(): Promise<void> }

type Template = { name: string; keyring: Keyring }
let template: Promise<Template> | undefined

async function asOwner(sql: string, database?: string): Promise<void> {
  const client = new pg.Client({ ...sharedServer(), ...(database ? { database } : {}) })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function makeTemplate(): Promise<Template> {
  const name = `template_${randomBytes(4).toString('hex')}`
  await asOwner(`create database ${name}`)
  const { keyring } = await prepareDatabase({ ...sharedServer(), database: name }, testKeys, silentLog)
  await asOwner(receiveAlways, name)
  return { name, keyring }
}

/** The logins of a copy: all else that a database is prepared with comes from the template. */
async function addLogins(owner: pg.PoolConfig, name: string, { root }: Keyring): Promise<void> {
  const pool = new pg.Pool({ ...owner, max: 1 })
  await createLogins(pool, name, root)
  await pool.end()
}

/** A fresh database with the real migrations, copied from a template that is made once; the caller closes it. */
export async function createTestDatabase(size = { app: 6, worker: 3 }): Promise<TestDatabase> {
  template ??= makeTemplate()
  const { name: original, keyring } = await template
  const name = `test_${randomBytes(6).toString('hex')}`
  // Through the log, each page of the template would be written twice.
  await asOwner(`create database ${name} template ${original} strategy file_copy`)
  const owner = { ...sharedServer(), database: name }
  await addLogins(owner, name, keyring)
  const database = await openDatabase(owner, keyring, silentLog, size)
  return {
    database,
    owner,
    keyring,
    async close() {
      await database.close()
      await asOwner(`drop database ${name} with (force)`)
    },
  }
}
