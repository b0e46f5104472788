import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, type SampleSeries, toSnappy } from '#server/testing/remote-write.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { matchNewSeries } from './match-series.ts'
import { findSeries } from './metric-series-table.ts'

const vakt = await createTestApp()
after(vakt.close)
const provider = await createCustomer(vakt.database, { isProvider: true })
const token = await createIngestToken(vakt.database, provider.customerId, { isProvider: true })
const createContext = () => ({
  actor: { type: 'system' as const, job: 'test' },
  now: new Date(),
  pool: vakt.database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})

const series = (metric: string, labels: Record<string, string>): SampleSeries => ({
  labels: { __name__: metric, ...labels },
  samples: [[1, Date.now() - 60_000]],
})
const send = (...all: SampleSeries[]) => vakt.send('prometheus', token, toSnappy(encodeRemoteWrite1(all)), remoteWriteHeaders[1])

const metricsOf = async (customerId: string) => {
  await matchNewSeries(createContext)
  const found = await inTransaction({ pool: vakt.database.worker }, customerId, (transaction) =>
    findSeries(transaction, customerId, { metrics: null, entityIds: null }),
  )
  return found.map(({ metric, entityId }) => [metric, entityId]).sort()
}

test('of a token of the provider the entity decides the customer; what names none, or several, stays with the provider', async () => {
  const one = await createCustomer(vakt.database)
  const two = await createCustomer(vakt.database)
  const first = await createEntity(vakt.database, one.customerId, { name: 'alpha-1' })
  const second = await createEntity(vakt.database, two.customerId, { name: 'beta-1' })
  for (const { customerId } of [one, two]) await createEntity(vakt.database, customerId, { name: 'same-name' })
  const answer = await send(
    series('cpu', { instance: 'alpha-1:9100' }),
    series('cpu', { instance: 'beta-1:9100' }),
    series('memory', { resource: second.externalId }),
    series('lost', { instance: 'gamma-1:9100' }),
    series('ambiguous', { instance: 'same-name:9100' }),
  )
  assert.equal(answer.statusCode, 204, answer.body)
  assert.equal(answer.headers['x-prometheus-remote-write-samples-written'], '5')
  assert.deepEqual(await metricsOf(one.customerId), [['cpu', first.entityId]])
  assert.deepEqual(await metricsOf(two.customerId), [
    ['cpu', second.entityId],
    ['memory', second.entityId],
  ])
  assert.deepEqual(await metricsOf(provider.customerId), [
    ['ambiguous', null],
    ['lost', null],
  ])
})
