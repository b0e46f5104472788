import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDatadog } from './datadog.ts'
import { onlyEventOf, readFixture } from './fixtures/read-fixture.ts'

test('a monitor that triggers has its limit, its tags and its host; its recovery has the same identity', () => {
  const fired = onlyEventOf(readDatadog(readFixture('datadog-triggered')))
  assert.deepEqual(
    [fired.name, fired.rule, fired.severity, fired.metricName, fired.startedAt],
    ['CPU is high on web-01', 'CPU is high on web-01', 'high', 'system.cpu.user', new Date(1795341600000)],
  )
  assert.deepEqual(fired.labels, {
    operator: '>',
    threshold: '90',
    host: 'web-01',
    env: 'prod',
    monitor: 'true',
    url: 'https://x.example:8443',
    scope: 'host:web-01',
  })
  assert.deepEqual(fired.targets, [{ kind: 'host', value: 'web-01' }])
  const ended = onlyEventOf(readDatadog(readFixture('datadog-recovered')))
  assert.deepEqual([ended.fingerprint, ended.state, ended.endedAt], [fired.fingerprint, 'resolved', new Date(1795343400000)])
})

test('no data fires, and says so', () => {
  const event = onlyEventOf(readDatadog(readFixture('datadog-no-data')))
  assert.deepEqual([event.state, event.name, event.severity], ['firing', 'CPU is high on web-03 (no data)', 'medium'])
})

test('variables that a log monitor does not fill are no values', () => {
  const event = onlyEventOf(readDatadog(readFixture('datadog-log-monitor')))
  assert.deepEqual([event.severity, event.metricName, event.targets, event.targetName], ['medium', null, [], null])
  assert.match(event.fingerprint, /^[0-9a-f]{32}$/)
})

test('without a transition it is read from the title, else the body is set aside', () => {
  const body = readFixture('datadog-triggered') as object
  assert.equal(onlyEventOf(readDatadog({ ...body, transition: '$ALERT_TRANSITION' })).state, 'firing')
  assert.equal(readDatadog({ ...body, transition: '$ALERT_TRANSITION', title: 'A deploy' }).kind, 'unrecognised')
  assert.equal(readDatadog({ ...body, transition: 'constructor' }).kind, 'unrecognised')
})

test('a test of a monitor never ends, and is not the alert of that monitor', () => {
  const sent = readFixture('datadog-triggered') as { title: string }
  const real = onlyEventOf(readDatadog(sent))
  assert.equal(real.neverEnds, undefined)
  for (const title of ['[TEST] [P2] [Triggered on {host:web-01}] CPU', '[P2] [TEST] [Triggered on {host:web-01}] CPU', '[Test] CPU']) {
    const event = onlyEventOf(readDatadog({ ...sent, title }))
    assert.deepEqual([event.neverEnds, event.name, event.state], [true, 'CPU', 'firing'], title)
    assert.notEqual(event.fingerprint, real.fingerprint)
    if (title.includes('Triggered')) assert.equal(onlyEventOf(readDatadog({ ...sent, title, transition: undefined })).state, 'firing')
  }
})
