import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signalFormats } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { SourceSignal } from '@vakt/contract/monitoring-sources/source-signals.ts'
import { sampleSignal } from '@vakt/domain/sample-signal.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

async function createSource(wanted: object = {}) {
  const { customerId } = await createCustomer(vakt.database)
  const of = `/admin/customer/${customerId}/monitoring-source`
  const { sourceId, secret } = (await vakt.call(staff, 'POST', of, { name: 'Source', ...wanted })).json().result
  const path = `${of}/${sourceId}`
  return {
    customerId,
    secret: secret as string,
    path,
    test: (body: object) => vakt.call(staff, 'POST', `${path}/test-signal`, body),
    list: async (): Promise<SourceSignal[]> => (await vakt.call(staff, 'GET', `${path}/signal`)).json().result.signals,
    read: async () => (await vakt.call(staff, 'GET', path)).json().result,
  }
}

test('the sample of every format fires an alert with an incident, and its end resolves it; neither counts as a signal of the sender', async () => {
  const source = await createSource()
  const formats = signalFormats.filter((format) => sampleSignal(format, { state: 'firing', at: null }))
  assert.ok(formats.length >= 7)
  for (const state of ['firing', 'resolved'] as const) {
    for (const format of formats) assert.equal((await source.test({ format, state })).statusCode, 200, format)
    assert.deepEqual(
      new Set((await source.list()).map((signal) => signal.state)),
      new Set(state === 'firing' ? ['pending'] : ['pending', 'done']),
    )
    await vakt.work()
    const latest = (await source.list()).slice(0, formats.length)
    assert.deepEqual(
      latest.map((signal) => [signal.format, signal.state, signal.isTest, signal.alerts.map((alert) => alert.state)]),
      formats.toReversed().map((format) => [format, 'done', true, [state]]),
    )
    assert.ok(latest.every(({ alerts: [alert] }) => alert?.incidentId))
  }
  const { signals, lastSignalAt, state } = await source.read()
  assert.deepEqual([signals, lastSignalAt, state], [0, null, 'waiting'])
})

test('the last 20 signals are listed with what came of them, of this source only', async () => {
  const source = await createSource()
  const other = (await vakt.call(staff, 'POST', source.path.replace(/\/[^/]+$/, ''), { name: 'Other' })).json().result
  await vakt.send('grafana', other.secret, { alerts: [{ labels: { alertname: 'Other' } }] })
  for (let index = 0; index < 22; index += 1)
    await vakt.send('grafana', source.secret, { alerts: [{ labels: { alertname: `A${index}` } }] })
  await vakt.work()
  await vakt.send('grafana', source.secret, { text: 'odd' })
  await vakt.work()
  await vakt.send('pagerduty', source.secret, { event_action: 'acknowledge', dedup_key: 'k' })
  await vakt.work()
  const listed = await source.list()
  assert.equal(listed.length, 20)
  const [acknowledged, odd, last] = listed
  assert.deepEqual(
    [acknowledged?.state, acknowledged?.note, acknowledged?.alerts],
    ['done', 'An acknowledgement: it changes no alert.', []],
  )
  assert.deepEqual([odd?.state, last?.alerts.map(({ name }) => name)], ['unrecognised', ['A21']])
  const body = await vakt.call(staff, 'GET', `${source.path}/signal/${odd?.signalId}`)
  assert.equal(body.json().result.body, '{"text":"odd"}')
  const otherPath = `${source.path.replace(/[^/]+$/, other.sourceId)}/signal/${odd?.signalId}`
  assert.equal((await vakt.call(staff, 'GET', otherPath)).statusCode, 404)
})

test('a test is held to the formats of the source, and to JSON', async () => {
  const source = await createSource({ formats: ['grafana'] })
  assert.equal((await source.test({ format: 'zabbix' })).statusCode, 403)
  const odd = await source.test({ format: 'grafana', sample: '{' })
  assert.deepEqual([odd.statusCode, odd.json().errors[0].property], [400, 'sample'])
  await vakt.call(staff, 'POST', `${source.path}/revoke`)
  assert.equal((await source.test({ format: 'grafana' })).statusCode, 409)
})
