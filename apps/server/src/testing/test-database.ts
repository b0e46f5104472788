import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import type { SecretKey } from '#server/platform/keys/secret-key.ts'
import { createLog } from '#server/platform/log.ts'
import { sharedServer } from '#server/testing/shared-server.ts'

export const silentLog = createLog('silent')

/** The key of test databases. */
export const testKeys: readonly SecretKey[] = [{ id: 'test', secret: Buffer.alloc(32, 7) }]

export type TestDatabase = { database: Database; owner: pg.PoolConfig; keyring: Keyring; close(): Promise<void> }

let template: Promise<string> | undefined

async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client(sharedServer())
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function makeTemplate(): Promise<string> {
  const name = `template_${randomBytes(4).toString('hex')}`
  await asOwner(`create database ${name}`)
  await prepareDatabase({ ...sharedServer(), database: name }, testKeys, silentLog)
  return name
}

/** A fresh database with the real migrations, copied from a template that is made once; the caller closes it. */
export async function createTestDatabase(size = { app: 6, worker: 3 }): Promise<TestDatabase> {
  template ??= makeTemplate()
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(`create database ${name} template ${await template}`)
  const owner = { ...sharedServer(), database: name }
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
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
