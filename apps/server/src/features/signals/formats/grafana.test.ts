import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf, onlyEventOf, readFixture } from './fixtures/read-fixture.ts'
import { readGrafana } from './grafana.ts'

test('an alert has its measured value, its pages and no label of Grafana’s own; times keep their offset', () => {
  const [firing, resolved] = eventsOf(readGrafana(readFixture('grafana-group')))
  assert.deepEqual(
    [firing?.source, firing?.fingerprint, firing?.severity, firing?.state, firing?.startedAt],
    ['grafana', 'c6eadffa33fcdf37', 'critical', 'firing', new Date('2026-11-22T10:00:00Z')],
  )
  assert.deepEqual(firing?.labels, {
    value: '97.1',
    alertname: 'Disk',
    grafana_folder: 'Prod',
    host: 'web-01',
    severity: 'critical',
    dashboard_url: 'https://grafana.nordan.example/d/node?viewPanel=4',
    runbook_url: 'https://wiki.nordan.example/disk',
  })
  assert.deepEqual(firing?.targets, [{ kind: 'host', value: 'web-01' }])
  assert.deepEqual([resolved?.state, resolved?.endedAt], ['resolved', new Date('2026-11-22T09:30:00Z')])
})

test('a rule without data is named, and belongs to the incident of its rule', () => {
  const event = onlyEventOf(readGrafana(readFixture('grafana-no-data')))
  assert.deepEqual([event.name, event.rule], ['Disk (DatasourceNoData)', 'Disk'])
})

test('a custom payload template is set aside, not lost', () => {
  assert.equal(readGrafana({ text: 'Disk is full' }).kind, 'unrecognised')
})
