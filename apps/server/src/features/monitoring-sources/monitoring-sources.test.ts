import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

type Made = MonitoringSource & { secret: string }
const pathOf = (customerId: string) => `/admin/customer/${customerId}/monitoring-source`
const run = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

async function createSource(wanted: object = {}, customerId?: string): Promise<Made> {
  const customer = customerId ?? (await createCustomer(vakt.database)).customerId
  const answer = await vakt.call(staff, 'POST', pathOf(customer), { name: 'Alertmanager', ...wanted })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
const change = (source: MonitoringSource, what: string, body?: object, method = 'POST') =>
  vakt.call(staff, method, `${pathOf(source.customer.customerId)}/${source.sourceId}${what}`, body)
const read = async (source: MonitoringSource): Promise<MonitoringSource> => (await change(source, '', undefined, 'GET')).json().result
const alert = (name: string) => ({
  version: '4',
  alerts: [{ status: 'firing', labels: { alertname: name }, startsAt: '2026-11-20T10:00:00Z' }],
})
const send = async (secret: string, format = 'alertmanager') => vakt.send(format, secret, alert('Down'))
const problemOf = (answer: { json(): { errors: { message_translation_key: string }[] } }) =>
  answer.json().errors[0]?.message_translation_key

test('a source is created with a token that is shown once, and is seen with its first signal', async () => {
  const made = await createSource()
  assert.match(made.secret, /^vakt_ing_[\w-]{43}$/)
  assert.deepEqual([made.state, made.signals, made.tokens[0]?.ending], ['waiting', 0, made.secret.slice(-4)])
  assert.equal((await send(made.secret)).statusCode, 202)
  assert.equal((await vakt.send('alertmanager', made.secret, 'no json')).statusCode, 400)
  await vakt.work()
  const heard = await read(made)
  assert.deepEqual([heard.state, heard.signals, heard.signalsLastDay], ['active', 1, 1])
  assert.equal(heard.lastSignalAt, heard.tokens[0]?.lastSignalAt)
  const everywhere = await vakt.call(staff, 'GET', '/admin/monitoring-source?limit=500')
  assert.ok(!everywhere.body.includes(made.secret.slice(0, 20)))
  const { customerId } = made.customer
  const stored = await run('select t::text as row from ingest_token t where customer_id = $1', [customerId])
  assert.ok(!stored[0].row.includes(made.secret.slice(9, 40)))
  const [action] = await run("select action, details::text from recorded_action where customer_id = $1 and action <> 'customer.look'", [
    customerId,
  ])
  assert.equal(action.action, 'monitoring-source.create')
  assert.ok(!action.details.includes(made.secret))
})

test('a token for chosen formats answers others with what it is for', async () => {
  const made = await createSource({ formats: ['azure-monitor'] })
  const refused = await send(made.secret)
  assert.equal(refused.statusCode, 403)
  assert.match(refused.json().errors[0].message, /for azure-monitor, not for alertmanager/)
  assert.equal((await send(made.secret, 'azure-monitor')).statusCode, 202)
})

test('after a rotation both tokens work until the overlap is over, and the old one can be ended before', async () => {
  const made = await createSource({ formats: ['alertmanager'] })
  const rotated: Made = (await change(made, '/rotate', { overlapHours: 24 })).json().result
  assert.deepEqual(
    rotated.tokens.map(({ ending }) => ending),
    [rotated.secret.slice(-4), made.secret.slice(-4)],
  )
  const overlap = Date.parse(rotated.tokens[1]?.expiresAt ?? '') - Date.now()
  assert.ok(overlap > 23.9 * 3_600_000 && overlap <= 24 * 3_600_000)
  assert.deepEqual([(await send(made.secret)).statusCode, (await send(rotated.secret)).statusCode], [202, 202])
  assert.equal((await send(rotated.secret, 'azure-monitor')).statusCode, 403)
  const ended = await change(made, '/replaced-token', undefined, 'DELETE')
  assert.equal(ended.json().result.tokens.length, 1)
  assert.equal(problemOf(await change(made, '/replaced-token', undefined, 'DELETE')), 'monitoring_source.nothing_replaced')
  const again: Made = (await change(made, '/rotate', { overlapHours: 0 })).json().result
  assert.deepEqual(
    again.tokens.map(({ ending }) => ending),
    [again.secret.slice(-4)],
  )
})

test('a revoked source and an expired token answer 401; a revocation is taken back within minutes only', async () => {
  const soon = { expiresAt: new Date(Date.now() + 60_000).toISOString() }
  const [revoked, expired, restored, late] = [await createSource(), await createSource(soon), await createSource(), await createSource()]
  for (const source of [revoked, restored, late]) assert.equal((await change(source, '/revoke')).json().result.state, 'revoked')
  await run("update ingest_token set expires_at = now() - interval '1 second' where source_id = $1", [expired.sourceId])
  for (const { secret } of [revoked, expired]) assert.equal((await send(secret)).statusCode, 401)
  assert.equal((await read(expired)).state, 'expired')
  assert.equal((await change(restored, '/restore')).json().result.state, 'waiting')
  assert.equal((await send(restored.secret)).statusCode, 202)
  await run("update monitoring_source set revoked_at = revoked_at - interval '1 hour' where source_id = $1", [late.sourceId])
  assert.equal(problemOf(await change(late, '/restore')), 'monitoring_source.revoked_for_good')
  assert.equal(problemOf(await change(revoked, '/rotate', { overlapHours: 1 })), 'monitoring_source.is_revoked')
  const listed = async (query: string) => (await vakt.call(staff, 'GET', `/admin/monitoring-source?limit=500${query}`)).json().result
  const has = (rows: Made[]) => rows.some(({ sourceId }) => sourceId === revoked.sourceId)
  assert.deepEqual([has(await listed('')), has(await listed('&revoked=true'))], [false, true])
})

test('a source is changed at the version that was seen, and an extended token works again', async () => {
  const made = await createSource({ expiresAt: new Date(Date.now() + 60_000).toISOString() })
  await run("update ingest_token set expires_at = now() - interval '1 second' where source_id = $1", [made.sourceId])
  const { version } = made
  const wanted = { name: 'Renamed', formats: ['alertmanager'], expectedMinutes: 60, heartbeatName: 'Watchdog', expiresAt: null, version }
  const changed = (await change(made, '', wanted, 'PUT')).json().result
  assert.deepEqual([changed.name, changed.heartbeatName, changed.version, changed.state], ['Renamed', 'Watchdog', version + 1, 'waiting'])
  assert.equal((await send(made.secret)).statusCode, 202)
  assert.equal(problemOf(await change(made, '', wanted, 'PUT')), 'monitoring_source.changed_meanwhile')
})

test('what cannot be is refused with a reason, and nothing is stored', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const refusals: [object, string][] = [
    [{ name: ' ' }, 'monitoring_source.name_empty'],
    [{ name: '\u202e' }, 'monitoring_source.name_empty'],
    [{ name: 'a', formats: [] }, 'monitoring_source.formats_empty'],
    [{ name: 'a', expiresAt: '2020-01-01T00:00:00Z' }, 'monitoring_source.expiry_past'],
    [{ name: 'a', heartbeatName: 'Watchdog' }, 'monitoring_source.heartbeat_needs_interval'],
  ]
  for (const [wanted, key] of refusals) assert.equal(problemOf(await vakt.call(staff, 'POST', pathOf(customerId), wanted)), key)
  for (const wanted of [{ name: 'a', formats: ['nagios'] }, { name: 'a', expectedMinutes: 0 }, { name: 'a', expectedMinutes: 99_999 }, {}])
    assert.equal((await vakt.call(staff, 'POST', pathOf(customerId), wanted)).statusCode, 400)
  assert.deepEqual(await run('select 1 from monitoring_source where customer_id = $1', [customerId]), [])
})

test('a customer’s people see how their own sources are, and nothing of their tokens', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const made = await createSource({}, customerId)
  await createSource()
  const own = (
    await vakt.call({ email: `rita@${emailDomain}`, roles: ['reader'] }, 'GET', `/customer/${customerId}/monitoring-source`)
  ).json()
  assert.deepEqual(own.result, [
    { sourceId: made.sourceId, name: 'Alertmanager', state: 'waiting', expectedMinutes: null, lastSignalAt: null, signalsLastDay: 0 },
  ])
})

test('a token that was created without a source, as the release before did, gets one', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await run("insert into ingest_token (customer_id, name, token_hash) values ($1, 'old', sha256(convert_to($1, 'UTF8')))", [customerId])
  const { result } = (await vakt.call(staff, 'GET', `/admin/monitoring-source?customerId=${customerId}`)).json()
  assert.deepEqual([result[0].name, result[0].state, result[0].tokens.length], ['old', 'waiting', 1])
})
