import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import { sharedServer } from '#server/testing/shared-server.ts'

export const silentLog = createLog('silent')

export type TestDatabase = { database: Database; owner: pg.PoolConfig; close(): Promise<void> }

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
  await prepareDatabase({ ...sharedServer(), database: name }, silentLog)
  return name
}

/** A fresh database with the real migrations, copied from a template that is made once; the caller closes it. */
export async function createTestDatabase(size = { app: 6, worker: 3 }): Promise<TestDatabase> {
  template ??= makeTemplate()
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(`create database ${name} template ${await template}`)
  const owner = { ...sharedServer(), database: name }
  await prepareDatabase(owner, silentLog)
  const database = await openDatabase(owner, silentLog, size)
  return {
    database,
    owner,
    async close() {
      await database.close()
      await asOwner(`drop database ${name} with (force)`)
    },
  }
}
