import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { readAzureMonitor } from './azure-monitor.ts'
import { eventsOf, onlyEventOf, readFixture } from './fixtures/read-fixture.ts'

const subscription = '/subscriptions/3f1c2b7e-6d0a-4c1f-9b52-71a0c2d4e801'
const group = `${subscription}/resourcegroups/rg-webshop-prod`
const machine = `${group}/providers/microsoft.compute/virtualmachines/vm-web-01`
const workspace = `${subscription}/resourcegroups/rg-monitor/providers/microsoft.operationalinsights/workspaces/log-nordan`
const machineTargets = [resource(machine), host('vm-web-01')]

function resource(value: string) {
  return { kind: 'resource-id' as const, value }
}

function host(value: string) {
  return { kind: 'host' as const, value }
}

function readOne(name: string): AlertEvent {
  return onlyEventOf(readAzureMonitor(readFixture(name)))
}

function readEssentials(essentials: object, alertContext: unknown = null, more: object = {}): AlertEvent[] {
  return eventsOf(readAzureMonitor({ schemaId: 'azureMonitorCommonAlertSchema', data: { essentials, alertContext, ...more } }))
}

test('reads a metric alert', () => {
  assert.deepEqual(readOne('azure-metric-static-fired'), {
    source: 'azure-monitor',
    sourceKey: '3ba72d5f8b113b998fcdcea119dbe4a1',
    fingerprint: '148c4b36e9d232d6cfff9b06e0420952',
    state: 'firing',
    startedAt: new Date('2026-11-20T13:58:24.371Z'),
    endedAt: null,
    name: 'CPU hög webshop',
    rule: 'CPU hög webshop',
    description: 'CPU över 90 % i fem minuter\n\nPercentage CPU Average GreaterThan 90 (value 96.4)',
    severity: 'high',
    metricName: 'Percentage CPU',
    targets: machineTargets,
    targetName: 'vm-web-01',
    labels: {
      metricName: 'Percentage CPU',
      metricNamespace: 'Microsoft.Compute/virtualMachines',
      operator: 'GreaterThan',
      threshold: '90',
      timeAggregation: 'Average',
      metricValue: '96.4',
      ResourceId: 'b1f0a2c4-91d3-4a7e-8b55-0c6e2f4d9a10',
      monitoringService: 'Platform',
      signalType: 'Metric',
      severity: 'Sev1',
      team: 'Webshop',
      runbook: 'https://wiki.nordan.example/cpu',
    },
    sourceUrl: null,
  } satisfies AlertEvent)
})

const pairs = [
  ['azure-metric-static-fired', 'azure-metric-static-resolved', '2026-11-20T13:58:24.371Z', '2026-11-20T14:13:16.224Z'],
  ['azure-service-health-active', 'azure-service-health-resolved', '2026-11-20T11:31:00.000Z', '2026-11-20T13:05:00.000Z'],
  ['azure-resource-health-unavailable', 'azure-resource-health-available', '2026-11-20T15:42:54.074Z', '2026-11-20T16:02:54.074Z'],
  ['azure-classic-metric-activated', 'azure-classic-metric-deactivated', '2026-11-20T10:44:10.171Z', '2026-11-20T10:54:10.171Z'],
] as const
for (const [fired, resolved, from, to] of pairs) {
  test(`knows ${resolved} as the end of ${fired}`, () => {
    const [beginning, end] = [readOne(fired), readOne(resolved)]
    assert.equal(beginning.fingerprint, end.fingerprint)
    assert.deepEqual([beginning.state, end.state], ['firing', 'resolved'])
    assert.equal(beginning.startedAt?.toISOString(), from)
    assert.equal(beginning.endedAt, null)
    assert.equal(end.endedAt?.toISOString(), to)
    assert.ok(end.startedAt === null || end.startedAt.toISOString() === from)
  })
}

type Expected = Partial<AlertEvent>
const single: Record<string, Expected> = {
  'azure-metric-dynamic': {
    severity: 'low',
    metricName: 'Egress',
    targets: [resource(`${group}/providers/microsoft.storage/storageaccounts/stnordanimages`)],
  },
  'azure-web-test': {
    severity: 'critical',
    metricName: 'Failed Location',
    targets: [
      resource(`${group}/providers/microsoft.insights/webtests/startpage-appi-webshop`),
      resource(`${group}/providers/microsoft.insights/components/appi-webshop`),
    ],
  },
  'azure-log-v2': {
    severity: 'high',
    rule: 'No heartbeat',
    targets: [host('vm-db-01.nordan.example'), resource(workspace)],
    targetName: 'vm-db-01.nordan.example',
  },
  'azure-log-v1': {
    severity: 'medium',
    targets: [host('vm-app-01'), resource(workspace)],
    sourceUrl: 'https://portal.azure.com/#Analyticsblade/search/index?q=Event-filtered',
  },
  'azure-activity-administrative': {
    severity: 'low',
    name: 'Machine restarted',
    description: 'Microsoft.Compute/virtualMachines/restart/action: Succeeded',
    targets: machineTargets,
  },
  'azure-activity-policy': { name: 'Policy audit', targets: [resource(`${group}/providers/microsoft.sql/servers/sql-nordan`)] },
  'azure-activity-autoscale': { targets: [resource(`${group}/providers/microsoft.compute/virtualmachinescalesets/vmss-web`)] },
  'azure-activity-security': { targets: [host('vm-web-01'), resource(subscription)] },
  'azure-service-health-active': {
    name: 'Storage latency in Sweden Central',
    rule: 'Azure service health',
    description: '<p>We are <b>investigating</b> increased latency.</p>',
    targets: [resource(subscription)],
  },
  'azure-resource-health-unavailable': { description: 'The host of this machine failed', targets: machineTargets },
  'azure-prometheus-rule': {
    severity: 'medium',
    description: 'Pod cart-7d9f restarts\n\nMore than five restarts\n\nkube_pod_container_status_restarts_total > 5 (value 7)',
    targets: [resource(`${subscription}/resourcegroups/rg-aks-prod/providers/microsoft.containerservice/managedclusters/aks-nordan`)],
  },
  'azure-budget': { name: 'budget-webshop', rule: 'budget-webshop', severity: 'medium', targets: [resource(subscription)] },
  'azure-smart-detection': {
    description: 'A degradation in the dependency duration over the last 24 hours',
    targets: [resource(`${group}/providers/microsoft.insights/components/appi-webshop`)],
  },
  'azure-classic-metric-activated': { name: 'disk-queue', severity: 'medium', metricName: 'OS Disk Queue Depth', targets: machineTargets },
  'azure-oldest-metric': { name: 'requests', metricName: 'Requests', severity: 'medium' },
  'azure-classic-activity-log': { name: 'Microsoft.Compute/virtualMachines/delete', severity: 'high', targets: machineTargets },
  'azure-classic-log': { name: 'Failed sign-ins', severity: 'medium', targets: [resource(workspace)] },
  'azure-classic-budget': { name: 'budget-webshop', description: 'Spent 100 of 50', targets: [resource(subscription)] },
}
for (const [name, expected] of Object.entries(single)) {
  test(`reads ${name}`, () => {
    const event = readOne(name)
    const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, event[key as keyof AlertEvent]]))
    assert.deepEqual(actual, expected)
    assert.equal(event.state, 'firing')
  })
}

test('makes one event for each resource of an alert, each a condition of its own', () => {
  const events = eventsOf(readAzureMonitor(readFixture('azure-metric-multi-resource')))
  assert.deepEqual(
    events.map((event) => event.targets),
    [machineTargets, [resource(machine.replace('vm-web-01', 'vm-web-02')), host('vm-web-02')]],
  )
  assert.notEqual(events[0]?.fingerprint, events[1]?.fingerprint)
})

test('takes the same id in another case as the same resource', () => {
  const events = readEssentials({ alertRule: 'a', alertTargetIDs: [machine, `${machine.toUpperCase()}/`] })
  assert.equal(events.length, 1)
})

test('tells conditions apart by rule, target and dimension, and not by instance', () => {
  const essentials = { alertRule: 'a', alertTargetIDs: [machine], monitoringService: 'Platform' }
  const withDisk = (value: string) => ({ condition: { allOf: [{ metricName: 'Free', dimensions: [{ name: 'Disk', value }] }] } })
  const fingerprintOf = (changes: object, disk = 'C:') => readEssentials({ ...essentials, ...changes }, withDisk(disk))[0]?.fingerprint
  const usual = fingerprintOf({})
  assert.equal(fingerprintOf({ alertId: 'other', originAlertId: 'other', firedDateTime: '2026-11-20T13:58:24Z', severity: 'Sev0' }), usual)
  assert.equal(fingerprintOf({ alertRule: 'A' }), usual)
  assert.notEqual(fingerprintOf({}, 'D:'), usual)
  assert.notEqual(fingerprintOf({ alertRule: 'b' }), usual)
  assert.notEqual(fingerprintOf({ alertTargetIDs: [`${machine}2`] }), usual)
})

test('uses the configuration items as hosts where there is no target id', () => {
  const [event] = readEssentials({ alertRule: 'a', alertTargetIDs: null, configurationItems: ['VM-Web-01', 'not a host'] })
  assert.deepEqual(event?.targets, [host('vm-web-01')])
  assert.equal(event?.targetName, 'vm-web-01')
})

test('takes a target id that is a mere name as a host', () => {
  const [event] = readEssentials({ alertRule: 'a', alertTargetIDs: 'VM-Web-01' })
  assert.deepEqual(event?.targets, [host('vm-web-01')])
})

test('takes vakt_entity from the custom properties', () => {
  const [event] = readEssentials({ alertRule: 'a' }, {}, { customProperties: { vakt_entity: 'Webshop' } })
  assert.deepEqual(event?.targets, [{ kind: 'vakt-entity', value: 'Webshop' }])
})

for (const stage of ['Resolved', 'Complete', 'RCA', 'resolved']) {
  test(`takes service health of stage ${stage} as resolved though it says fired`, () => {
    const context = { properties: { trackingId: 'X', stage } }
    const [event] = readEssentials({ alertRule: 'a', monitoringService: 'ServiceHealth', monitorCondition: 'Fired' }, context)
    assert.equal(event?.state, 'resolved')
  })
}

test('takes planned maintenance as begun when it is told of, not in the future', () => {
  const context = { properties: { trackingId: 'X', stage: 'Planned', impactStartTime: '2026-12-24T00:00:00Z' } }
  const [event] = readEssentials({ monitoringService: 'ServiceHealth', alertRule: 'a', firedDateTime: '2026-11-20T10:00:00Z' }, context)
  assert.equal(event?.startedAt?.toISOString(), '2026-11-20T10:00:00.000Z')
})

test('knows a service health event as one, whichever rule tells of it', () => {
  const read = (alertRule: string) =>
    readEssentials({ monitoringService: 'ServiceHealth', alertRule, alertTargetIDs: [subscription] }, { properties: { trackingId: 'X' } })
  assert.equal(read('one')[0]?.fingerprint, read('other')[0]?.fingerprint)
})

const severities = {
  Sev0: 'critical',
  Sev1: 'high',
  Sev2: 'medium',
  Sev3: 'low',
  Sev4: 'low',
  sev0: 'critical',
  1: 'high',
  Error: 'high',
  null: 'medium',
}
for (const [given, severity] of Object.entries(severities)) {
  test(`reads severity ${given} as ${severity}`, () => {
    const [event] = readEssentials({ alertRule: 'a', severity: given === 'null' ? null : given })
    assert.equal(event?.severity, severity)
  })
}

test('lists what is no Azure alert as unrecognised', () => {
  const bodies = [
    {},
    { data: {} },
    { data: { essentials: {} } },
    { data: { context: {} } },
    { status: 'Activated', operation: 'Scale Out', context: {} },
  ]
  for (const body of bodies) assert.equal(readAzureMonitor(body).kind, 'unrecognised')
})

test('what *Test action group* sends never ends, in the common schema and in the older ones', () => {
  const subscription = '11111111-1111-1111-1111-111111111111'
  const asTest = (name: string): unknown =>
    JSON.parse(
      JSON.stringify(readFixture(name))
        .replaceAll(/\/subscriptions\/[^/"]+/gi, `/subscriptions/${subscription}`)
        .replaceAll(/("subscriptionId":)"[^"]*"/gi, `$1"${subscription}"`),
    )
  for (const name of [
    'azure-metric-static-fired',
    'azure-classic-metric-activated',
    'azure-classic-budget',
    'azure-resource-health-unavailable',
  ]) {
    const [real, sample] = [readFixture(name), asTest(name)].map((body) => eventsOf(readAzureMonitor(body)))
    assert.ok(sample?.length && sample.every(({ neverEnds }) => neverEnds), name)
    if (name.includes('metric'))
      assert.ok(
        real?.every(({ neverEnds }) => !neverEnds),
        name,
      )
  }
  assert.ok(eventsOf(readAzureMonitor(asTest('azure-metric-static-resolved'))).every(({ state }) => state === 'resolved'))
})
