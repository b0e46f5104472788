import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createKills } from '#server/testing/kill-workers.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const windowCount = 40
const killsPerPhase = 4
const longestLifeMs = 250

const vakt = await createTestApp()
const owner = new pg.Client(vakt.owner)
await owner.connect()
const kills = createKills(vakt, 'windows')
after(async () => {
  kills.end()
  await owner.end()
  await vakt.close()
})

test('a worker that is killed at the start of windows, at their end and while raising, raises everything exactly once', async (t) => {
  t.diagnostic(`KILL_SEED=${kills.seed}`)
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
    killsAtWork += await kills.run({ now, kills: killsPerPhase, longestLifeMs, makeDue, isDone: isDone[phase] })
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
      notices: await count("event where customer_id = $1 and topic = 'incident' and kind = 'raised'"),
    },
    { incidents: windowCount, tickets: windowCount, raised: windowCount, trail: windowCount, notices: windowCount },
  )
})
