import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { isPassing } from '#server/platform/http/answer-errors.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import { runtimeConnection } from './logins.ts'
import { createPing } from './ping.ts'
import { watchConnections } from './watch-connections.ts'

const testDatabase = await createTestDatabase()
after(() => testDatabase.close())
const server = runtimeConnection(testDatabase.owner, testDatabase.keyring.root, 'vakt_worker')
const host = String(server.host)
const times = { tickMs: 20, silentMs: 200, probeMs: 1000 }

/** Stands between Vakt and the database, and can fall silent: it goes on acknowledging what it is sent, and passes nothing on. */
async function startProxy() {
  const pairs: [Socket, Socket][] = []
  let acceptsSilently = false
  const proxy = createServer((near) => {
    const far = host.startsWith('/') ? connect(path.join(host, `.s.PGSQL.${server.port}`)) : connect(Number(server.port), host)
    pairs.push([near, far])
    for (const socket of [near, far]) socket.on('error', () => {})
    if (acceptsSilently) near.resume()
    else near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    config: { ...server, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    fallSilent({ alsoNew }: { alsoNew: boolean }) {
      acceptsSilently = alsoNew
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
        near.resume()
      }
    },
    close() {
      proxy.close()
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
  }
}

async function openWatched(options: pg.PoolConfig = {}) {
  const proxy = await startProxy()
  const config = { ...proxy.config, ...options }
  const pool = new pg.Pool({ ...config, max: 3, connectionTimeoutMillis: 500 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const stop = watchConnections(pool, config, silentLog, times)
  after(async () => {
    stop()
    proxy.close()
    await pool.end()
  })
  await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.01)')))
  return { proxy, pool }
}

const fails = (promise: Promise<unknown>) => assert.rejects(promise, (error: Error) => isPassing(error))

for (const pipeline of [true, false])
  test(`statements on connections that fell silent fail with a passing error, and the next ones work (pipeline: ${pipeline})`, {
    timeout: 10_000,
  }, async () => {
    const { proxy, pool } = await openWatched({ pipeline } as pg.PoolConfig)
    const client = await pool.connect()
    await client.query('begin')
    proxy.fallSilent({ alsoNew: false })
    const ping = createPing(pool)
    assert.equal(await ping(), false)
    await fails(client.query('select 1'))
    await fails(client.query('rollback'))
    client.release(true)
    assert.equal((await pool.query('select 1 as one')).rows[0].one, 1)
    assert.equal(await ping(), true)
  })

test('statements fail as well while the whole database is silent', { timeout: 10_000 }, async () => {
  const { proxy, pool } = await openWatched()
  proxy.fallSilent({ alsoNew: true })
  await fails(pool.query('select 1'))
  await fails(pool.query('select 1'))
})

test('a long statement and a transaction that pauses are left alone', { timeout: 10_000 }, async () => {
  const { pool } = await openWatched()
  const client = await pool.connect()
  await client.query('begin')
  const rows = await Promise.all([pool.query('select 1 as one from pg_sleep(1)'), client.query('select 1 as one from pg_sleep(1.2)')])
  assert.deepEqual(
    rows.map(({ rows: [row] }) => row.one),
    [1, 1],
  )
  await client.query('commit')
  client.release()
})
