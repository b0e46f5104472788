import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIngestToken } from '#server/testing/factories.ts'
import { createSender, post, readSignals, vakt } from '#server/testing/ingest-sender.ts'
import { readFixture } from './formats/fixtures/read-fixture.ts'

type Sender = Awaited<ReturnType<typeof createSender>>

const listAlerts = async ({ user, customerId }: Sender): Promise<{ name: string; state: string }[]> =>
  (await vakt.call(user, 'GET', `/customer/${customerId}/alert`)).json().result

const enqueue = (token: string, event: object, path = '/ingest/v1/pagerduty/v2/enqueue') =>
  post('', { path, headers: { authorization: '' }, body: JSON.stringify({ routing_key: token, ...event }) })

test('Grafana may put, and a token may be the password of basic authentication', async () => {
  const sender = await createSender()
  const authorization = `Basic ${Buffer.from(`vakt:${sender.token}`).toString('base64')}`
  const body = JSON.stringify(readFixture('grafana-group'))
  assert.equal((await post('', { method: 'PUT', path: '/ingest/v1/grafana', headers: { authorization }, body })).status, 202)
  await vakt.work()
  assert.deepEqual((await listAlerts(sender)).map(({ name, state }) => [name, state]).toSorted(), [
    ['Disk', 'firing'],
    ['Disk', 'resolved'],
  ])
})

test('PagerDuty: the routing key is the token and is not stored, the answer is the one its senders read', async () => {
  const sender = await createSender()
  const trigger = { event_action: 'trigger', payload: { summary: 'Disk', source: 'web-01', severity: 'critical' } }
  const answer = await enqueue(sender.token, trigger)
  assert.equal(answer.status, 202)
  const { dedup_key: key, ...rest } = JSON.parse(answer.text)
  assert.deepEqual(rest, { status: 'success', message: 'Event processed' })
  const [stored] = await readSignals(sender.customerId)
  assert.deepEqual(JSON.parse(String(stored?.body)), { ...trigger, dedup_key: key })
  await vakt.work()
  assert.deepEqual(
    (await listAlerts(sender)).map(({ state }) => state),
    ['firing'],
  )
  for (const path of [`/ingest/v1/pagerduty/${sender.token}/v2/enqueue`, `/ingest/v1/pagerduty/${sender.token}`]) {
    const body = JSON.stringify({ routing_key: 'a32characterkeyoftheirownaaaaaaa', event_action: 'resolve', dedup_key: key })
    assert.deepEqual(JSON.parse((await post('', { path, headers: { authorization: '' }, body })).text), { ...rest, dedup_key: key })
  }
  await vakt.work()
  assert.deepEqual(
    (await listAlerts(sender)).map(({ state }) => state),
    ['resolved'],
  )
})

test('PagerDuty: an acknowledgement is in the trail of its alert, also when it comes with the trigger, and changes nothing', async () => {
  const sender = await createSender()
  const disk = { dedup_key: 'disk', payload: { summary: 'Disk', source: 'web-01', severity: 'critical' } }
  await enqueue(sender.token, { event_action: 'trigger', ...disk })
  for (const key of ['disk', 'of no alert']) await enqueue(sender.token, { event_action: 'acknowledge', dedup_key: key })
  await vakt.work()
  const [alert, ...others] = (await vakt.call(sender.user, 'GET', `/customer/${sender.customerId}/alert`)).json().result
  assert.deepEqual([alert.state, others], ['firing', []])
  const { trail } = (await vakt.call(sender.user, 'GET', `/customer/${sender.customerId}/alert/${alert.alertId}`)).json().result
  assert.equal(trail.filter(({ step }: { step: string }) => step === 'source-acknowledged').length, 1)
})

test('PagerDuty: refusals are texts in a list', async () => {
  const { token } = await createSender()
  const refused = await enqueue('vakt_ing_x', { event_action: 'trigger' })
  assert.deepEqual([refused.status, JSON.parse(refused.text).errors], [401, ['This needs an ingest token.']])
  const notAnEvent = await post(token, { path: '/ingest/v1/pagerduty', body: '[]' })
  assert.deepEqual([notAnEvent.status, JSON.parse(notAnEvent.text).status], [400, 'invalid event'])
  const large = await enqueue(token, { event_action: 'trigger', payload: { summary: 'x'.repeat(600 * 1024) } })
  assert.equal(large.status, 413)
})

test('the same key of two senders is two alerts', async () => {
  const sender = await createSender()
  const other = await createIngestToken(vakt.database, sender.customerId)
  for (const token of [sender.token, other])
    await enqueue(token, { event_action: 'trigger', dedup_key: 'disk', payload: { summary: 'Disk', source: 'web-01' } })
  await enqueue(other, { event_action: 'resolve', dedup_key: 'disk' })
  await vakt.work()
  assert.deepEqual((await listAlerts(sender)).map(({ state }) => state).toSorted(), ['firing', 'resolved'])
})

test('Datadog may encode its payload as a form', async () => {
  const sender = await createSender()
  const fields = readFixture('datadog-triggered') as Record<string, string>
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const asJson = new URLSearchParams({ payload: JSON.stringify({ ...fields, cycle: '2' }) }).toString()
  for (const body of [new URLSearchParams(fields).toString(), asJson])
    assert.equal((await post(sender.token, { path: '/ingest/v1/datadog', headers, body })).status, 202)
  await vakt.work()
  assert.equal((await listAlerts(sender)).length, 2)
  // Another format is held to JSON, whatever its header says.
  assert.equal((await post(sender.token, { path: '/ingest/v1/grafana', headers, body: 'a=b' })).status, 400)
})
