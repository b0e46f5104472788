import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectClient, openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'

/** A log whose lines are read, and whose minutes pass at once. */
function openLog() {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}

test('connections that are lost are one line for each pool and minute, with their number and without stacks', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] })
  const { log, lines } = openLog()
  const loss = () => Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01', severity: 'FATAL' })
  const fail = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      log.error({ err: loss(), job: `job ${index}` }, 'job failed')
      log.child({ reqId: index }).error({ err: new Error('Unavailable', { cause: loss() }) }, 'request failed')
    }
  }
  fail(50)
  t.mock.timers.tick(5_000)
  assert.deepEqual(
    lines.map(({ level, pool, count, msg }) => [level, pool, count, msg]),
    ['worker', 'app'].map((pool) => ['warn', pool, 50, 'connections to the database were lost']),
  )
  fail(3)
  t.mock.timers.tick(59_000)
  assert.equal(lines.length, 2)
  t.mock.timers.tick(1_000)
  assert.deepEqual(
    lines.slice(2).map(({ pool, count }) => [pool, count]),
    [
      ['worker', 3],
      ['app', 3],
    ],
  )
  assert.ok(!JSON.stringify(lines).includes('stack'))
})

test('what is no lost connection, is of another service, or ends the process is logged as it is', () => {
  const { log, lines } = openLog()
  const codes = ['57014', '40001', '53300', 'ECONNREFUSED', 'ECONNRESET']
  for (const code of codes) log.error({ err: Object.assign(new Error(code), { code, severity: 'ERROR' }) }, 'failed')
  log.fatal({ err: new Error('Connection terminated unexpectedly') }, 'it cannot start')
  log.info({ job: 'done' }, 'job')
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    [...codes.map(() => 'failed'), 'it cannot start', 'job'],
  )
})

test('the database that ends all connections, and takes none, is one line for each pool', { timeout: 60_000 }, async (t) => {
  const { log, lines } = openLog()
  const own = await createTestDatabase()
  t.after(() => own.close())
  const database = await openDatabase(own.owner, own.keyring, log, { app: 4, worker: 4 })
  t.after(() => database.close())
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pools = [database.app, database.worker]
  const logged = (work: Promise<unknown>) => work.catch((err: unknown) => log.error({ err }, 'failed'))
  const asleep = pools.flatMap((pool) => Array.from({ length: 4 }, () => logged(pool.query('select pg_sleep(60)'))))
  const owner = await connectClient(own.owner)
  t.after(() => owner.end())
  const end = () =>
    owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'select pg_sleep(60)' and state = 'active'`,
    )
  let awake = 0
  for (const one of asleep) void one.then(() => (awake += 1))
  // One that was told to end is still listed for a moment: only what became of the queries says that it is gone.
  while (awake < asleep.length) await end()
  t.mock.timers.tick(5_000)
  const lost = lines.filter(({ msg }) => msg === 'connections to the database were lost')
  assert.deepEqual([lost.length, lines.length], [lost.length, lost.length])
  assert.ok(lost.reduce((sum, { count }) => sum + Number(count), 0) >= 8)
})
