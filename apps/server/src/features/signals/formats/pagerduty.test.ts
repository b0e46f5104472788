import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyEventOf, readFixture } from './fixtures/read-fixture.ts'
import { readPagerDuty } from './pagerduty.ts'

test('a trigger has its details as labels, the runbook among its links, and the source as its host', () => {
  const event = onlyEventOf(readPagerDuty(readFixture('pagerduty-trigger')))
  assert.deepEqual(
    [event.fingerprint, event.state, event.severity, event.name, event.rule, event.startedAt],
    ['disk-web-01', 'firing', 'critical', 'Disk 97 % on web-01', 'disk usage', new Date('2026-11-22T10:00:00Z')],
  )
  assert.deepEqual(event.targets, [{ kind: 'host', value: 'web-01' }])
  assert.equal(event.labels.runbook_url, 'https://wiki.nordan.example/disk')
  assert.deepEqual([event.labels.value, event.labels.threshold], ['97.1', '90'])
  assert.equal(event.sourceUrl, 'https://sensu.nordan.example/web-01')
})

test('a resolve needs no payload and has the identity of its trigger', () => {
  const event = onlyEventOf(readPagerDuty(readFixture('pagerduty-resolve')))
  assert.deepEqual([event.fingerprint, event.state, event.endedAt], ['disk-web-01', 'resolved', null])
})

test('what PagerDuty would refuse is taken: no source, an unknown severity; an acknowledgement and a change fire nothing', () => {
  const lenient = onlyEventOf(readPagerDuty({ event_action: 'trigger', dedup_key: 'k', payload: { summary: 'Odd', severity: 'on fire' } }))
  assert.deepEqual([lenient.severity, lenient.targets], ['high', []])
  const acknowledged = readPagerDuty(readFixture('pagerduty-acknowledge'))
  assert.deepEqual(acknowledged.kind === 'no-alerts' && acknowledged.notes, [
    { source: 'pagerduty', fingerprint: 'disk-web-01', step: 'source-acknowledged' },
  ])
  for (const name of ['pagerduty-acknowledge', 'pagerduty-change']) assert.equal(readPagerDuty(readFixture(name)).kind, 'no-alerts')
  for (const body of [{ event_action: 'snooze', dedup_key: 'k' }, { dedup_key: 'k' }])
    assert.equal(readPagerDuty(body).kind, 'unrecognised')
})

test('the group of an Alertmanager is one alert with an identity that fits', () => {
  const event = onlyEventOf(readPagerDuty(readFixture('pagerduty-alertmanager')))
  assert.equal(event.fingerprint.length, 64)
  assert.deepEqual([event.severity, event.labels.num_firing], ['high', '1'])
})
