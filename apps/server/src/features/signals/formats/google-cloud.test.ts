import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyEventOf, readFixture } from './fixtures/read-fixture.ts'
import { readGoogleCloud } from './google-cloud.ts'

test('an incident has its value, threshold, resource and playbook; closed it has the same identity and an end', () => {
  const open = onlyEventOf(readGoogleCloud(readFixture('google-cloud-open')))
  assert.deepEqual(
    [open.fingerprint, open.state, open.severity, open.name, open.rule, open.startedAt, open.endedAt],
    ['0.mq3wsy8r3b1r', 'firing', 'high', 'VM Instance - CPU utilization', 'CPU is high', new Date(1795341600000), null],
  )
  const { value, operator, threshold, runbook_url } = open.labels
  assert.deepEqual([value, operator, threshold, runbook_url], ['0.973', '>', '0.9', 'https://wiki.nordan.example/cpu'])
  assert.ok(open.targets.some(({ kind, value }) => kind === 'host' && value === 'web-01'))
  const closed = onlyEventOf(readGoogleCloud(readFixture('google-cloud-closed')))
  assert.deepEqual([closed.fingerprint, closed.state, closed.endedAt], [open.fingerprint, 'resolved', new Date(1795343400000)])
})

test('a push of Pub/Sub holds the same incident', () => {
  assert.deepEqual(readGoogleCloud(readFixture('google-cloud-push')), readGoogleCloud(readFixture('google-cloud-open')))
  for (const data of ['bm90IGpzb24=', 7, 'bnVsbA==']) assert.equal(readGoogleCloud({ message: { data } }).kind, 'unrecognised')
})

test('the test button fires; its zero times are none', () => {
  const event = onlyEventOf(readGoogleCloud(readFixture('google-cloud-test')))
  assert.deepEqual([event.state, event.startedAt, event.description], ['firing', null, 'Test Incident\n\nTest documentation'])
  assert.equal(event.neverEnds, true)
  assert.equal(onlyEventOf(readGoogleCloud(readFixture('google-cloud-open'))).neverEnds, undefined)
})

test('an incident without a state does not fire', () => {
  assert.equal(readGoogleCloud({ incident: { incident_id: '1' } }).kind, 'unrecognised')
})
