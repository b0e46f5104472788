import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { noPatroni, startPatroni } from '#server/testing/production/start-patroni.ts'
import { until } from '#server/testing/real-program.ts'
import { type RunningVakt, startVakt } from '#server/testing/run-vakt.ts'
import { giveToken, scriptCustomerId } from '#server/testing/script-user.ts'

/** How many writes must be acknowledged, and within what time they must be so again. */
const writes = Number(process.env.FAILOVER_WRITES ?? 10_000)
const longestGapMs = 30_000
const clients = 16

const apiToken = `vakt_pat_${randomBytes(32).toString('base64url')}`

/** All of one rule, so that they are alerts of one incident. */
const signalOf = (name: string) =>
  JSON.stringify({
    ...{ version: '4', status: 'firing' },
    alerts: [
      {
        ...{ status: 'firing', labels: { alertname: 'failover', severity: 'low', number: name }, annotations: { summary: name } },
        ...{ startsAt: new Date().toISOString(), endsAt: '0001-01-01T00:00:00Z', fingerprint: name },
      },
    ],
  })

type Acknowledged = { signals: string[]; tickets: string[] }

/** Clients that send again what was not acknowledged, every twentieth a ticket, until they are told to end and `writes` were acknowledged. */
function startLoad(origin: string, ingestToken: string, counts: Map<string, number>) {
  const acknowledged: Acknowledged = { signals: [], tickets: [] }
  const at: { begun: number; answered: number }[] = []
  let next = 0
  let isEnding = false
  const isDone = () => isEnding && acknowledged.signals.length + acknowledged.tickets.length >= writes
  const send = async (url: string, headers: Record<string, string>, body: string) => {
    for (;;) {
      const begun = performance.now()
      const options = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(30_000),
      }
      const status = await fetch(url, options).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        () => 0,
      )
      counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
      if (status >= 200 && status < 300) return void at.push({ begun, answered: performance.now() })
      assert.ok(status === 0 || status === 503, `answered ${status}`)
      await wait(200)
    }
  }
  const work = async () => {
    while (!isDone()) {
      const name = `write-${next}`
      next += 1
      if (next % 20 === 0) {
        const ticket = JSON.stringify({ subject: name, description: 'During a failover', email: 'script@nordan.example' })
        const headers = { authorization: `Bearer ${apiToken}`, 'idempotency-key': name }
        await send(`${origin}/api/v1/customer/${scriptCustomerId}/ticket`, headers, ticket)
        acknowledged.tickets.push(name)
      } else {
        await send(`${origin}/ingest/v1/alertmanager`, { authorization: `Bearer ${ingestToken}` }, signalOf(name))
        acknowledged.signals.push(name)
      }
    }
  }
  const finished = Promise.all(Array.from({ length: clients }, work)).then(() => acknowledged)
  finished.catch(() => {})
  return {
    end() {
      isEnding = true
      return finished
    },
    count: () => at.length,
    /** The longest time, in milliseconds, in which no write was acknowledged. */
    longestGapAfter(moment: number) {
      const answers = [moment, ...at.map(({ answered }) => answered).filter((answered) => answered > moment)].sort((a, b) => a - b)
      return Math.max(...answers.slice(1).map((answered, index) => answered - (answers[index] ?? answered)))
    },
    /** Milliseconds from then to the answer of the first write that was sent after it. */
    firstAfter: (moment: number) => Math.min(...at.filter(({ begun }) => begun > moment).map(({ answered }) => answered - moment)),
  }
}

test('the primary is killed under load: Vakt follows to the standby, restarts nothing, and nothing acknowledged is lost', {
  timeout: 1_800_000,
  skip: noPatroni,
}, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vakt-failover-'))
  await chmod(folder, 0o755)
  const cluster = await startPatroni(folder)
  const running: RunningVakt[] = []
  after(async () => {
    await Promise.all(running.map(({ end }) => end('SIGKILL')))
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const [one, two] = cluster.nodes
  await one?.start()
  await wait(2000)
  await two?.start()
  const first = await cluster.findPrimary()
  const connect = async (port: number, database: string, user = 'postgres') => {
    const client = new pg.Client({ host: '127.0.0.1', port, user, password: cluster.password, database })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const operator = await connect(first.port, 'postgres')
  await operator.query(`create role vakt login createrole password '${cluster.password}'`)
  await operator.query('create database vakt owner vakt')
  await operator.end()

  const hosts = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const env = {
    DATABASE_URL: `postgres://vakt:${cluster.password}@${hosts}/vakt?target_session_attrs=read-write`,
    ...{ RATE_LIMIT_USER: '0', RATE_LIMIT_TOKEN: '0', RATE_LIMIT_ADDRESS: '0' },
  }
  const web = await startVakt({ ...env, ROLES: 'web', DEMO: 'true' })
  running.push(web)
  for (let worker = 0; worker < 2; worker += 1) running.push(await startVakt({ ...env, ROLES: 'worker', DEMO: 'false' }))
  const owner = await connect(first.port, 'vakt', 'postgres')
  await giveToken(owner, apiToken)
  await owner.end()
  const isReady = async () => (await fetch(`${web.origin}/health/ready`).catch(() => null))?.status === 200
  await until(isReady)

  const counts = new Map<string, number>()
  const load = startLoad(web.origin, web.ingestToken, counts)
  await until(async () => load.count() >= writes / 3)
  await first.kill()
  const killedAt = performance.now()
  await until(async () => load.firstAfter(killedAt) < Number.POSITIVE_INFINITY)
  const gap = load.firstAfter(killedAt)
  t.diagnostic(`writes are answered again after ${(gap / 1000).toFixed(1)} s`)
  await first.start()
  const second = await cluster.findPrimary()
  assert.notEqual(second.name, first.name)

  const switchedAt = performance.now()
  await cluster.switchOver()
  await until(async () => load.firstAfter(switchedAt + 5000) < Number.POSITIVE_INFINITY)
  const planned = load.longestGapAfter(switchedAt)
  const acknowledged = await load.end()
  t.diagnostic(`${load.count()} writes were acknowledged`)
  t.diagnostic(`a planned change takes ${(planned / 1000).toFixed(1)} s; ${JSON.stringify([...counts])}`)

  const third = await cluster.findPrimary()
  assert.notEqual(third.name, second.name)
  const reader = await connect(third.port, 'vakt')
  const lost = async (names: string[], found: string) =>
    (await reader.query(`select name from unnest($1::text[]) as name except (${found})`, [names])).rows.length
  try {
    const alerts = "select labels ->> 'number' from alert where labels ->> 'alertname' = 'failover'"
    await until(async () => (await lost(acknowledged.signals, alerts)) === 0)
    assert.equal(await lost(acknowledged.tickets, 'select subject from ticket'), 0)
    const { rows } = await reader.query("select subject from ticket where subject like 'write-%' group by subject having count(*) > 1")
    assert.deepEqual(rows, [], 'each ticket was opened once')
  } finally {
    await reader.end()
  }
  await until(isReady)
  assert.ok(gap < longestGapMs, `${gap} ms`)
  assert.deepEqual(
    running.map(({ pid }) => process.kill(pid, 0)),
    [true, true, true],
  )
})
