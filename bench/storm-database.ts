import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'

/**
 * The PostgreSQL of `measure-storm.ts`, with a login that owns the database `vakt`, as the guide makes them. It comes back at the same address after it
 * was stopped. When its parent is gone, whatever ended that, it stops for good and its folder is removed.
 */
const folder = process.env.STORM_FOLDER ?? ''
const postgres = await startEmbeddedPostgres({ directory: folder, settings: { max_connections: '100' } })
const { connection } = postgres
process.once('disconnect', async () => {
  await postgres.stop().catch(() => {})
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
})
const superuser = new pg.Client(connection)
superuser.on('error', () => {})
await superuser.connect()
await superuser.query("create role vakt login createrole password 'storm'")
await superuser.query('create database vakt owner vakt')
await superuser.end()
process.send?.({
  connection: { ...connection, database: 'vakt' },
  url: `postgres://vakt:storm@localhost:${connection.port}/vakt?host=${encodeURIComponent(connection.host)}`,
  pidFile: path.join(postgres.directory, 'db', 'postmaster.pid'),
})
