import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const windowCount = 40
const killsPerPhase = 4
const longestLifeMs = 250
const seed = Number(process.env.KILL_SEED) || randomInt(1, 2 ** 31)

const program = path.resolve(import.meta.dirname, '../../testing/window-worker.ts')
const vakt = await createTestApp()
const owner = new pg.Client(vakt.owner)
await owner.connect()
const children = new Set<ChildProcess>()
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await owner.end()
  await vakt.close()
})

test('a worker that is killed at the start of windows, at their end and while raising, raises everything exactly once', {
  timeout: 240_000,
}, async (t) => {
  t.diagnostic(`KILL_SEED=${seed}`)
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const token = await createIngestToken(vakt.database, customerId)
  const anna = { email: `anna@${emailDomain}`, roles: ['admin'] }
  await vakt.call(anna, 'POST', '/authentication/usercontext', {})
  const entities = await Promise.all(Array.from({ length: windowCount }, () => createEntity(vakt.database, customerId)))
  for (const { entityId } of entities) {
    const body = { reason: 'Patching', scope: { entityIds: [entityId] }, limitInSeconds: 3600 }
    assert.equal((await vakt.call(anna, 'POST', `/customer/${customerId}/service-window/start`, body)).statusCode, 200)
  }
  const alerts = entities.map(({ name }) => ({
    ...{ status: 'firing', fingerprint: name, labels: { alertname: 'HighCpu', severity: 'high', instance: name }, annotations: {} },
    ...{ startsAt: new Date().toISOString(), endsAt: '0001-01-01T00:00:00Z' },
  }))
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts })
  await vakt.work()

  const count = async (sql: string) => Number((await owner.query(`select count(*) from ${sql}`, [customerId])).rows[0].count)
  const makeDue = () =>
    owner.query(
      `update job set due = now(), state = 'waiting', lease_token = null, lease_until = null where queue = 'service-window' and customer_id = $1`,
      [customerId],
    )
  const start = async (now: Date) => {
    const WINDOW_WORKER = JSON.stringify({ owner: vakt.owner, root: vakt.keyring.root.toString('hex'), now: now.toISOString() })
    const child = spawn(process.execPath, [program], { env: { ...process.env, WINDOW_WORKER }, stdio: ['ignore', 'pipe', 'inherit'] })
    children.add(child)
    await once(child.stdout, 'data')
    return child
  }
  const isDone = {
    started: () =>
      count('service_window_occurrence where customer_id = $1 and started_at is not null').then((done) => done === windowCount),
    settled: () =>
      count('service_window_occurrence where customer_id = $1 and settled_at is not null').then((done) => done === windowCount),
  }
  let killsAtWork = 0
  for (const [phase, now] of [
    ['started', new Date()],
    ['settled', new Date(Date.now() + 2 * 3_600_000)],
  ] as const) {
    for (let kill = 0; kill < killsPerPhase; kill++) {
      await makeDue()
      const child = await start(now)
      // The moment of the kill is what this test is about.
      await wait(random() * longestLifeMs)
      if (!(await isDone[phase]())) killsAtWork++
      if (child.exitCode !== null) continue
      const gone = once(child, 'close')
      child.kill('SIGKILL')
      await gone
    }
    await makeDue()
    const last = await start(now)
    if (last.exitCode === null) await once(last, 'close')
    assert.ok(await isDone[phase](), phase)
  }
  t.diagnostic(`${killsAtWork} kills at work`)
  const raised = `service_window_hold where customer_id = $1 and outcome = 'raised' and incident_id is not null`
  assert.deepEqual(
    {
      incidents: await count('incident where customer_id = $1'),
      tickets: await count('ticket where customer_id = $1'),
      raised: await count(raised),
      trail: await count("alert_trail where customer_id = $1 and step = 'window-ended'"),
      opened: await count("event where customer_id = $1 and topic = 'incident' and kind = 'opened'"),
    },
    { incidents: windowCount, tickets: windowCount, raised: windowCount, trail: windowCount, opened: windowCount },
  )
})
