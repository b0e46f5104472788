import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { readMigrationFiles } from '#server/platform/database/migration-files.ts'
import { noPreviousRelease, preparePreviousRelease } from '#server/testing/previous-release.ts'
import { type RunningVakt, startVakt } from '#server/testing/run-vakt.ts'
import { scriptCustomerId as customerId, giveToken, signalOf as signal } from '#server/testing/script-user.ts'
import { sharedServer } from '#server/testing/shared-server.ts'

const apiToken = `vakt_pat_${randomBytes(32).toString('base64url')}`

type Answers = { counts: Record<string, number>; signals: string[]; tickets: string[] }

/** What scripts and monitoring ask all the time, each again as soon as it is answered, of every server that is up. */
function startLoad(servers: RunningVakt[], ingestToken: string) {
  const answers: Answers = { counts: {}, signals: [], tickets: [] }
  const asScript = { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' }
  const tickets = `/api/v1/customer/${customerId}/ticket`
  let isOver = false
  let next = 0

  const ask = async (server: RunningVakt, method: string, path: string, headers: Record<string, string>, body?: string) => {
    const answer = await fetch(`${server.origin}${path}`, { method, headers, ...(body && { body }), signal: AbortSignal.timeout(20_000) })
    const text = await answer.text()
    const key = `${method} ${path.split('?')[0]} ${answer.status}`
    answers.counts[key] = (answers.counts[key] ?? 0) + 1
    return { status: answer.status, text }
  }
  const kinds = [
    async (server: RunningVakt, name: string) => {
      const { status } = await ask(server, 'POST', '/ingest/v1/alertmanager', { authorization: `Bearer ${ingestToken}` }, signal(name))
      if (status === 202) answers.signals.push(name)
    },
    async (server: RunningVakt, name: string) => {
      const ticket = { subject: name, description: 'Under the upgrade', email: 'script@nordan.example' }
      const { status, text } = await ask(server, 'POST', tickets, asScript, JSON.stringify(ticket))
      if (status === 200) answers.tickets.push(JSON.parse(text).result.ticketId)
    },
    (server: RunningVakt) => ask(server, 'GET', `${tickets}?search=disk`, asScript),
    (server: RunningVakt) => ask(server, 'GET', `${tickets}?priority=2&source=monitoring`, asScript),
  ]
  const loops = kinds.flatMap((kind) =>
    [1, 2].map(async () => {
      while (!isOver) {
        next += 1
        const server = servers[next % servers.length]
        if (server) await kind(server, `rolling${next}`)
        await wait(5)
      }
    }),
  )
  return {
    answers,
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}

/** Statements that do not fit the tables: where a worker fails at what the other release made of them, its log alone says so. */
const misfitsOf = (vakt: RunningVakt): string[] =>
  vakt
    .output()
    .split('\n')
    .filter((line) => /"code":"(?:23|42)/.test(line))

/** Until a condition of the database is met; the test's own time limit ends it. */
async function until(owner: pg.Client, sql: string, values: unknown[] = []): Promise<void> {
  while ((await owner.query(sql, values)).rowCount === 0) await wait(50)
}

test('the previous release answers while this one migrates its database under load, and both work side by side', {
  skip: noPreviousRelease,
}, async (t) => {
  const program = preparePreviousRelease()
  const { host, port, user, password } = sharedServer()
  const database = `rolling_${randomBytes(4).toString('hex')}`
  const server = new pg.Client(sharedServer())
  const owner = new pg.Client({ ...sharedServer(), database })
  const running: RunningVakt[] = []
  after(async () => {
    await Promise.all(running.map((vakt) => vakt.end('SIGKILL')))
    await owner.end()
    await server.query(`drop database ${database} with (force)`)
    await server.end()
  })
  await server.connect()
  await server.query(`create database ${database}`)
  await owner.connect()
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const env = { DATABASE_URL: url, DEMO: 'true', RATE_LIMIT_USER: '0', RATE_LIMIT_TOKEN: '0', RATE_LIMIT_ADDRESS: '0' }

  const previous = await startVakt(env, program)
  running.push(previous)
  await giveToken(owner, apiToken)
  const servers = [previous]
  const load = startLoad(servers, previous.ingestToken)
  await until(owner, "select from ticket where subject like 'rolling%' limit 1")
  const readMigrated = async () =>
    (await owner.query<{ name: string }>('select name from migration order by name')).rows.map(({ name }) => name)
  const before = await readMigrated()

  const current = await startVakt(env)
  running.push(current)
  const all = (await readMigrationFiles()).map(({ name }) => name)
  assert.ok(before.length < all.length, 'there is something to migrate')
  assert.deepEqual(await readMigrated(), all)
  servers.push(current)
  const seen = load.answers.tickets.length
  while (load.answers.tickets.length < seen + 200) await wait(50)
  await load.stop()

  const { counts, signals, tickets } = load.answers
  t.diagnostic(JSON.stringify(counts))
  const failures = Object.entries(counts).filter(([key]) => !/ (?:2\d\d|503)$/.test(key))
  assert.deepEqual(failures, [], running.map((vakt) => vakt.output()).join('\n'))
  assert.equal((await owner.query('select from ticket where ticket_id = any($1)', [tickets])).rowCount, tickets.length)
  const processed = 'select from alert where fingerprint = any($1) having count(distinct fingerprint) = $2'
  await until(owner, processed, [signals, signals.length])
  assert.equal(await previous.end('SIGTERM'), 0)
  assert.equal((await fetch(`${current.origin}/health/ready`)).status, 200)
  assert.equal(await current.end('SIGTERM'), 0)
  assert.deepEqual([previous, current].flatMap(misfitsOf), [])
})
