import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Alert, AlertDetails } from '@vakt/contract/alerts/alerts.ts'
import type { Incident } from '@vakt/contract/incidents/incidents.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const minute = 60_000
const base = Date.now() - 120 * minute
const at = (minutes: number) => new Date(base + minutes * minute)
const never = '0001-01-01T00:00:00Z'

async function createSource() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const of = `/admin/customer/${customerId}/monitoring-source`
  const formats = ['alertmanager', 'grafana', 'azure-monitor']
  const { sourceId, secret } = (await vakt.call(staff, 'POST', of, { name: 'All', formats })).json().result
  const read = async <T>(what: string): Promise<T> => (await vakt.call(user, 'GET', `/customer/${customerId}/${what}`)).json().result
  return {
    customerId,
    path: `${of}/${sourceId}`,
    /** Has what waits count as received at these minutes, and worked through one after the other. */
    async receive(...sent: (readonly [format: string, body: unknown, minutes: number])[]) {
      for (const [format, body, minutes] of sent) {
        assert.equal((await vakt.send(format, secret, body)).statusCode, 202)
        await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
          transaction.query("update signal set received_at = $2 where customer_id = $1 and state = 'pending'", [customerId, at(minutes)]),
        )
        await vakt.work()
      }
    },
    alerts: () => read<Alert[]>('alert'),
    incidents: () => read<Incident[]>('incident'),
    trail: async (alertId = '') => (await read<AlertDetails>(`alert/${alertId}`)).trail.map(({ step }) => step),
    labels: async (alertId = '') => (await read<AlertDetails>(`alert/${alertId}`)).labels,
    notes: async () =>
      (await vakt.call(staff, 'GET', `${of}/${sourceId}/signal`)).json().result.signals.map(({ note }: { note: string | null }) => note),
    resolve: async (incidentId: string, note: string) => {
      const { version } = await read<{ version: number }>(`incident/${incidentId}`)
      return vakt.call(user, 'PUT', `/customer/${customerId}/incident/${incidentId}`, { state: 'resolved', note, version })
    },
  }
}

type Source = Awaited<ReturnType<typeof createSource>>

function alertmanager(status: 'firing' | 'resolved', startsAt: Date, endsAt?: Date, labels: object = {}) {
  const all = { alertname: 'DiskFull', instance: 'vm-web-02', severity: 'high', ...labels }
  const ends = endsAt?.toISOString() ?? never
  return {
    version: '4',
    status,
    alerts: [{ status, fingerprint: 'disk-1', labels: all, annotations: {}, startsAt: startsAt.toISOString(), endsAt: ends }],
  }
}

for (const format of ['alertmanager', 'grafana'] as const)
  test(`${format}: what fires again with its old start is a new episode with an incident; copies within two minutes open nothing and say so once`, async () => {
    const source = await createSource()
    const fires = alertmanager('firing', at(0))
    await source.receive([format, fires, 1], [format, alertmanager('resolved', at(0), at(10)), 11])
    await source.receive([format, fires, 11.2], [format, fires, 12], [format, fires, 12.9])
    const [over] = await source.alerts()
    assert.deepEqual([over?.state, over?.endedAt, over?.count], ['resolved', at(10).toISOString(), 5])
    assert.equal((await source.trail(over?.alertId)).filter((step) => step === 'stale-ignored').length, 1)
    assert.deepEqual(
      (await source.notes()).map((note: string | null) => note?.slice(0, 13) ?? null),
      ['All in it is ', 'All in it is ', 'All in it is ', null, null],
    )
    await source.receive([format, fires, 13.5], [format, fires, 14])
    const [again] = await source.alerts()
    assert.deepEqual([again?.state, again?.startedAt], ['firing', at(13.5).toISOString()])
    assert.deepEqual((await source.incidents()).map(({ state }) => state).toSorted(), ['open', 'resolved'])
    assert.ok((await source.trail(again?.alertId)).includes('reopened'))
  })

test('a flood of late copies and repeated ends leaves two lines in the trail', async () => {
  const source = await createSource()
  await source.receive(['alertmanager', alertmanager('firing', at(0)), 1])
  const before = (await source.trail((await source.alerts())[0]?.alertId)).length
  await source.receive(['alertmanager', alertmanager('resolved', at(0), at(10)), 11])
  const ended = (await source.trail((await source.alerts())[0]?.alertId)).length
  for (let copy = 0; copy < 6; copy += 1)
    await source.receive(
      ['alertmanager', alertmanager('firing', at(0)), 11 + copy / 10],
      ['alertmanager', alertmanager('resolved', at(0), at(10)), 11 + copy / 10],
    )
  const [alert] = await source.alerts()
  assert.ok(ended > before)
  assert.deepEqual([alert?.count, (await source.trail(alert?.alertId)).length], [14, ended + 2])
})

test('a start ahead of the clock opens an incident that begins at its reception, and a right end ends it', async () => {
  const source = await createSource()
  await source.receive(['alertmanager', alertmanager('firing', at(70)), 5])
  const [incident] = await source.incidents()
  assert.equal(incident?.openedAt, at(5).toISOString())
  await source.receive(['alertmanager', alertmanager('resolved', at(70), at(8)), 9])
  const [alert] = await source.alerts()
  assert.deepEqual([alert?.state, alert?.startedAt, alert?.endedAt], ['resolved', at(5).toISOString(), at(8).toISOString()])
})

function azure(condition: 'Fired' | 'Resolved', essentials: object, alertContext: unknown) {
  const common = {
    ...{ alertId: '/subscriptions/aa/providers/Microsoft.AlertsManagement/alerts/a1', alertRule: 'CPU', severity: 'Sev2' },
    ...{ signalType: 'Metric', monitoringService: 'Platform', firedDateTime: at(0).toISOString(), monitorCondition: condition },
    ...(condition === 'Resolved' ? { resolvedDateTime: at(10).toISOString() } : {}),
    ...essentials,
  }
  return { schemaId: 'azureMonitorCommonAlertSchema', data: { essentials: common, alertContext } }
}
const target = '/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm1'
const dimensions = [
  { name: 'disk', value: 'C' },
  { name: 'kind', value: 'a' },
]
const criteria = (named: object[]) => ({ condition: { allOf: [{ metricName: 'Free', dimensions: named }] } })

for (const [what, essentials, context] of [
  ['fewer dimensions', { alertTargetIDs: [target] }, criteria(dimensions.slice(0, 1))],
  ['no context', { alertTargetIDs: [target] }, null],
  ['neither target nor context', {}, undefined],
] as const)
  test(`azure: an end with ${what} ends the alert that its id names`, async () => {
    const source = await createSource()
    await source.receive(['azure-monitor', azure('Fired', { alertTargetIDs: [target] }, criteria(dimensions)), 1])
    await source.receive(['azure-monitor', azure('Resolved', essentials, context), 11])
    assert.deepEqual(
      (await source.alerts()).map(({ state, endedAt }) => [state, endedAt]),
      [['resolved', at(10).toISOString()]],
    )
    assert.deepEqual(
      (await source.incidents()).map(({ state }) => state),
      ['resolved'],
    )
  })

function classic(status: 'Activated' | 'Deactivated', named: object[], minutes: number) {
  const rule = { id: `${target}/metricAlerts/disk`, name: 'disk', severity: '2', resourceId: target }
  const context = { timestamp: at(minutes).toISOString(), ...rule, ...criteria(named) }
  return { schemaId: 'AzureMonitorMetricAlert', data: { status, context } }
}

const statesOf = async (source: Source) => (await source.alerts()).map(({ state }) => state).toSorted()

test('azure: a classic end without dimensions ends what its rule said of the resource, one with them only its own', async () => {
  const source = await createSource()
  const other = [{ name: 'disk', value: 'D' }]
  await source.receive(['azure-monitor', classic('Activated', dimensions, 0), 1], ['azure-monitor', classic('Activated', other, 0), 1])
  await source.receive(['azure-monitor', classic('Deactivated', other, 10), 11])
  assert.deepEqual(await statesOf(source), ['firing', 'resolved'])
  await source.receive(['azure-monitor', classic('Deactivated', [], 12), 13])
  assert.deepEqual(await statesOf(source), ['resolved', 'resolved'])
})

test('azure: a classic end that names some of the dimensions ends all that have them, and no other', async () => {
  const source = await createSource()
  const of = (disk: string, kind: string, host = `${target}/x`) => [
    { name: 'disk', value: disk },
    { name: 'kind', value: kind },
    { name: 'host', value: host },
  ]
  for (const [disk, kind] of [
    ['C', 'a'],
    ['C', 'b'],
    ['D', 'a'],
  ] as const)
    await source.receive(['azure-monitor', classic('Activated', of(disk, kind), 0), 1])
  const ends = (named: object[], minutes: number) => source.receive(['azure-monitor', classic('Deactivated', named, minutes), minutes + 1])
  await ends([{ name: 'disk', value: 'E' }], 5)
  assert.equal((await statesOf(source)).filter((state) => state === 'firing').length, 3)
  await ends(of('C', 'a').slice(0, 2), 10)
  assert.equal((await statesOf(source)).filter((state) => state === 'firing').length, 2)
  await ends([{ name: 'DISK', value: 'C' }], 12)
  const firing = (await source.alerts()).filter(({ state }) => state === 'firing')
  assert.deepEqual([firing.length, (await source.labels(firing[0]?.alertId)).disk], [1, 'D'])
  await ends([{ name: 'host', value: `${target}/X`.toUpperCase() }], 14)
  assert.ok((await source.incidents()).every(({ state }) => state === 'resolved'))
})

test('azure: an end in the same batch as its beginning leaves an incident that is resolved', async () => {
  const source = await createSource()
  const noEnd = azure('Resolved', {}, null)
  await source.receive(
    ['azure-monitor', azure('Fired', { alertTargetIDs: [target] }, criteria(dimensions)), 1],
    ['azure-monitor', noEnd, 11],
  )
  assert.deepEqual(
    (await source.incidents()).map(({ state }) => state),
    ['resolved'],
  )
})

/** Refused while its source may still end it; with a note people end it, and what comes then is a new episode. */
async function endByPerson(source: Source): Promise<void> {
  const [incident] = await source.incidents()
  assert.equal((await source.resolve(incident?.incidentId ?? '', '')).statusCode, 400)
  assert.equal((await source.resolve(incident?.incidentId ?? '', 'It was planned.')).statusCode, 200)
  const [alert] = await source.alerts()
  assert.equal(alert?.state, 'resolved')
}

test('people end what its source never ends: a log alert of Azure, a test of Grafana, an end that did not count, a revoked token', async () => {
  const log = azure('Fired', { alertTargetIDs: [target], signalType: 'Log', monitoringService: 'Log Alerts V2' }, {})
  const grafanaTest = alertmanager('firing', at(0), undefined, { alertname: 'TestAlert', instance: 'Grafana' })
  for (const [format, body] of [
    ['azure-monitor', log],
    ['grafana', grafanaTest],
  ] as const) {
    const source = await createSource()
    await source.receive([format, body, 1])
    await endByPerson(source)
  }
  const old = await createSource()
  await old.receive(['alertmanager', alertmanager('firing', at(5)), 6], ['alertmanager', alertmanager('resolved', at(1), at(3)), 6.5])
  assert.equal((await old.alerts())[0]?.state, 'firing')
  await endByPerson(old)

  const revoked = await createSource()
  await revoked.receive(['alertmanager', alertmanager('firing', at(0)), 1])
  const [incident] = await revoked.incidents()
  assert.equal((await revoked.resolve(incident?.incidentId ?? '', 'Over.')).statusCode, 409)
  const { version } = (await vakt.call(staff, 'GET', revoked.path)).json().result
  assert.equal((await vakt.call(staff, 'POST', `${revoked.path}/revoke`, { version })).statusCode, 200)
  await endByPerson(revoked)
})

test('people end what a token of the provider brought once no token of its source is valid any more', async () => {
  const source = await createSource()
  const { name } = await createEntity(vakt.database, source.customerId)
  const of = `/admin/customer/${provider.customerId}/monitoring-source`
  const { sourceId, secret } = (await vakt.call(staff, 'POST', of, { name: 'Central', formats: ['alertmanager'] })).json().result
  await vakt.send('alertmanager', secret, alertmanager('firing', at(0), undefined, { instance: name }))
  await vakt.work()
  const [incident] = await source.incidents()
  assert.equal((await source.resolve(incident?.incidentId ?? '', 'Over.')).statusCode, 409)
  const { version } = (await vakt.call(staff, 'GET', `${of}/${sourceId}`)).json().result
  assert.equal((await vakt.call(staff, 'POST', `${of}/${sourceId}/revoke`, { version })).statusCode, 200)
  await endByPerson(source)
})

test('a signal after people ended an alert is a new episode, however old its start', async () => {
  const source = await createSource()
  const test = alertmanager('firing', at(0), undefined, { alertname: 'TestAlert', instance: 'Grafana' })
  await source.receive(['grafana', test, 1])
  await endByPerson(source)
  // People end it now, by the clock of the server.
  await source.receive(['grafana', test, (Date.now() - base) / minute + 1])
  assert.deepEqual(
    (await source.alerts()).map(({ state }) => state),
    ['firing'],
  )
  assert.deepEqual((await source.incidents()).map(({ state }) => state).toSorted(), ['open', 'resolved'])
})
