import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { closeBuckets } from './close-buckets.ts'
import { enqueueUnmatchedSeries, matchingQueues, matchNewSeries } from './match-series.ts'
import { findSeries } from './metric-series-table.ts'

const vakt = await createTestApp()
after(vakt.close)

const createContext = (now = new Date(Date.now() + 120_000)) => ({
  actor: { type: 'system' as const, job: 'test' },
  now,
  pool: vakt.database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})

async function sendPoint(customerId: string, labels: Record<string, string>, value = 1) {
  const token = await createIngestToken(vakt.database, customerId)
  const at = Date.now() - 900_000
  const body = toSnappy(encodeRemoteWrite1([{ labels, samples: [[value, at]] }]))
  assert.equal((await vakt.send('prometheus', token, body, remoteWriteHeaders[1])).statusCode, 204)
}

const entityOf = (customerId: string, metric: string) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    const [series] = await findSeries(transaction, customerId, { metrics: [metric], entityIds: null })
    return series?.entityId
  })

test('a series belongs to the entity that its labels name: id, name or host, and never to one of another customer', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const other = await createCustomer(vakt.database)
  const entity = await createEntity(vakt.database, customerId, { name: 'web-1' })
  const foreign = await createEntity(vakt.database, other.customerId, { name: 'db-9' })
  await sendPoint(customerId, { __name__: 'by_host', instance: 'WEB-1.example.com:9100' })
  await sendPoint(customerId, { __name__: 'by_otlp', 'host.name': 'web-1' })
  await sendPoint(customerId, { __name__: 'by_id', resource: entity.externalId.toUpperCase() })
  await sendPoint(customerId, { __name__: 'by_entity', vakt_entity: entity.entityId })
  await sendPoint(customerId, { __name__: 'foreign', vakt_entity: foreign.entityId, instance: 'db-9' })
  await sendPoint(customerId, { __name__: 'nothing' })
  await matchNewSeries(createContext)
  for (const metric of ['by_host', 'by_otlp', 'by_id', 'by_entity'])
    assert.equal(await entityOf(customerId, metric), entity.entityId, metric)
  for (const metric of ['foreign', 'nothing']) assert.equal(await entityOf(customerId, metric), null, metric)
})

test('what matched nothing is found once its entity is there, and its metrics are read with their latest value', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  await sendPoint(customerId, { __name__: 'cpu', instance: 'late-1:9100', core: '3' }, 42)
  await matchNewSeries(createContext)
  assert.equal(await entityOf(customerId, 'cpu'), null)
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'late-1' })
  await enqueueUnmatchedSeries(createContext())
  await workThrough(matchingQueues(), () => createContext())
  assert.equal(await entityOf(customerId, 'cpu'), entityId)
  while (await closeBuckets(createContext)) {
    // Until nothing is due.
  }
  const reader: TestUser = { email: `reader@${emailDomain}`, roles: ['reader'] }
  await vakt.call(reader, 'POST', '/authentication/usercontext', {})
  const listed = await vakt.call(reader, 'GET', `/customer/${customerId}/entity/${entityId}/metric`)
  const { metrics, total } = listed.json().result
  assert.equal(total, 1)
  assert.deepEqual([metrics[0].metric, metrics[0].dimensions, metrics[0].latest.value], ['cpu', { core: '3' }, 42])
  const path = `/customer/${customerId}/metric-series/${metrics[0].seriesId}/bucket`
  const buckets = (await vakt.call(reader, 'GET', path)).json().result
  assert.deepEqual([buckets.avg, buckets.count, buckets.stepSeconds], [[42], [1], 300])
  const hourly = (await vakt.call(reader, 'GET', `${path}?stepMinutes=60`)).json().result
  assert.equal(hourly.at[0] % 3600, 0)
  assert.equal((await vakt.call(reader, 'GET', `${path}?from=2020-01-01T00:00:00Z`)).statusCode, 400)

  const trendPath = `/customer/${customerId}/metric-trend?entityId=${entityId}`
  const { trends } = (await vakt.call(reader, 'GET', `${trendPath}&metric=cpu`)).json().result
  assert.deepEqual([trends.length, trends[0].entityId, trends[0].latest.value, trends[0].values.length], [1, entityId, 42, 24])
  assert.deepEqual(
    trends[0].values.filter((value: number | null) => value !== null),
    [42],
  )
  assert.deepEqual((await vakt.call(reader, 'GET', `${trendPath}&metric=memory`)).json().result.trends, [])
  assert.deepEqual((await vakt.call(reader, 'GET', `/customer/${customerId}/metric-name`)).json().result.names, [
    { metric: 'cpu', entities: 1 },
  ])
  const other = await createCustomer(vakt.database)
  const stranger: TestUser = { email: `reader@${other.emailDomain}`, roles: ['reader'] }
  await vakt.call(stranger, 'POST', '/authentication/usercontext', {})
  const foreign = `/customer/${other.customerId}/metric-trend?entityId=${entityId}`
  assert.deepEqual((await vakt.call(stranger, 'GET', foreign)).json().result.trends, [])
})

test('staff see what series name and no resource is, and link it: earlier and later values reach the resource', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const other = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'warehouse-db' })
  const foreign = await createEntity(vakt.database, other.customerId, { name: 'warehouse-db' })
  await sendPoint(customerId, { __name__: 'load', instance: 'whs-db:9100' }, 7)
  await sendPoint(customerId, { __name__: 'up', instance: 'whs-db:9100' })
  await matchNewSeries(createContext)
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
  await vakt.call(staff, 'POST', '/authentication/usercontext', {})
  const list = async () =>
    (await vakt.call(staff, 'GET', '/admin/unmatched-series?limit=500'))
      .json()
      .result.filter(({ customer }: { customer: { customerId: string } }) => customer.customerId === customerId)
  const [row, ...more] = await list()
  assert.deepEqual([row.target, row.series, row.metrics, more.length], ['whs-db', 2, 2, 0])
  const path = `/admin/customer/${customerId}/unmatched-series/${row.seriesId}`
  const near = (await vakt.call(staff, 'GET', `${path}?q=warehouse`)).json().result
  assert.deepEqual([near.reason, near.labels.instance], ['unknown', 'whs-db:9100'])
  assert.deepEqual(
    near.near.map((one: { entityId: string }) => one.entityId),
    [entityId],
  )
  const wrong = await vakt.call(staff, 'POST', `${path}/binding`, { entityCustomerId: other.customerId, entityId: foreign.entityId })
  assert.equal(wrong.statusCode, 400, wrong.body)
  const bound = await vakt.call(staff, 'POST', `${path}/binding`, { entityCustomerId: customerId, entityId })
  assert.equal(bound.statusCode, 200, bound.body)
  assert.deepEqual([await entityOf(customerId, 'load'), await list()], [entityId, []])
  await sendPoint(customerId, { __name__: 'memory', instance: 'whs-db:9100' })
  await matchNewSeries(createContext)
  assert.equal(await entityOf(customerId, 'memory'), entityId)
  const again = await vakt.call(staff, 'POST', `${path}/binding`, { entityCustomerId: customerId, entityId })
  assert.equal(again.statusCode, 409)
})

test('points over the API belong to their entity at once', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId)
  const admin: TestUser = { email: `admin@${emailDomain}`, roles: ['admin'] }
  await vakt.call(admin, 'POST', '/authentication/usercontext', {})
  const at = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
  const points = [
    { metric: 'queue.length', dimensions: { queue: 'mail' }, unit: 'messages', at: at(900_000), value: 3 },
    { metric: 'queue.length', dimensions: { queue: 'mail' }, unit: 'messages', at: at(100_000_000), value: 3 },
  ]
  const answer = await vakt.call(admin, 'POST', `/customer/${customerId}/entity/${entityId}/metric-point`, { points })
  assert.deepEqual(answer.json().result, { stored: 1, tooOld: 1, tooEarly: 0, refused: 0 })
  await matchNewSeries(createContext)
  assert.equal(await entityOf(customerId, 'queue.length'), entityId)
  const infinite = await vakt.call(admin, 'POST', `/customer/${customerId}/entity/${entityId}/metric-point`, {
    points: [{ metric: 'x', at: at(0), value: 'Infinity' }],
  })
  assert.equal(infinite.statusCode, 400)
})
