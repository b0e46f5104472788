import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import { assertWellFormed } from './fixtures/assert-well-formed.ts'
import { eventsOf, onlyEventOf } from './fixtures/read-fixture.ts'
import { readGeneric } from './generic.ts'

const mapping: SignalMapping = {
  each: 'alerts',
  key: ['id', '$.site'],
  state: { path: 'status', resolved: ['ok', 'Closed'], ignored: ['ack'] },
  severity: { path: 'labels.level', map: [{ from: 'Bad', to: 'critical' }], default: 'low' },
  title: '{check} on {labels.host}',
  description: 'text',
  targets: ['labels.host'],
  time: 'at',
  link: 'url',
  runbook: 'help',
  value: 'now',
  threshold: 'limit',
  expression: null,
}
const item = {
  id: 7,
  status: 'bad',
  check: 'Disk',
  labels: { host: 'web-01', level: 'bad' },
  text: 'Full',
  at: 1795341600,
  url: 'https://x.example/7',
  help: 'https://wiki.example/disk',
  now: 97,
  limit: 90,
}
const read = (change: object = {}, by: Partial<SignalMapping> = {}) =>
  readGeneric({ site: 'north', alerts: [{ ...item, ...change }] }, { ...mapping, ...by })

test('each item becomes an alert by the paths of the mapping', () => {
  const event = onlyEventOf(read())
  assert.deepEqual(
    [event.fingerprint, event.state, event.severity, event.name, event.description, event.sourceUrl, event.startedAt],
    ['7:north', 'firing', 'critical', 'Disk on web-01', 'Full', 'https://x.example/7', new Date(1795341600000)],
  )
  assert.ok(event.targets.some(({ kind, value }) => kind === 'host' && value === 'web-01'))
  const { value, threshold, runbook_url } = event.labels
  assert.deepEqual([value, threshold, runbook_url], ['97', '90', 'https://wiki.example/disk'])
})

test('words of the state resolve or are ignored, whatever their case; a missing state fires nothing', () => {
  const ended = onlyEventOf(read({ status: 'OK', at: '2026-11-22T10:30:00Z' }))
  assert.deepEqual([ended.state, ended.endedAt, ended.startedAt], ['resolved', new Date('2026-11-22T10:30:00Z'), null])
  assert.equal(read({ status: 'ack' }).kind, 'no-alerts')
  assert.equal(read({ status: undefined }).kind, 'unrecognised')
  assert.equal(onlyEventOf(read({ status: undefined }, { state: { path: null, resolved: [], ignored: [] } })).neverEnds, true)
})

test('times are ISO 8601, seconds or milliseconds, as numbers or as text', () => {
  for (const at of [1795341600, 1795341600000, '1795341600', '1795341600000', '2026-11-22T10:00:00Z', '2026-11-22T11:00:00+01:00'])
    assert.deepEqual(onlyEventOf(read({ at })).startedAt, new Date(1795341600000), String(at))
  assert.equal(onlyEventOf(read({ at: 'yesterday' })).startedAt, null)
})

test('without a mapping, a list, or a key the body is set aside with the reason', () => {
  assert.equal(readGeneric({}, null).kind, 'unrecognised')
  assert.deepEqual(readGeneric({ alerts: {} }, mapping), { kind: 'unrecognised', reason: 'There is no list at alerts' })
  const odd = read({ id: {} }, { key: ['id'] })
  assert.match(odd.kind === 'unrecognised' ? odd.reason : '', /no value at id/)
})

test('one item without a key does not lose the others', () => {
  const events = eventsOf(readGeneric({ alerts: [item, null, 7, { ...item, id: 8 }] }, { ...mapping, key: ['id'] }))
  assert.deepEqual(
    events.map(({ fingerprint }) => fingerprint),
    ['7', '8'],
  )
})

test('hostile bodies and mappings are read in good time', () => {
  const start = performance.now()
  const long = 'x'.repeat(200_000)
  assertWellFormed(read({ check: long, labels: { host: long, level: long }, text: `\0${long}` }))
  const alerts = Array.from({ length: 10_000 }, (_, index) => ({ ...item, id: index }))
  assert.equal(eventsOf(readGeneric({ alerts }, mapping)).length, 10_000)
  assertWellFormed(read({}, { title: '{'.repeat(500) }))
  assertWellFormed(read({}, { title: '{check}'.repeat(70), key: ['constructor', 'id', '__proto__'] }))
  assert.ok(performance.now() - start < 3000)
})
