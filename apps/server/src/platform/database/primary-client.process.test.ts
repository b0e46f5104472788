import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { connectClient, type Database, openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { createListener } from '#server/platform/database/listen.ts'
import { readDatabaseUrl } from '#server/platform/database/read-database-url.ts'
import { transact } from '#server/platform/database/transact.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import { until } from '#server/testing/real-program.ts'
import { silentLog, testKeys } from '#server/testing/test-database.ts'

const limits = { timeout: 600_000 }

let home: string
let keyring: Keyring
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres

const startServer = (name: string, settings: Record<string, string> = {}) =>
  startEmbeddedPostgres({ directory: path.join(home, name), settings })

/** As operators write it, with the servers in this order. */
function addressOf(...servers: EmbeddedPostgres[]): string {
  const hosts = servers.map(({ connection }) => `${encodeURIComponent(connection.host)}:${connection.port}`)
  return `postgres://postgres:${primary.connection.password}@${hosts.join(',')}/postgres`
}

const asOwner = async (server: EmbeddedPostgres, sql: string) => {
  const client = new pg.Client(server.connection)
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

const clusterOf = async (database: Database) =>
  (await database.app.query<{ setting: string }>("select setting from pg_settings where name = 'cluster_name'")).rows[0]?.setting

/** A server with Vakt's schema, and a copy of it that follows as a standby. */
before(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'vakt-primary-'))
  await chmod(home, 0o755)
  const origin = await startServer('first')
  keyring = (await prepareDatabase(origin.connection, testKeys, silentLog)).keyring
  await asOwner(
    origin,
    'create schema probe; grant usage on schema probe to vakt_app; create table probe.note (text text); grant select, insert on probe.note to vakt_app',
  )
  await origin.stop()
  execFileSync('cp', ['-a', path.join(home, 'first'), path.join(home, 'second')])
  await writeFile(path.join(home, 'second/postgres/db/standby.signal'), '')
  primary = await startServer('first', { cluster_name: 'first' })
  const { host, port, user, password } = primary.connection
  const source = `host=${host} port=${port} user=${user} password=${password}`
  standby = await startServer('second', { cluster_name: 'second', primary_conninfo: source })
}, limits)

after(async () => {
  for (const server of [standby, primary]) await server?.stop()
  await rm(home, { recursive: true, force: true })
})

test('a connection that turns out to be a standby is closed, and what it was asked fails with a passing error', limits, async () => {
  const database = await openDatabase(readDatabaseUrl(addressOf(standby)), keyring, silentLog)
  try {
    const writing = transact(
      database.app,
      'select 1',
      (transaction) => transaction.query("insert into probe.note values ('lost')"),
      async () => {},
    )
    await assert.rejects(writing, (error: Error & { code?: string }) => error.code === '25006' && isPassing(error))
    await until(async () => database.app.totalCount === 0)
  } finally {
    await database.close()
  }
})

test('a commit whose wait for the synchronous standby is cancelled is no success', limits, async () => {
  const database = await openDatabase(primary.connection, keyring, silentLog)
  try {
    await asOwner(primary, "alter system set synchronous_standby_names = 'nowhere'")
    await asOwner(primary, 'select pg_reload_conf()')
    await until(async () => (await asOwner(primary, 'show synchronous_standby_names')).rows[0].synchronous_standby_names === 'nowhere')
    const writing = database.app.query("insert into probe.note values ('not replicated')")
    const refused = assert.rejects(writing, (error: Error & { code?: string }) => error.code === '08007' && isPassing(error))
    const cancel = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
    await until(async () => ((await asOwner(primary, cancel)).rowCount ?? 0) > 0)
    await refused
    await until(async () => database.app.totalCount === 0)
  } finally {
    await asOwner(primary, 'alter system reset synchronous_standby_names')
    await asOwner(primary, 'select pg_reload_conf()')
    await database.close()
  }
})

test('of several hosts the one that accepts writes is taken, and the next one after it is gone', limits, async () => {
  const owner = readDatabaseUrl(addressOf(standby, primary))
  const database = await openDatabase(owner, keyring, silentLog)
  const heard: string[] = []
  let gaps = 0
  const listener = createListener(database.connect, silentLog)
  listener.on('failover', (payload) => void heard.push(payload), { reconnected: () => (gaps += 1) })
  try {
    assert.equal(await clusterOf(database), 'first')
    await database.app.query("insert into probe.note values ('before')")
    await until(async () => (await asOwner(standby, "select from probe.note where text = 'before'")).rowCount === 1)

    await primary.stop()
    await assert.rejects(database.app.query('select 1'), isPassing)
    await assert.rejects(connectClient(owner), /no host accepts writes: .*it is a standby/)
    await asOwner(standby, 'select pg_promote()')
    await until(() =>
      database.app.query("insert into probe.note values ('after')").then(
        () => true,
        () => false,
      ),
    )

    assert.equal(await clusterOf(database), 'second')
    assert.deepEqual(
      (await database.app.query("select text from probe.note where text in ('before', 'after') order by text")).rows.map(
        ({ text }) => text,
      ),
      ['after', 'before'],
    )
    await until(async () => gaps >= 1 && listener.isConnected())
    await database.app.query("select pg_notify('failover', 'from the new primary')")
    await until(async () => heard.includes('from the new primary'))
  } finally {
    await listener.stop()
    await database.close()
  }
})
