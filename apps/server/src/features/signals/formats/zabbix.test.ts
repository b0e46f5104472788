import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyEventOf, readFixture } from './fixtures/read-fixture.ts'
import { readZabbix } from './zabbix.ts'

test('a problem has its host, its value and its runbook; the time of the server becomes UTC', () => {
  const event = onlyEventOf(readZabbix(readFixture('zabbix-problem')))
  assert.deepEqual(
    [event.fingerprint, event.state, event.severity, event.metricName, event.startedAt],
    ['7154', 'firing', 'high', 'system.cpu.util', new Date('2026-11-22T10:00:00Z')],
  )
  assert.deepEqual(
    event.targets.map(({ value }) => value),
    ['web-01', 'web-01.nordan.example', '10.0.0.4'],
  )
  assert.deepEqual(event.labels, {
    value: '97.3 %',
    host: 'web-01',
    trigger_id: '22391',
    runbook_url: 'https://wiki.nordan.example/cpu',
    scope: 'performance',
    component: 'cpu',
  })
  assert.equal(event.description, 'Current utilization: 97.3 %\n\nCPU utilization is too high. The system might be slow to respond.')
  assert.equal(event.sourceUrl, 'https://zabbix.nordan.example/tr_events.php?triggerid=22391&eventid=7154')
})

test('the recovery and a cancelled escalation end the problem; an update goes on with its new severity', () => {
  const ended = onlyEventOf(readZabbix(readFixture('zabbix-recovery')))
  assert.deepEqual([ended.fingerprint, ended.state, ended.endedAt], ['7154', 'resolved', new Date('2026-11-22T10:30:00Z')])
  const cancelled = onlyEventOf(readZabbix(readFixture('zabbix-cancelled')))
  assert.deepEqual([cancelled.fingerprint, cancelled.state, cancelled.startedAt], ['7154', 'resolved', new Date(1795341600000)])
  const update = onlyEventOf(readZabbix(readFixture('zabbix-update')))
  assert.deepEqual([update.state, update.severity, update.startedAt], ['firing', 'critical', new Date('2026-11-22T10:00:00Z')])
})

test('a time in another zone is never later than when it was sent', () => {
  const body = readFixture('zabbix-problem') as object
  assert.deepEqual(onlyEventOf(readZabbix({ ...body, utc_offset: '0' })).startedAt, new Date(1795341602000))
  assert.equal(onlyEventOf(readZabbix({ ...body, sent_at: 'x' })).startedAt, null)
})

test('discovery fires nothing; without an event id or a value the body is set aside', () => {
  const body = readFixture('zabbix-problem') as object
  assert.equal(readZabbix({ ...body, event_source: '1' }).kind, 'no-alerts')
  for (const odd of [{ event_id: '{EVENT.ID}' }, { event_value: '*UNKNOWN*' }])
    assert.equal(readZabbix({ ...body, ...odd }).kind, 'unrecognised')
})
