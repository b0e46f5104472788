import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { alert, createSender, errorsOf, notification, post, readSignals, type Sent, vakt } from '#server/testing/ingest-sender.ts'
import { listFixtures, readFixture } from './formats/fixtures/read-fixture.ts'

test('a body that is not JSON is refused, and its beginning kept and listed as unreadable', async () => {
  const { customerId, token } = await createSender()
  const long = `<html>${'å'.repeat(100_000)}`
  for (const body of ['', ' ', '{"alerts": [', 'status=firing', '\0\0', long, Buffer.from([0xff, 0xfe, 0x7b])]) {
    const answer = await post(token, { body })
    assert.equal(answer.status, 400)
    assert.equal(errorsOf(answer)[0]?.message_translation_key, 'error.not_json')
  }
  const signals = await readSignals(customerId)
  assert.deepEqual(
    signals.map(({ state }) => state),
    Array(7).fill('unreadable'),
  )
  assert.deepEqual(signals[5]?.body, Buffer.from(long).subarray(0, 64 * 1024))
  await vakt.work()
  assert.deepEqual(
    (await readSignals(customerId)).map(({ state }) => state),
    Array(7).fill('unreadable'),
  )
})

test('JSON of another shape is taken in and listed as not recognised', async () => {
  const { customerId, token } = await createSender()
  const odd = [
    'null',
    '[]',
    '"text"',
    '0',
    'true',
    '{}',
    '{"alerts": null}',
    '{"alerts": {}}',
    '{"alerts": [null, 1, "x", []]}',
    `${'['.repeat(200)}${']'.repeat(200)}`,
  ]
  for (const format of ['alertmanager', 'azure-monitor'])
    for (const body of odd) assert.equal((await post(token, { path: `/ingest/v1/${format}`, body })).status, 202, body.slice(0, 50))
  await vakt.work()
  assert.deepEqual([...new Set((await readSignals(customerId)).map(({ state }) => state))], ['unrecognised'])
})

test('a body that is nested too deep or holds too many values is refused, and its beginning kept', async () => {
  const { customerId, token } = await createSender()
  const deep = Buffer.alloc(19 * 1024 * 1024, '[')
  const wide = Buffer.from(`[${'[],'.repeat(2_000_000)}[]]`)
  const sent: [Sent, string][] = [
    [{ body: deep }, 'error.json_too_deep'],
    [{ body: gzipSync(deep), headers: { 'content-encoding': 'gzip' } }, 'error.json_too_deep'],
    [{ body: `${'['.repeat(201)}${']'.repeat(201)}` }, 'error.json_too_deep'],
    [{ body: wide }, 'error.json_too_many_values'],
  ]
  for (const [one, key] of sent) {
    const answer = await post(token, one)
    assert.deepEqual([answer.status, errorsOf(answer)[0]?.message_translation_key], [400, key])
  }
  const signals = await readSignals(customerId)
  assert.deepEqual(
    signals.map(({ state, note, body }) => [state, note?.slice(0, 25), body.length]),
    [
      ['unreadable', 'The body is nested deeper', 64 * 1024],
      ['unreadable', 'The body is nested deeper', 64 * 1024],
      ['unreadable', 'The body is nested deeper', 402],
      ['unreadable', 'The body holds more than ', 64 * 1024],
    ],
  )
})

test('null, numbers and lists where text is expected, and characters that cannot be stored, lose no alert', async () => {
  const { customerId, token, user } = await createSender()
  const nothing = {
    status: 'firing',
    labels: { alertname: null, severity: null },
    annotations: null,
    startsAt: null,
    endsAt: null,
    generatorURL: null,
    fingerprint: null,
  }
  const odd = {
    status: 7,
    labels: { alertname: ['x'], severity: {}, n: 1 },
    annotations: [1],
    startsAt: 1e300,
    endsAt: 'yesterday',
    generatorURL: 'javascript:alert(1)',
    fingerprint: 9,
  }
  const unstorable = {
    ...alert(1),
    labels: { alertname: 'nul \0 and \ud800 half', 'k\0': 'v\0' },
    annotations: { summary: '\0' },
    fingerprint: 'f\0\udc00',
  }
  const far = { ...alert(2), startsAt: '9999-12-31T23:59:59Z' }
  const before = { ...alert(3), startsAt: '-271821-04-20T00:00:00Z' }
  const proto = JSON.parse(
    '{"__proto__": {"status": "x"}, "status": "firing", "labels": {"__proto__": "x", "constructor": "y", "alertname": "proto"}, "fingerprint": "p"}',
  )
  for (const one of [nothing, odd, unstorable, far, before, proto])
    assert.equal((await post(token, { body: JSON.stringify(notification(one)) })).status, 202)
  await vakt.work()
  assert.deepEqual(
    (await readSignals(customerId)).map(({ state, note }) => [state, note]),
    Array(6).fill(['done', null]),
  )
  const list = await vakt.call(user, 'GET', `/customer/${customerId}/alert`)
  assert.equal(list.json().result.length, 6)
})

test('every recorded body is taken in, and none fails in the worker', async () => {
  const { customerId, token } = await createSender()
  const fixtures = listFixtures()
  assert.ok(fixtures.length > 20)
  for (const name of fixtures) {
    const path = `/ingest/v1/${name.startsWith('azure') ? 'azure-monitor' : 'alertmanager'}`
    assert.equal((await post(token, { path, body: JSON.stringify(readFixture(name)) })).status, 202, name)
  }
  await vakt.work()
  const states = (await readSignals(customerId)).map(({ state }) => state)
  assert.equal(states.length, fixtures.length)
  assert.deepEqual(
    [...new Set(states)].filter((state) => state !== 'done' && state !== 'unrecognised'),
    [],
  )
})

test('an alert whose target nobody knows still opens an incident and a ticket', async () => {
  const { customerId, token, user } = await createSender()
  assert.equal((await post(token, { body: JSON.stringify(notification(alert(1, 'nobody-knows.example'))) })).status, 202)
  await vakt.work()
  const overview = (await vakt.call(user, 'GET', `/customer/${customerId}/incident/overview`)).json().result
  assert.equal(overview.unmatched.high, 1)
  const [found] = (await vakt.call(user, 'GET', `/customer/${customerId}/alert`)).json().result
  assert.deepEqual([found.entity, found.targetName, typeof found.ticketId], [null, 'nobody-knows.example', 'string'])
})

test('a format that there is not, and methods that there are not, are not found', async () => {
  const { token } = await createSender()
  for (const format of ['nagios', '__proto__', 'constructor', 'toString', 'Alertmanager', '%00']) {
    assert.equal((await post(token, { path: `/ingest/v1/${format}` })).status, 404, format)
  }
  for (const method of ['GET', 'DELETE', 'PATCH'])
    assert.equal((await post(token, { method, headers: { 'content-length': '2' } })).status, 404, method)
  assert.equal((await post(token, { path: '/ingest/v1/' })).status, 404)
})
