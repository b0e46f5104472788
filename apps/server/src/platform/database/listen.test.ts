import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import pg from 'pg'
import { connectClient } from '#server/platform/database/database.ts'
import { createListener } from '#server/platform/database/listen.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'

const testDatabase = await createTestDatabase()
after(() => testDatabase.close())

/** Between a client and the database, where a connection can fall silent without an end. */
async function createProxy() {
  const pairs: [Socket, Socket][] = []
  let isSilent = false
  const { host = 'localhost', port = 5432 } = testDatabase.owner
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connectTo(`${host}/.s.PGSQL.${port}`) : connectTo(port, host)
    pairs.push([near, far])
    near.on('data', (data) => isSilent || far.write(data))
    far.on('data', (data) => isSilent || near.write(data))
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = { ...testDatabase.owner, host: '127.0.0.1', port: (server.address() as { port: number }).port }
  return {
    pairs,
    async connect() {
      const client = new pg.Client(connection)
      client.on('error', () => {})
      await client.connect()
      return client
    },
    silence(silent: boolean) {
      isSilent = silent
    },
    close() {
      for (const socket of pairs.flat()) socket.destroy()
      server.close()
    },
  }
}

const notify = async (payload: string) => {
  const client = new pg.Client(testDatabase.owner)
  await client.connect()
  await client.query("select pg_notify('test_channel', $1)", [payload])
  await client.end()
}

test('a connection that falls silent is noticed, told of as lost, and opened once again', { timeout: 10_000 }, async () => {
  const proxy = await createProxy()
  const told: string[] = []
  const waiting: Record<string, () => void> = {}
  const comes = (name: string) =>
    new Promise<void>((resolve) => {
      waiting[name] = resolve
    })
  const hear = (name: string) => {
    told.push(name)
    waiting[name]?.()
  }
  const listener = createListener(proxy.connect, silentLog, { beatMs: 50, timeoutMs: 100, retryMs: 10 })
  const first = comes('first')
  listener.on('test_channel', hear, { lost: () => hear('lost'), reconnected: () => hear('reconnected') })
  while (!listener.isConnected()) await new Promise((resolve) => setImmediate(resolve))
  await notify('first')
  await first
  const [lost, reconnected] = [comes('lost'), comes('reconnected')]
  proxy.silence(true)
  await lost
  assert.equal(listener.isConnected(), false)
  proxy.silence(false)
  await reconnected
  const second = comes('second')
  await notify('second')
  await second
  assert.deepEqual(told, ['first', 'lost', 'reconnected', 'second'])
  await listener.stop()
  proxy.close()
})

test('a connection that is lost while it begins to listen is opened again once', { timeout: 10_000 }, async () => {
  const proxy = await createProxy()
  let opened = 0
  const listener = createListener(
    async () => {
      opened += 1
      const client = await proxy.connect()
      // The first one dies with LISTEN under way.
      if (opened === 1) {
        const query = client.query.bind(client) as (...given: unknown[]) => unknown
        client.query = ((...given: unknown[]) => {
          proxy.pairs[0]?.[1].destroy()
          return query(...given)
        }) as typeof client.query
      }
      return client
    },
    silentLog,
    { retryMs: 5 },
  )
  const heard: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  listener.on('test_channel', (payload) => {
    heard.push(payload)
    if (payload === 'last') resolve()
  })
  while (!listener.isConnected()) await new Promise((done) => setImmediate(done))
  // Longer than any second attempt would wait.
  await new Promise((done) => setTimeout(done, 60))
  await notify('one')
  await notify('last')
  await promise
  assert.deepEqual(heard, ['one', 'last'])
  assert.equal(opened, 2)
  await listener.stop()
  proxy.close()
})

test('a connection that the database ends in the packet that says it is ready ends no process', async (t) => {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.from(`${type}0000`)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const [isAuthenticated, isReady] = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]
  const isEnded = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'))
  const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([isAuthenticated, isReady, isEnded]))))
  t.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const client = await connectClient({ host: '127.0.0.1', port, user: 'vakt', database: 'vakt' })
  await assert.rejects(client.query('listen anything'))
})
