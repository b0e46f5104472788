import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { bucketStart, lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'
import { closeBuckets } from '#server/features/metrics/close-buckets.ts'
import { matchNewSeries } from '#server/features/metrics/match-series.ts'
import type { MetricStore } from '#server/features/metrics/metric-store.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { enqueueRemoteSeries, remoteSeriesQueues } from '#server/features/metrics/remote/find-remote-series.ts'
import { createRemoteMetricStore } from '#server/features/metrics/remote/remote-metric-store.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { startWorkQueue, workThrough } from '#server/platform/jobs/work-queue.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { evaluateCustomer } from './evaluate-customer.ts'
import { enqueueEvaluations, evaluationQueues, noteClosedBucket } from './evaluate-rules.ts'
import { readRuleLag } from './read-rule-lag.ts'

const vakt = await createTestApp()
const pool = vakt.database.worker
const startedAt = Date.now()
const last = lastClosedSlot(startedAt)
const createContext = () => ({
  actor: { type: 'system' as const, job: 'test' },
  now: new Date(),
  pool,
  log: silentLog,
  ports,
  requestId: null,
  isStaff: false,
})
/** For what names the newest bucket: none ends meanwhile. */
const createContextAtStart = () => ({ ...createContext(), now: new Date(startedAt) })
const run = (text: string, values: unknown[] = []) =>
  workForAllCustomers({ pool }, async (transaction) => (await transaction.query(text, values)).rows)

/** A store outside that answers for some customers only. */
const silent = new Set<string>()
const tooLarge = new Set<string>()
const pending = new Map<string, ServerResponse>()
const server = createServer((request, response) => {
  const customerId = String(request.headers['x-customer'])
  if (silent.has(customerId)) return void pending.set(customerId, response)
  response.writeHead(200)
  if (tooLarge.has(customerId)) {
    for (let megabytes = 0; megabytes < 33; megabytes += 1) response.write(Buffer.alloc(1024 * 1024, 'x'))
    return void response.end()
  }
  const path = String(request.url)
  const metric = { __name__: 'cpu', vakt_customer: customerId }
  const values = Array.from({ length: 5 }, (_, index) => [(bucketStart(last + 2 - index) - 1) / 1000, '99'])
  if (path.endsWith('/series')) return void response.end(JSON.stringify({ status: 'success', data: [metric] }))
  response.end(JSON.stringify({ status: 'success', data: { result: [{ metric, values }] } }))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const settings = {
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  authorization: '',
  customerLabel: 'vakt_customer',
  tenantHeader: 'x-customer',
  delaySeconds: 0,
}
after(async () => {
  server.closeAllConnections()
  server.close()
  await vakt.close()
})

/** A customer with a rule that has been watching for so many buckets. */
async function createWatching(buckets: number) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const admin = { email: `eva@${emailDomain}`, roles: ['admin'] }
  const body = { name: 'CPU high', description: 'Busy.', severity: 1, aggregation: 'avg', thresholdComparison: '>', threshold: 80 }
  const watched = { alertsBeforeAction: 1, metricName: 'cpu', entityId }
  const answer = await vakt.call(admin, 'POST', `/customer/${customerId}/alert-rule`, { ...body, ...watched })
  assert.equal(answer.statusCode, 200, answer.body)
  await run('update alert_rule set active_from_slot = $2 where customer_id = $1', [customerId, last - buckets + 1])
  const send = async (slots: number[], value: number) => {
    const samples = slots.map((slot): [number, number] => [value, bucketStart(slot) + 1000 + value])
    const sent = toSnappy(encodeRemoteWrite1([{ labels: { __name__: 'cpu', vakt_entity: entityId }, samples }]))
    assert.equal((await vakt.send('prometheus', token, sent, remoteWriteHeaders[1])).statusCode, 204)
    await matchNewSeries(createContext)
  }
  const close = async () => {
    const later = () => ({ ...createContext(), now: new Date(Date.now() + 120_000) })
    while (await closeBuckets(later, [noteClosedBucket]));
  }
  const alerts = async () => (await run("select alert_id from alert where customer_id = $1 and state = 'firing'", [customerId])).length
  const clock = async () =>
    (
      await run('select evaluated_to as "evaluatedTo", reevaluate_from as "reevaluateFrom" from alert_rule_clock where customer_id = $1', [
        customerId,
      ])
    )[0]
  return { customerId, entityId, send, close, alerts, clock }
}

test('a dead metric store of one customer, or an answer that is too large, stops no rule of another', async () => {
  const [dead, large, other] = [await createWatching(2), await createWatching(2), await createWatching(2)]
  const store = createRemoteMetricStore(settings)
  tooLarge.add(large.customerId)
  await enqueueRemoteSeries(createContext())
  await workThrough(remoteSeriesQueues(settings), createContext)
  const seriesOf = async (customerId: string) => (await run('select from metric_series where customer_id = $1', [customerId])).length
  assert.deepEqual([await seriesOf(large.customerId), await seriesOf(other.customerId)], [0, 1])
  const [job] = await run("select error from job where customer_id = $1 and queue = 'find-remote-series'", [large.customerId])
  assert.match(job?.error ?? '', /larger than 32 MB/)

  for (const { customerId, entityId } of [dead, other])
    await run('update metric_series set entity_id = $2, first_slot = 0 where customer_id = $1', [customerId, entityId])
  silent.add(dead.customerId)
  const queue = startWorkQueue(evaluationQueues({ store, cache: new Map() }, 'remote'), createContext, { pollMilliseconds: 50 })
  await enqueueEvaluations(createContext())
  queue.wake()
  await until(async () => pending.has(dead.customerId) && (await other.alerts()) === 1)
  assert.equal(await dead.alerts(), 0)
  assert.ok((await readRuleLag({ pool })).customers >= 1)
  silent.clear()
  // What waits for a store is no failure.
  pending.get(dead.customerId)?.writeHead(500).end('{}')
  const jobOf = async () =>
    (await run("select state, attempts from job where customer_id = $1 and queue = 'evaluate-alert-rules'", [dead.customerId]))[0]
  await until(async () => (await jobOf())?.state === 'waiting')
  assert.equal((await jobOf())?.attempts, 0)
  await queue.stop()
})

test('a rule that cannot be evaluated stops the rules of its own customer only, and its job is listed with the error', async () => {
  const [poisoned, other] = [await createWatching(2), await createWatching(2)]
  for (const { send, close } of [poisoned, other]) {
    await send([last], 99)
    await close()
  }
  await run("insert into alert_rule_checkpoint (customer_id, slot, states) values ($1, $2, '{}')", [poisoned.customerId, last - 2])
  await run('insert into alert_rule_clock (customer_id, evaluated_to, reevaluate_from) values ($1, $2, $2)', [poisoned.customerId, last])
  await run(
    `update alert_rule_clock set evaluated_revision = (select revision from alert_rule_revision r where r.customer_id = $1) where customer_id = $1`,
    [poisoned.customerId],
  )
  await enqueueEvaluations(createContext())
  await workThrough(evaluationQueues({ store: ownMetricStore, cache: new Map() }, 'own'), createContext)
  assert.equal(await other.alerts(), 1)
  const [job] = await run("select state, attempts, error from job where customer_id = $1 and queue = 'evaluate-alert-rules'", [
    poisoned.customerId,
  ])
  assert.deepEqual([job?.state, job?.attempts], ['waiting', 1])
  assert.ok(job?.error)
})

test('late buckets delay no live one: the live one is evaluated first, and the late ones after it, in slices', async () => {
  const buckets = 250
  const { customerId, send, close, alerts, clock } = await createWatching(buckets)
  const oldest = last - buckets + 1
  await send(
    Array.from({ length: buckets - 1 }, (_, index) => oldest + index),
    10,
  )
  await close()
  const spans: number[] = []
  const store: MetricStore = {
    ...ownMetricStore,
    readAggregates(scope, id, wanted, span) {
      spans.push(span.to - span.from)
      return ownMetricStore.readAggregates(scope, id, wanted, span)
    },
  }
  const evaluation = { store, cache: new Map() }
  const atBefore = { ...createContext(), now: new Date(startedAt - 300_000) }
  while (await evaluateCustomer(atBefore, customerId, evaluation));
  assert.equal((await clock())?.evaluatedTo, last - 1)
  // A violation of long ago, which is over, and the live bucket.
  await send([oldest + 20], 990)
  await send([last], 99)
  await close()
  spans.length = 0
  assert.equal((await clock())?.reevaluateFrom, oldest + 20)
  assert.equal(await evaluateCustomer(createContextAtStart(), customerId, evaluation), true)
  assert.deepEqual(await clock(), { evaluatedTo: last, reevaluateFrom: oldest + 20 })
  assert.equal(await alerts(), 1)
  while (await evaluateCustomer(createContextAtStart(), customerId, evaluation));
  assert.deepEqual(await clock(), { evaluatedTo: last, reevaluateFrom: null })
  assert.equal(await alerts(), 1)
  // Six hours, and at the end those that led to an alert.
  assert.ok(Math.max(...spans) <= 72 + 12 && spans.length > 3, spans.join(' '))
  const states = await run('select firing, since_slot as since from alert_rule_state where customer_id = $1', [customerId])
  assert.deepEqual(states, [{ firing: 'yes', since: last }])
})

test('a late bucket that is closed while its slice is read is not lost', async () => {
  const { customerId, send, close, clock, alerts } = await createWatching(30)
  const oldest = last - 29
  await send(
    Array.from({ length: 30 }, (_, index) => oldest + index),
    10,
  )
  await close()
  const evaluation = { store: ownMetricStore, cache: new Map() }
  while (await evaluateCustomer(createContextAtStart(), customerId, evaluation));
  await send([oldest + 3], 11)
  await close()
  let hasSent = false
  const store: MetricStore = {
    ...ownMetricStore,
    async readAggregates(scope, id, wanted, span) {
      const values = await ownMetricStore.readAggregates(scope, id, wanted, span)
      if (!hasSent) {
        hasSent = true
        await send([last], 9900)
        await close()
      }
      return values
    },
  }
  while (await evaluateCustomer(createContextAtStart(), customerId, { store, cache: new Map() }));
  assert.equal((await clock())?.reevaluateFrom, null)
  assert.equal(await alerts(), 1)
})
