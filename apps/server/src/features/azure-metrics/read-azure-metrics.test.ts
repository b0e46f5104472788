import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { closeBuckets } from '#server/features/metrics/close-buckets.ts'
import { matchNewSeries } from '#server/features/metrics/match-series.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { azure, connect, contextAt, staff, vakt } from '#server/testing/connector-desk.ts'
import { recordInventory } from '#server/testing/recorded-inventory.ts'
import { testSecrets } from '#server/testing/test-app.ts'
import { enqueueAzureMetrics } from './azure-metric-table.ts'
import { planQuestions } from './plan-questions.ts'
import { azureMetricQueues } from './read-azure-metrics.ts'

const minute = 60_000
const machines = recordInventory(100)
  .filter(({ type }) => type.toLowerCase() === 'microsoft.compute/virtualmachines')
  .slice(0, 3)
/** Of each customer its own, by which its questions are told apart from those of the other tests. */
let regions = 0

beforeEach(() => {
  Object.assign(azure, { behaveMetrics: () => undefined, batches: [], scopes: [] })
  azure.signInError = null
})

/** A process of the worker of its own. */
function createWorker() {
  const queues = azureMetricQueues({ secrets: testSecrets, addresses: azure.addresses })
  return async (now: Date) => {
    await workForAllCustomers({ pool: vakt.database.worker }, enqueueAzureMetrics)
    await workThrough(queues, () => contextAt(now), now, new AbortController().signal)
  }
}

/** A job becomes due by the clock of the database, which is a little later. */
const soon = (milliseconds = 0) => new Date(Date.now() + 2000 + milliseconds)

async function connectMachines() {
  const region = `region${regions++}`
  azure.resources = machines.map((machine) => ({ ...machine, location: region }))
  const { customerId, run, own, find } = await connect()
  await run()
  const list = (await vakt.call(staff, 'GET', `/customer/${customerId}/entity?limit=10`)).json().result
  const batches = () => azure.batches.filter((batch) => batch.region === region)
  return { customerId, own, find, region, batches, entityIds: list.map((one: { entityId: string }) => one.entityId) as string[] }
}

const rule = {
  name: 'CPU',
  description: 'Too busy',
  severity: 2,
  aggregation: 'avg',
  thresholdComparison: '>',
  threshold: 90,
  alertsBeforeAction: 1,
  metricName: 'Percentage CPU',
  filter: { type: [], resourceGroup: [], tag: [] },
}

const seriesOf = async (customerId: string, entityId: string) => {
  await matchNewSeries(() => contextAt(new Date()))
  while (await closeBuckets(() => contextAt(new Date(Date.now() + 10 * minute)))) {
    // Until nothing is due.
  }
  const scope = { pool: vakt.database.worker }
  const series = await inTransaction(scope, customerId, (transaction) =>
    ownMetricStore.findSeries(transaction, customerId, { metrics: null, entityIds: [entityId] }),
  )
  const latest = await ownMetricStore.readLatest(scope, customerId, series, new Date())
  return series.map((one) => ({ ...one, latest: latest.get(one.seriesNo) }))
}

test('what a rule watches is read in one question for the resources of a region, and again only after five minutes', async () => {
  const { customerId, entityIds, region, batches } = await connectMachines()
  const created = await vakt.call(staff, 'POST', `/customer/${customerId}/alert-rule`, rule)
  assert.equal(created.statusCode, 200, created.body)
  const work = createWorker()
  const now = soon()
  await work(now)
  assert.equal(batches().length, 1)
  const [batch] = batches()
  assert.deepEqual([batch?.region, batch?.resourceIds.length, batch?.query.get('metricnames')], [region, 3, 'Percentage CPU'])
  assert.deepEqual([batch?.query.get('interval'), batch?.query.get('aggregation')], ['PT1M', 'average'])
  assert.ok(azure.scopes.includes('https://metrics.monitor.azure.com/.default'))
  const [cpu] = await seriesOf(customerId, entityIds[0] ?? '')
  assert.deepEqual([cpu?.metric, cpu?.kind, cpu?.unit], ['Percentage CPU', 'gauge', 'Percent'])
  assert.ok((cpu?.latest?.value ?? 0) >= 40)

  // As another process would: it knows what this one has read.
  const workElsewhere = createWorker()
  await workElsewhere(new Date(now.getTime() + 2 * minute))
  assert.equal(batches().length, 1)
  await workElsewhere(new Date(now.getTime() + 6 * minute))
  assert.equal(batches().length, 2)
  const { query } = batches()[1] ?? assert.fail()
  const span = Date.parse(query.get('endtime') ?? '') - Date.parse(query.get('starttime') ?? '')
  assert.equal(span, 16 * minute, 'since the last time, with an overlap')
})

test('what was read the longest ago is asked for first, so that no question is put off in every run', () => {
  const metric = { name: 'CPU', unit: 'Percent', aggregation: 'average' as const, grain: 'PT1M', grainMilliseconds: minute }
  const pairs = ['a', 'b', 'c'].map((entityId) => ({
    wanted: {
      entityId,
      externalId: `/subscriptions/00000000-0000-0000-0000-000000000000/${entityId}`,
      type: 'vm',
      region: 'west',
      metric: 'CPU',
    },
    metric,
  }))
  const to = Date.now()
  const readTo = new Map([
    ['a CPU', to - 5 * minute],
    ['b CPU', to - 60 * minute],
  ])
  const order = planQuestions(pairs, readTo, to).map(({ resourceIds }) => resourceIds[0]?.slice(-1))
  assert.deepEqual(order, ['c', 'b', 'a'])
})

test('a resource that someone looks at is read with everything that Azure measures of it, and no other', async () => {
  const { customerId, entityIds, batches } = await connectMachines()
  const work = createWorker()
  await work(soon())
  assert.equal(batches().length, 0)
  const [entityId = ''] = entityIds
  await vakt.call(staff, 'GET', `/customer/${customerId}/entity/${entityId}/metric`)
  await work(soon(2 * minute))
  assert.deepEqual(
    batches().map(({ resourceIds, query }) => [resourceIds.length, query.get('metricnames')]),
    [[1, 'Percentage CPU,Network In Total']],
  )
  const series = await seriesOf(customerId, entityId)
  assert.deepEqual(series.map(({ metric, kind, unit }) => [metric, kind, unit]).sort(), [
    ['Network In Total', 'delta', 'Bytes'],
    ['Percentage CPU', 'gauge', 'Percent'],
  ])
})

test('after 429 with a long Retry-After the connector rests, and another customer is read meanwhile', async () => {
  const throttled = await connectMachines()
  await vakt.call(staff, 'POST', `/customer/${throttled.customerId}/alert-rule`, rule)
  const work = createWorker()
  const tooMany = { status: 429, headers: { 'retry-after': '600' }, body: { error: { code: 'TooManyRequests' } } }
  azure.behaveMetrics = ({ region }) => (region === throttled.region ? tooMany : undefined)
  const now = soon()
  await work(now)
  assert.equal(throttled.batches().length, 1, 'a pause of minutes is not waited for')
  const other = await connectMachines()
  await vakt.call(staff, 'POST', `/customer/${other.customerId}/alert-rule`, rule)
  await work(new Date(now.getTime() + 2 * minute))
  assert.deepEqual([throttled.batches().length, other.batches().length], [1, 1])
  azure.behaveMetrics = () => undefined
  assert.equal((await seriesOf(other.customerId, other.entityIds[0] ?? '')).length, 1)
  assert.equal((await seriesOf(throttled.customerId, throttled.entityIds[0] ?? '')).length, 0)
  await work(new Date(now.getTime() + 8 * minute))
  assert.equal((await seriesOf(throttled.customerId, throttled.entityIds[0] ?? '')).length, 1)
})

test('a question that Azure refuses stops no other one', async () => {
  const { customerId, entityIds, region, batches } = await connectMachines()
  await vakt.call(staff, 'POST', `/customer/${customerId}/alert-rule`, rule)
  const { externalId } = (await vakt.call(staff, 'GET', `/customer/${customerId}/entity/${entityIds[0]}`)).json().result
  await vakt.call(staff, 'GET', `/customer/${customerId}/entity/${entityIds[0]}/metric`)
  const bad = { status: 400, headers: {}, body: { error: { code: 'BadRequest', message: 'No such metric.' } } }
  const isOfFirst = ({ resourceIds }: { resourceIds: string[] }) => resourceIds.some((id) => id.toLowerCase() === externalId.toLowerCase())
  azure.behaveMetrics = (batch) => (batch.region === region && isOfFirst(batch) ? bad : undefined)
  await createWorker()(soon())
  assert.equal(batches().length, 2)
  assert.equal((await seriesOf(customerId, entityIds[0] ?? '')).length, 0)
  assert.equal((await seriesOf(customerId, entityIds[1] ?? '')).length, 1)
})

test('a short Retry-After is waited for, and a connector that is switched off is not asked', async () => {
  const { customerId, own, entityIds, region, batches } = await connectMachines()
  await vakt.call(staff, 'POST', `/customer/${customerId}/alert-rule`, rule)
  let asked = 0
  azure.behaveMetrics = (batch) =>
    batch.region === region && asked++ === 0 ? { status: 429, headers: { 'retry-after': '1' }, body: {} } : undefined
  const work = createWorker()
  const now = soon()
  await work(now)
  assert.equal((await seriesOf(customerId, entityIds[0] ?? '')).length, 1)
  assert.equal(batches().length, 2)
  const removed = await vakt.call(staff, 'DELETE', own)
  assert.ok(removed.statusCode < 300, removed.body)
  await work(new Date(now.getTime() + 20 * minute))
  assert.equal(batches().length, 2)
})

test('staff see at the connector why metrics cannot be read, since when, and no longer once they can', async () => {
  const { customerId, find, region } = await connectMachines()
  await vakt.call(staff, 'POST', `/customer/${customerId}/alert-rule`, rule)
  const problem = async () => (await find()).metricsProblem ?? null
  const answers = { status: 403, headers: {}, body: { error: { code: 'AuthorizationFailed', message: 'Monitoring Reader is missing.' } } }
  azure.behaveMetrics = (batch) => (batch.region === region ? answers : undefined)
  const now = soon()
  await createWorker()(now)
  const first = await problem()
  assert.deepEqual([first?.reason, first?.since], ['no_access', now.toISOString()])
  assert.match(first?.detail ?? '', /Monitoring Reader is missing/)
  const work = createWorker()
  await work(new Date(now.getTime() + 10 * minute))
  assert.deepEqual(await problem(), first, 'since the first of them, also after a restart')
  azure.behaveMetrics = () => undefined
  await work(new Date(now.getTime() + 20 * minute))
  assert.equal(await problem(), null)
})
