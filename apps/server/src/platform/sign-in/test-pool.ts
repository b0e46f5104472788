import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
export async function openPool() {
  const owner = { host: '/tmp/signin-pg', user: 'postgres', password: 'x', database: `t_${randomUUID().slice(0, 8)}` }
  const admin = new pg.Pool({ ...owner, database: 'postgres' })
  await admin.query(`create database ${owner.database}`)
  const log = { info() {}, warn() {}, error() {}, debug() {} } as never
  await prepareDatabase(owner, log)
  const db = await openDatabase(owner, log)
  return {
    pool: db.app,
    worker: db.worker,
    close: async () => {
      await db.close()
      await admin.query(`drop database ${owner.database} with (force)`)
      await admin.end()
    },
  }
}
