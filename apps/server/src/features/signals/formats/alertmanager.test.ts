import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { readAlertmanager } from './alertmanager.ts'
import { eventsOf, onlyEventOf, readFixture } from './fixtures/read-fixture.ts'

const machine =
  '/subscriptions/3f1c2b7e-6d0a-4c1f-9b52-71a0c2d4e801/resourcegroups/rg-webshop-prod/providers/microsoft.compute/virtualmachines/vm-web-02'

function readOne(alert: object, group: object = {}): AlertEvent {
  return onlyEventOf(readAlertmanager({ version: '4', status: 'firing', alerts: [alert], ...group }))
}

function readLabelled(labels: object) {
  return readOne({ status: 'firing', labels: { alertname: 'Test', ...labels } })
}

test('reads every alert of a group with its own state, whatever the state of the group', () => {
  const [first, second, third] = eventsOf(readAlertmanager(readFixture('alertmanager-group')))
  assert.deepEqual(first, {
    source: 'alertmanager',
    fingerprint: 'b3f2c1a0d4e5f607',
    state: 'firing',
    startedAt: new Date('2026-11-20T08:12:31.114Z'),
    endedAt: null,
    name: 'NodeFilesystemAlmostFull',
    rule: 'NodeFilesystemAlmostFull',
    description: '/var on vm-web-01:9100 is almost full\n\nLess than 5 % is left.',
    severity: 'medium',
    metricName: null,
    targets: [{ kind: 'host', value: 'vm-web-01' }],
    targetName: 'vm-web-01',
    labels: {
      alertname: 'NodeFilesystemAlmostFull',
      device: '/dev/sda1',
      instance: 'vm-web-01:9100',
      job: 'node',
      mountpoint: '/var',
      runbook_url: 'https://wiki.nordan.example/disk',
      severity: 'warning',
    },
    sourceUrl: 'http://prometheus.nordan.example:9090/graph?g0.expr=node_filesystem_avail_bytes&g0.tab=1',
  } satisfies AlertEvent)
  assert.equal(second?.state, 'resolved')
  assert.deepEqual(second?.endedAt, new Date('2026-11-20T09:00:00.500Z'))
  assert.deepEqual(second?.targets, [{ kind: 'host', value: '2001:db8::10' }])
  assert.deepEqual(third?.targets, [
    { kind: 'resource-id', value: machine },
    { kind: 'host', value: 'vm-web-02' },
  ])
})

test('does not take what a cut group leaves out as resolved', () => {
  const events = eventsOf(readAlertmanager({ alerts: [{ status: 'firing', labels: { alertname: 'A' } }], truncatedAlerts: 9 }))
  assert.deepEqual(
    events.map((event) => event.state),
    ['firing'],
  )
})

test('lists a custom payload as unrecognised', () => {
  assert.equal(readAlertmanager(readFixture('alertmanager-custom-payload')).kind, 'unrecognised')
  assert.equal(readAlertmanager({ alerts: [] }).kind, 'unrecognised')
})

test('computes a missing fingerprint from the labels, in whatever order they come', () => {
  const resolved = onlyEventOf(readAlertmanager(readFixture('alertmanager-resolved-only')))
  assert.equal(resolved.state, 'resolved')
  assert.equal(resolved.fingerprint, 'f3854b5e8e8c77ba2ff110856b4dc2ec')
  const one = readOne({ labels: { alertname: 'A', instance: 'b' }, startsAt: '2026-11-20T08:00:00Z' })
  const other = readOne({ labels: { instance: 'b', alertname: 'A' }, status: 'resolved', startsAt: '2026-11-20T09:00:00Z' })
  assert.match(one.fingerprint, /^[0-9a-f]{32}$/)
  assert.equal(one.fingerprint, other.fingerprint)
  assert.notEqual(one.fingerprint, readOne({ labels: { alertname: 'A', instance: 'c' } }).fingerprint)
})

test('takes an alert without a status as firing, unless its whole group is resolved', () => {
  const alert = { labels: { alertname: 'A' }, endsAt: '2026-11-20T09:00:00Z' }
  assert.equal(readOne(alert).state, 'firing')
  assert.equal(readOne(alert).endedAt, null)
  assert.equal(readOne(alert, { status: 'resolved' }).state, 'resolved')
  assert.equal(readOne({ ...alert, status: 'firing' }, { status: 'resolved' }).state, 'firing')
})

test('takes a zero time as no time', () => {
  const event = readOne({
    labels: { alertname: 'A' },
    status: 'resolved',
    startsAt: '0001-01-01T00:00:00Z',
    endsAt: '0001-01-01T00:00:00Z',
  })
  assert.equal(event.startedAt, null)
  assert.equal(event.endedAt, null)
})

test('understands times with an offset, with nanoseconds and without a zone', () => {
  const startOf = (startsAt: unknown) => readOne({ labels: {}, startsAt }).startedAt?.toISOString() ?? null
  assert.equal(startOf('2026-11-20T10:00:00+02:00'), '2026-11-20T08:00:00.000Z')
  assert.equal(startOf('2026-11-20T08:00:00.123456789Z'), '2026-11-20T08:00:00.123Z')
  assert.equal(startOf('2026-11-20T08:00:00'), '2026-11-20T08:00:00.000Z')
  for (const odd of ['5', 'yesterday', '', 1_700_000_000, null, {}, '2026-13-45T08:00:00Z']) assert.equal(startOf(odd), null)
})

const severityCases = {
  critical: ['critical', 'CRITICAL', 'page', 'P1', 'emergency', 'fatal', 1],
  high: ['high', 'error', 'major', 'p2', 2],
  medium: ['medium', 'warning', 'Warn', 'moderate', 'p3', 'sideways', '', null],
  low: ['low', 'info', 'none', 'minor', 'p4', 'P5', 4],
}
for (const [severity, words] of Object.entries(severityCases)) {
  test(`reads ${words.map(String).join(', ')} as ${severity}`, () => {
    for (const word of words) assert.equal(readLabelled({ severity: word }).severity, severity)
  })
}

test('finds the host in an instance of any form', () => {
  const hostOf = (instance: unknown) => readLabelled({ instance }).targets[0]?.value ?? null
  assert.equal(hostOf('VM-Web-01:9100'), 'vm-web-01')
  assert.equal(hostOf('vm-web-01.nordan.example.'), 'vm-web-01.nordan.example')
  assert.equal(hostOf('10.0.0.4:9182'), '10.0.0.4')
  assert.equal(hostOf('[2001:db8::10]:9100'), '2001:db8::10')
  assert.equal(hostOf('2001:DB8::10'), '2001:db8::10')
  assert.equal(hostOf('https://user:pass@shop.nordan.example:8443/health?x=1'), 'shop.nordan.example')
  for (const nothing of ['localhost:9090', '127.0.0.1:9090', '[::1]:9100', ':9100', 'a b', '', null]) assert.equal(hostOf(nothing), null)
})

test('names targets in the order of their certainty, each once', () => {
  const arn = 'arn:aws:ec2:eu-north-1:123456789012:instance/i-0abc'
  const event = readLabelled({
    vm: 'vm-web-02',
    hostname: 'Web',
    instance: 'vm-web-02:9100',
    vakt_entity: 'Webshop front',
    scope: machine.toUpperCase().replace('/SUBSCRIPTIONS', '/subscriptions'),
    arn,
    resource_id: `${machine}/`,
  })
  assert.deepEqual(event.targets, [
    { kind: 'resource-id', value: machine },
    { kind: 'resource-id', value: arn },
    { kind: 'vakt-entity', value: 'Webshop front' },
    { kind: 'host', value: 'vm-web-02' },
    { kind: 'host', value: 'web' },
  ])
})

test('keeps only web addresses as the page of the source', () => {
  for (const odd of ['javascript:alert(1)', 'ftp://x/y', '/graph', 'http://', 7]) {
    assert.equal(readOne({ labels: { alertname: 'A' }, generatorURL: odd }).sourceUrl, null)
  }
})
