import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import type pg from 'pg'
import type { Context } from '#server/platform/context.ts'
import { poolSizes } from '#server/platform/database/database.ts'
import { settingsFor } from '#server/platform/database/embedded-settings.ts'
import { createPing } from '#server/platform/database/ping.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import { enqueueJobs } from './job-table.ts'
import { type Queue, startWorkQueue } from './work-queue.ts'

const { database, close } = await createTestDatabase({ app: 2, worker: 2 })
after(close)
const { customerId } = await createCustomer(database)
const createContext = (): Context => ({
  actor: { type: 'system', job: 'test' },
  now: new Date(),
  pool: database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Takes every connection of a pool, as long transactions do. */
async function fill(pool: pg.Pool): Promise<() => void> {
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()))
  return () => {
    for (const client of taken) client.release()
  }
}

const readJob = (queue: string) =>
  workForAllCustomers({ pool: database.reserved }, async (transaction) => {
    const { rows } = await transaction.query('select state, attempts, lease_until as "leaseUntil" from job where queue = $1', [queue])
    return rows[0] as { state: string; attempts: number; leaseUntil: Date | null } | undefined
  })
const enqueue = (queue: string) =>
  workForAllCustomers({ pool: database.reserved }, (transaction) => enqueueJobs(transaction, [{ queue, customerId, rowId: 'a' }]))

test('a job that finds no connection is put back without an attempt, and is done once there is one', async () => {
  const free = await fill(database.worker)
  const { connectionTimeoutMillis: usual } = database.worker.options
  database.worker.options.connectionTimeoutMillis = 50
  await enqueue('full-pool')
  let tries = 0
  const queue: Queue = {
    ...{ slots: 1, maxPerCustomer: 1, maxPerKey: 1, leaseSeconds: 30, maxAttempts: 1 },
    async run(_job, { finish }) {
      tries += 1
      await workForAllCustomers({ pool: database.worker }, (transaction) => finish(transaction))
    },
  }
  const running = startWorkQueue({ 'full-pool': queue }, createContext, { pollMilliseconds: 20 })
  while (tries === 0 || (await readJob('full-pool'))?.state !== 'waiting') await turn()
  assert.deepEqual(await readJob('full-pool'), { state: 'waiting', attempts: 0, leaseUntil: null })
  database.worker.options.connectionTimeoutMillis = usual
  free()
  while (await readJob('full-pool')) await turn()
  await running.stop()
})

test('leases are kept while work has every connection', async () => {
  await enqueue('long-work')
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  let runs = 0
  const queue: Queue = {
    ...{ slots: 1, maxPerCustomer: 1, maxPerKey: 1, leaseSeconds: 1, maxAttempts: 1 },
    async run() {
      runs += 1
      await held
    },
  }
  const running = startWorkQueue({ 'long-work': queue }, createContext, { pollMilliseconds: 20 })
  while (runs === 0) await turn()
  const free = await fill(database.worker)
  const first = (await readJob('long-work'))?.leaseUntil?.getTime() ?? 0
  while (((await readJob('long-work'))?.leaseUntil?.getTime() ?? 0) < first + 1000) await turn()
  end()
  await running.stop()
  free()
  assert.deepEqual([runs, await readJob('long-work')], [1, undefined])
})

test('what was committed is announced, and the process is well, while calls and work have every connection', async () => {
  const listener = await database.connect()
  await listener.query('listen test_channel')
  const heard = once(listener, 'notification')
  const freeWork = await fill(database.worker)
  const [first, second] = await Promise.all([database.app.connect(), database.app.connect()])
  second.release()
  await inTransaction({ pool: database.app }, customerId, async (transaction) => {
    transaction.announceOnCommit('test_channel', 'committed')
    // Whatever comes next takes the connection before anything is announced.
    void database.app.connect().then((client) => heard.finally(() => client.release()))
  })
  assert.equal((await heard)[0].payload, 'committed')
  assert.equal(await createPing(database.reserved)(), true)
  first.release()
  freeWork()
  await listener.end()
})

test('one process has room in the embedded database, with a command and a second process beside it', () => {
  const listening = 1
  const probing = 3
  const ofProcess = poolSizes.app + poolSizes.worker + poolSizes.reserved + listening + probing
  const ofSuperuser = 3
  const ofCommand = 4
  assert.ok(ofProcess + ofCommand <= Number(settingsFor(18).max_connections) - ofSuperuser)
})
