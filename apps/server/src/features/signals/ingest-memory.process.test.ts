import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionOf, createDataFolder, type RunningVakt, startVakt } from '#server/testing/run-vakt.ts'

const megabyte = 1024 * 1024
const dataFolder = await createDataFolder()
const env = { DATA_DIR: dataFolder, DEMO: 'true', LOG_LEVEL: 'error' }
let vakt = await startVakt(env)
const owner = new pg.Pool({ ...connectionOf(dataFolder), max: 1 })
owner.on('error', () => {})
after(async () => {
  await owner.end()
  await vakt.end('SIGTERM')
  await rm(dataFolder, { recursive: true, force: true })
})

const alert = (name: string) => ({
  fingerprint: name,
  labels: { alertname: name, instance: `${name}.example` },
  startsAt: '2026-11-20T10:00:00Z',
})

/** Begins a new measurement of the most memory that the process takes. */
const resetPeak = ({ pid }: RunningVakt) => writeFileSync(`/proc/${pid}/clear_refs`, '5')
const memoryOf = ({ pid }: RunningVakt, line: 'VmHWM' | 'VmRSS') =>
  Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

const agent = new http.Agent({ keepAlive: true })
after(() => agent.destroy())

/** The answer may come before the body is sent. */
async function post({ origin, ingestToken }: RunningVakt, body: string | Buffer): Promise<{ status: number; retryAfter: number }> {
  const headers = { authorization: `Bearer ${ingestToken}`, 'content-type': 'application/json' }
  const request = http.request(`${origin}/ingest/v1/alertmanager`, { method: 'POST', headers, agent }).end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  await response.toArray()
  return { status: response.statusCode ?? 0, retryAfter: Number(response.headers['retry-after']) }
}

async function waitForWorker(): Promise<void> {
  const countPending = async () =>
    (await owner.query<{ count: number }>("select count(*)::int as count from signal where state = 'pending' and next_at <= now()")).rows[0]
      ?.count
  while ((await countPending()) !== 0) await wait(50)
}

/** `measure` answers how many megabytes more than before were taken at most. */
async function measurePeak(work: () => Promise<void>): Promise<number> {
  await waitForWorker()
  resetPeak(vakt)
  const initial = memoryOf(vakt, 'VmRSS')
  await work()
  await waitForWorker()
  return memoryOf(vakt, 'VmHWM') - initial
}

const large = Buffer.from(JSON.stringify({ version: '4', alerts: [alert('large')], padding: 'x'.repeat(19.9 * megabyte) }))
const nested = Buffer.alloc(20 * megabyte, '[')
const wide = Buffer.from(`[${'[],'.repeat(6.6 * megabyte)}[]]`)

// What a process that has just started takes with its first work (some 100 MB) is not what bodies cost.
before(async () => {
  while ((await post(vakt, large)).status !== 202) await wait(500)
  await waitForWorker()
})

for (const [name, body, expected] of [
  ['of one large alert', large, [202, 503]],
  ['nested without end', nested, [400, 503]],
  ['of millions of empty lists', wide, [400, 503]],
] as const)
  test(`50 bodies of 20 MB at once, ${name}, cost less than 200 MB`, async (t) => {
    const statuses: number[] = []
    const sendOne = async () => {
      const { status, retryAfter } = await post(vakt, body)
      statuses.push(status)
      if (status === 503) assert.ok(retryAfter > 0)
    }
    const peak = await measurePeak(async () => {
      // On a busy machine the database may not answer in time, so that all are to send again.
      do await Promise.all(Array.from({ length: 50 }, sendOne))
      while (!statuses.includes(expected[0]))
    })
    t.diagnostic(
      `${peak} MB more at most; ${Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => `${all?.length} × ${status}`)}`,
    )
    assert.ok(statuses.every((status) => (expected as readonly number[]).includes(status)))
    assert.ok(peak < 200)
  })

test('a body that was stored without bounds is set aside after the next start, and no other customer waits', async (t) => {
  const store = (body: string) =>
    owner.query(
      `insert into signal (customer_id, token_id, format, content_type, body, next_at)
       select customer_id, token_id, 'alertmanager', null, convert_to(${body}, 'UTF8'), now() + interval '4 s'
       from ingest_token order by customer_id limit 1`,
    )
  await store("repeat('[', 19 * 1024 * 1024)")
  await store("'[' || repeat('[],', 6 * 1024 * 1024) || '[]]'")
  await store(`'{"commonLabels": {' || (select string_agg(format('"l%s": "%s"', n, repeat('x', 1000)), ',') from generate_series(1, 30) n)
    || '}, "alerts": [{}' || repeat(',{}', 900000) || ']}'`)
  await vakt.end('SIGTERM')
  vakt = await startVakt(env)
  resetPeak(vakt)
  const initial = memoryOf(vakt, 'VmRSS')
  const until = Date.now() + 60_000
  const readStates = async () =>
    (await owner.query<{ state: string }>('select state from signal where content_type is null order by signal_id')).rows.map(
      ({ state }) => state,
    )
  while ((await readStates()).includes('pending')) {
    assert.ok(Date.now() < until, `still waiting: ${await readStates()}`)
    await wait(100)
  }
  assert.deepEqual(await readStates(), ['unreadable', 'unreadable', 'unreadable'])
  const peak = memoryOf(vakt, 'VmHWM') - initial
  t.diagnostic(`${peak} MB more at most`)
  assert.ok(peak < 300)
  assert.equal((await post(vakt, JSON.stringify({ version: '4', alerts: [alert('after')] }))).status, 202)
  await waitForWorker()
  assert.equal((await owner.query("select from alert where fingerprint = 'after'")).rowCount, 1)
})
