import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { watchSources } from './watch-sources.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const minute = 60_000
const day = 24 * 60 * minute

const contextAt = (now: Date) => ({
  actor: { type: 'system' as const, job: 'watch-sources' },
  now,
  pool: vakt.database.worker,
  log: silentLog,
  ports,
  requestId: null,
  isStaff: false,
})
const query = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

/** The clock of the workers; it runs on, minute by minute as real ones do. */
let now = new Date()
async function advance(minutes: number, workers = 1): Promise<void> {
  for (const until = now.getTime() + minutes * minute; now.getTime() < until; ) {
    now = new Date(now.getTime() + minute)
    await Promise.all(Array.from({ length: workers }, () => watchSources(contextAt(now))))
  }
}

type Made = MonitoringSource & { secret: string }
async function createSource(wanted: object): Promise<Made> {
  const { customerId } = await createCustomer(vakt.database)
  const made: Made = (
    await vakt.call(staff, 'POST', `/admin/customer/${customerId}/monitoring-source`, { name: 'Prometheus', ...wanted })
  ).json().result
  await query('update monitoring_source set watched_since = $2 where source_id = $1', [made.sourceId, now])
  return made
}
/** A signal that is received at the moment of the clock. */
async function send({ secret, sourceId }: Made, alertname = 'Down', { isWorked = true } = {}): Promise<void> {
  const body = { version: '4', alerts: [{ status: 'firing', labels: { alertname }, startsAt: now.toISOString() }] }
  assert.equal((await vakt.send('alertmanager', secret, body)).statusCode, 202)
  await query(
    "update signal set received_at = $2 where state = 'pending' and token_id in (select token_id from ingest_token where source_id = $1)",
    [sourceId, now],
  )
  if (isWorked) await vakt.work(now)
}
const alertsOf = ({ customer }: Made) =>
  query(
    `select a.state, a.severity, a.name, a.rule, a.count, a.target_key, i.state as incident, i.title,
       (select count(*)::int from ticket t where t.customer_id = a.customer_id) as tickets
     from alert a left join incident i on i.customer_id = a.customer_id and i.incident_id = a.incident_id
     where a.customer_id = $1 and a.source = 'vakt'`,
    [customer.customerId],
  )
const stateOf = async ({ customer, sourceId }: Made) =>
  (await vakt.call(staff, 'GET', `/admin/customer/${customer.customerId}/monitoring-source/${sourceId}`)).json().result.state

test('a source that stops sending raises one alert with incident and ticket, however many workers there are, and a signal resolves it', async () => {
  const source = await createSource({ expectedMinutes: 15 })
  await advance(14, 3)
  assert.deepEqual(await alertsOf(source), [])
  await advance(3, 5)
  const [raised, ...others] = await alertsOf(source)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [raised.state, raised.severity, raised.rule, raised.incident, raised.tickets],
    ['firing', 'high', 'MonitoringSourceSilent', 'open', 1],
  )
  assert.match(raised.name, /Prometheus är tyst/)
  assert.match(raised.title, /Prometheus är tyst$/)
  assert.deepEqual([raised.count, raised.target_key], [1, null])
  assert.equal(await stateOf(source), 'silent')
  await advance(10, 3)
  await send(source)
  await advance(1, 5)
  const [resolved] = await alertsOf(source)
  assert.deepEqual([resolved.state, resolved.incident, resolved.count], ['resolved', 'resolved', 2])
  await advance(16, 2)
  assert.deepEqual([(await alertsOf(source))[0].state, (await alertsOf(source))[0].count], ['firing', 3])
})

test('signals that were received and not processed yet count as signs of life', async () => {
  const source = await createSource({ expectedMinutes: 5 })
  await advance(4)
  await send(source, 'Down', { isWorked: false })
  await advance(3)
  assert.deepEqual(await alertsOf(source), [])
  await vakt.work(now)
  await advance(1)
  assert.deepEqual(await alertsOf(source), [])
})

test('after a time without any worker no source is called silent for it', async () => {
  const source = await createSource({ expectedMinutes: 5 })
  await advance(1)
  now = new Date(now.getTime() + 60 * minute)
  await watchSources(contextAt(now))
  await advance(4)
  assert.deepEqual(await alertsOf(source), [])
  await advance(2)
  assert.equal((await alertsOf(source)).length, 1)
})

test('a heartbeat is no alert, and only its absence makes the source silent', async () => {
  const source = await createSource({ expectedMinutes: 5, heartbeatName: 'Watchdog' })
  const others = () => query("select name from alert where customer_id = $1 and source <> 'vakt'", [source.customer.customerId])
  await send(source, 'Watchdog')
  await advance(4)
  assert.deepEqual([await others(), await alertsOf(source)], [[], []])
  await send(source, 'DiskFull')
  await advance(2)
  assert.deepEqual(
    (await others()).map(({ name }) => name),
    ['DiskFull'],
  )
  assert.equal((await alertsOf(source))[0].state, 'firing')
  await send(source, 'Watchdog')
  await advance(1)
  assert.equal((await alertsOf(source))[0].state, 'resolved')
})

test('a revoked source is not silent any more, and nothing is expected of one whose token has expired', async () => {
  const source = await createSource({ expectedMinutes: 2 })
  await advance(3)
  assert.equal((await alertsOf(source))[0].state, 'firing')
  await vakt.call(staff, 'POST', `/admin/customer/${source.customer.customerId}/monitoring-source/${source.sourceId}/revoke`)
  await advance(1)
  assert.equal((await alertsOf(source))[0].state, 'resolved')
  await advance(5)
  assert.equal((await alertsOf(source))[0].state, 'resolved')
})

test('a token that expires within a week and one that has expired are told of, until it is rotated', async () => {
  const source = await createSource({ expiresAt: new Date(now.getTime() + 7 * day + 2 * minute).toISOString() })
  await advance(1)
  assert.deepEqual(await alertsOf(source), [])
  await advance(2)
  const [soon] = await alertsOf(source)
  assert.deepEqual([soon.state, soon.severity, soon.rule], ['firing', 'medium', 'IngestTokenExpiry'])
  now = new Date(now.getTime() + 7 * day)
  await advance(1)
  const [expired] = await alertsOf(source)
  assert.deepEqual([expired.state, expired.severity], ['firing', 'high'])
  await vakt.call(staff, 'POST', `/admin/customer/${source.customer.customerId}/monitoring-source/${source.sourceId}/rotate`, {
    overlapHours: 0,
  })
  await advance(1)
  assert.equal((await alertsOf(source))[0].state, 'resolved')
})
