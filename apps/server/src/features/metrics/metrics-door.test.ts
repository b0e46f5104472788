import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bucketEnd, bucketStart, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import {
  bytesField,
  encodeRemoteWrite1,
  encodeRemoteWrite2,
  remoteWriteHeaders,
  type SampleSeries,
  toSnappy,
} from '#server/testing/remote-write.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { closeBuckets } from './close-buckets.ts'
import { findSeries } from './metric-series-table.ts'
import { ownMetricStore } from './own-metric-store.ts'

const vakt = await createTestApp()
after(vakt.close)

/** A bucket that is over, and has been for a while. */
const slot = slotOf(Date.now()) - 3
const start = bucketStart(slot)

async function createSender() {
  const { customerId } = await createCustomer(vakt.database)
  return { customerId, token: await createIngestToken(vakt.database, customerId) }
}

const send = (token: string, body: Buffer, headers: Record<string, string> = remoteWriteHeaders[1], path = 'prometheus') =>
  vakt.send(path, token, body, headers)
const write = (token: string, series: SampleSeries[]) => send(token, toSnappy(encodeRemoteWrite1(series)))

const closeAll = async (now = new Date(Date.now() + 120_000), hooks: Parameters<typeof closeBuckets>[1] = []) => {
  const createContext = () => ({
    actor: { type: 'system' as const, job: 'close-buckets' },
    now,
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  })
  while (await closeBuckets(createContext, hooks)) {
    // Until nothing is due.
  }
}

async function readAll(
  customerId: string,
  aggregation: 'avg' | 'sum' | 'min' | 'max' | 'last' | 'count',
  span = { from: slot, to: slot + 1 },
) {
  const scope = { pool: vakt.database.worker }
  const series = await workForAllCustomers(scope, (transaction) => findSeries(transaction, customerId, { metrics: null, entityIds: null }))
  const wanted = series.map((one) => ({ series: one, aggregation }))
  const values = await ownMetricStore.readAggregates(scope, customerId, wanted, span)
  return Object.fromEntries(series.map(({ metric }, index) => [metric, [...(values[index] ?? [])]]))
}

const gauge = (name: string, ...values: number[]): SampleSeries => ({
  labels: { __name__: name, host: 'web-1' },
  samples: values.map((value, index) => [value, start + index * 15_000]),
})

test('points of both versions of remote write become a bucket once, however often they are sent and closed', async () => {
  const { customerId, token } = await createSender()
  const answer = await write(token, [gauge('a', 1, 2, 6), gauge('nan', Number.NaN)])
  assert.equal(answer.statusCode, 204, answer.body)
  assert.equal(answer.headers['x-prometheus-remote-write-samples-written'], '4')
  assert.equal((await write(token, [gauge('a', 1, 2, 6)])).statusCode, 204)
  const two = toSnappy(encodeRemoteWrite2([gauge('a', 1, 2, 6), gauge('b', -1)]))
  assert.equal((await send(token, two, remoteWriteHeaders[2])).statusCode, 204)
  await closeAll()
  assert.deepEqual(await readAll(customerId, 'avg'), { a: [3], nan: [Number.NaN], b: [-1] })
  assert.deepEqual(await readAll(customerId, 'count'), { a: [3], nan: [Number.NaN], b: [1] })
})

test('late points open a bucket again: what follows hears of it once, and of the first time as such', async () => {
  const { customerId, token } = await createSender()
  const heard: { slot: number; isAgain: boolean }[] = []
  const hook = async (_: unknown, closed: { customerId: string; slot: number; isAgain: boolean }) => {
    if (closed.customerId === customerId) heard.push({ slot: closed.slot, isAgain: closed.isAgain })
  }
  await write(token, [gauge('a', 1)])
  await closeAll(undefined, [hook])
  await write(token, [gauge('a', 1, 9)])
  await closeAll(undefined, [hook])
  assert.deepEqual(await readAll(customerId, 'max'), { a: [9] })
  assert.deepEqual(heard, [
    { slot, isAgain: false },
    { slot, isAgain: true },
  ])
})

test('until a bucket is closed, the store says that it is not; late points hold nothing back', async () => {
  const { customerId, token } = await createSender()
  await write(token, [gauge('a', 1)])
  const now = new Date(Date.now() + 120_000)
  const closedTo = () =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) => ownMetricStore.closedTo(transaction, customerId, now))
  const byClock = slotOf(now.getTime() - 90_000) - 1
  assert.equal(await closedTo(), byClock)
  const inTime = 'update metric_due set due_at = to_timestamp($2) where customer_id = $1'
  await vakt.database.worker.query(inTime, [customerId, bucketEnd(slot) / 1000 + 90])
  assert.equal(await closedTo(), slot - 1)
  await closeAll()
  assert.equal(await closedTo(), byClock)
})

test('a counter is stored as its increase, across buckets, and again when the bucket before changes', async () => {
  const { customerId, token } = await createSender()
  const counter = (value: number, at: number): SampleSeries => ({
    labels: { __name__: 'hits_total', host: 'web-1' },
    samples: [[value, at]],
  })
  const end = bucketEnd(slot)
  await write(token, [counter(100, start), counter(160, end - 10_000), counter(190, end + 1000)])
  await closeAll()
  const span = { from: slot, to: slot + 2 }
  assert.deepEqual(await readAll(customerId, 'sum', span), { hits_total: [60, 30] })
  assert.deepEqual(await readAll(customerId, 'avg', span), { hits_total: [0.2, 0.1] })
  await write(token, [counter(170, end - 5000)])
  await closeAll()
  assert.deepEqual(await readAll(customerId, 'sum', span), { hits_total: [70, 20] })
})

test('a counter that comes slowly carries its increase over gaps of an hour; a first point, or one after a longer gap, is missing', async () => {
  const { customerId, token } = await createSender()
  const minute = 60_000
  const first = slot - 60
  const span = { from: first, to: first + 60 }
  const total = async (value: number, minutes: number) => {
    const samples: SampleSeries['samples'] = [[value, bucketStart(first) + minutes * minute]]
    await write(token, [{ labels: { __name__: 'jobs_total', host: 'web-1' }, samples }])
  }
  const sums = async () => {
    await closeAll()
    const { jobs_total: values = [] } = await readAll(customerId, 'sum', span)
    return Object.fromEntries(values.flatMap((value, index) => (Number.isNaN(value) ? [] : [[index * 5, value]])))
  }
  await total(1000, 2)
  await total(1010, 12)
  await total(1040, 72)
  await total(1100, 133)
  await total(7, 134)
  await total(9, 190)
  assert.deepEqual(await sums(), { 10: 10, 70: 30, 130: 7, 190: 2 })
  const { jobs_total: counts = [] } = await readAll(customerId, 'count', span)
  assert.equal(counts[0], 1)
  // A point that comes late takes its part from the bucket after the gap, and makes the one known that was too far from the last.
  await total(1020, 30)
  await total(1090, 100)
  assert.deepEqual(await sums(), { 10: 10, 30: 10, 70: 20, 100: 50, 130: 17, 190: 2 })
})

test('what cannot be taken is told, never with a code after which it would be sent again, and the rest is stored', async () => {
  const { customerId, token } = await createSender()
  const at = (name: string, milliseconds: number): SampleSeries => ({ labels: { __name__: name }, samples: [[1, milliseconds]] })
  const hour = 3_600_000
  const answer = await write(token, [
    gauge('good', 1),
    at('old', Date.now() - 25 * hour),
    at('early', Date.now() + hour),
    { labels: {}, samples: [[1, start]] },
  ])
  assert.equal(answer.statusCode, 400)
  assert.match(answer.body, /Stored 1 points.*1 older.*1 more than 10 minutes ahead.*1 without a metric name/)
  const long = 'x'.repeat(1100)
  assert.equal((await write(token, [{ labels: { __name__: long }, samples: [[1, start]] }])).statusCode, 400)
  const odd = { __name__: 'odd "name" \0 \ud800', 'lab el': "';drop table metric_series;--" }
  assert.equal((await write(token, [{ labels: odd, samples: [[1, start]] }])).statusCode, 204)
  await closeAll()
  assert.deepEqual(Object.keys(await readAll(customerId, 'last')).length, 4)
})

test('bodies that are not what they say, bombs and unknown types are refused', async () => {
  const { token } = await createSender()
  const body = toSnappy(encodeRemoteWrite1([gauge('a', 1)]))
  const status = async (...given: Parameters<typeof send>) => (await send(...given)).statusCode
  assert.equal(await status(token, Buffer.from('not snappy')), 400)
  assert.equal(await status(token, toSnappy(Buffer.from('not protobuf'))), 400)
  assert.equal(await status(token, Buffer.from([255, 255, 255, 255, 7, 0])), 413)
  assert.equal(await status(token, gzipSync(Buffer.alloc(40_000_000)), { ...remoteWriteHeaders[1], 'content-encoding': 'gzip' }), 413)
  assert.equal(await status(token, body, { ...remoteWriteHeaders[1], 'content-type': 'application/x-protobuf;proto=other' }), 415)
  assert.equal(await status(token, Buffer.from('x'), { ...remoteWriteHeaders[1], 'content-encoding': 'zstd' }), 415)
  const gzip = { ...remoteWriteHeaders[1], 'content-encoding': 'gzip' }
  assert.equal(await status(token, gzipSync(encodeRemoteWrite1([gauge('a', 1)])), gzip), 204)
  assert.equal(await status(`vakt_ing_${'x'.repeat(43)}`, body), 401)
})

test('points are read whatever the type says: JSON, nothing at all, or what is no type', async () => {
  const { customerId, token } = await createSender()
  const body = toSnappy(encodeRemoteWrite1([gauge('a', 1)]))
  const two = toSnappy(encodeRemoteWrite2([gauge('b', 1)]))
  const of = (type: string) => ({ 'content-type': type, 'content-encoding': 'snappy' })
  for (const type of ['application/json', 'json', ';', 'application/json charset=utf-8', ''])
    for (const sent of [body, two]) {
      const { statusCode, body: answer } = await send(token, sent, of(type))
      assert.equal(statusCode, 204, `${type}: ${answer}`)
    }
  const metric = { name: 'c', gauge: { dataPoints: [{ timeUnixNano: String(BigInt(start) * 1_000_000n), asDouble: 5 }] } }
  const json = Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] }))
  for (const type of ['text/plain', 'json', 'application/x-protobuf'])
    assert.equal((await send(token, json, { 'content-type': type }, 'otlp')).body, '{}', type)
  await closeAll()
  assert.deepEqual(await readAll(customerId, 'count'), { a: [1], b: [1], c: [1] })
})

test('a body of which nothing is taken is no success, says why, and its source does not deliver', async () => {
  const { customerId, token } = await createSender()
  const lastSignal = async () =>
    (await vakt.database.worker.query('select last_signal_at as at from ingest_token where customer_id = $1', [customerId])).rows[0].at
  const empty = await send(token, toSnappy(Buffer.alloc(0)))
  assert.deepEqual([empty.statusCode, empty.body], [400, 'Nothing was stored: no points were found in the body.'])
  const label = bytesField(1, [bytesField(1, '__name__'), bytesField(2, 'm')])
  const histogram = await send(token, toSnappy(bytesField(1, [label, bytesField(4, [])])))
  assert.equal(histogram.statusCode, 400)
  assert.match(histogram.body, /native histograms/)
  const nameless = await write(token, [{ labels: { host: 'web-1' }, samples: [[1, start]] }])
  assert.equal(nameless.body, 'Stored 0 points. Not taken: 1 without a metric name (the label __name__).')
  for (const sent of [
    '{}',
    '{"a":1}',
    JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: {} }] }] }] }),
  ]) {
    const answer = await send(token, Buffer.from(sent), { 'content-type': 'application/json' }, 'otlp')
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json().partialSuccess, {
      rejectedDataPoints: '0',
      errorMessage: 'Nothing was stored: no points were found in the body.',
    })
  }
  const text = { name: 'm', gauge: { dataPoints: [{ timeUnixNano: String(BigInt(start) * 1_000_000n), asDouble: 'many' }] } }
  const sent = Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [text] }] }] }))
  const { partialSuccess } = (await send(token, sent, { 'content-type': 'application/json' }, 'otlp')).json()
  assert.equal(partialSuccess.rejectedDataPoints, '1')
  assert.match(partialSuccess.errorMessage, /1 without a value that is a number/)
  assert.equal(await lastSignal(), null)
  const series = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    findSeries(transaction, customerId, { metrics: null, entityIds: null }),
  )
  assert.deepEqual(series, [])
  assert.equal((await write(token, [gauge('a', 1)])).statusCode, 204)
  await until(async () => (await lastSignal()) !== null)
})

test('a body of which no point can be read is listed at its source, once for each reason', async () => {
  const { customerId, token } = await createSender()
  for (let time = 0; time < 2; time++) {
    await send(token, Buffer.from('not snappy'))
    await send(token, toSnappy(encodeRemoteWrite2([gauge('a', 1)])))
    await send(token, Buffer.from('{}'), { 'content-type': 'application/json' }, 'otlp')
    await send(token, Buffer.from('{'), { 'content-type': 'application/json' }, 'otlp')
    await send(token, Buffer.from('x'), { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' }, 'otlp')
    await send(token, Buffer.from('x'), { ...remoteWriteHeaders[1], 'content-encoding': 'zstd' })
  }
  const listed = async () =>
    (await vakt.database.worker.query("select format, note from signal where customer_id = $1 and state = 'unreadable'", [customerId])).rows
  await until(async () => (await listed()).length >= 6)
  assert.equal((await listed()).length, 6)
  for (const { note } of await listed()) assert.match(note, /^No points could be read: ./)
})

test('label sets with a fault are not counted as too many', async () => {
  const { customerId, token } = await createSender()
  const labels = { __name__: 'm', ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`l${n}`, 'x'])) }
  const answer = await write(token, [{ labels, samples: [[1, start]] }, gauge('a', 1)])
  assert.equal(answer.statusCode, 400)
  assert.match(answer.body, /Stored 1 points. Not taken: 1 with more than 64 labels/)
  const { rows } = await vakt.database.worker.query('select refused_at from metric_customer where customer_id = $1', [customerId])
  assert.deepEqual(rows, [{ refused_at: null }])
})

test('tokens stand in the header or in the path, with what each protocol appends, by POST and PUT', async () => {
  const { token } = await createSender()
  const payload = toSnappy(encodeRemoteWrite1([gauge('a', 1)]))
  const call = async (method: 'POST' | 'PUT', path: string, headers: Record<string, string> = {}) =>
    (await vakt.app.inject({ method, url: `/ingest/v1/${path}`, headers: { ...remoteWriteHeaders[1], ...headers }, payload })).statusCode
  assert.equal(await call('POST', `prometheus/${token}`), 204)
  assert.equal(await call('PUT', `prometheus/${token}/api/v1/write`), 204)
  assert.equal(await call('POST', 'prometheus/api/v1/write', { authorization: `Bearer ${token}` }), 204)
  assert.equal(await call('POST', `prometheus/${token}/elsewhere`), 404)
  assert.equal(await call('POST', 'prometheus'), 401)
})

test('OTLP is answered in its own encoding, errors too, and a part that is not taken is told', async () => {
  const { customerId, token } = await createSender()
  const otlp = (body: unknown, path = `otlp/${token}/v1/metrics`, type = 'application/json') =>
    vakt.app.inject({
      method: 'POST',
      url: `/ingest/v1/${path}`,
      headers: { 'content-type': type },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const point = (at: number) => ({ timeUnixNano: String(BigInt(at) * 1_000_000n), asDouble: 5 })
  const metrics = (...points: object[]) => ({
    resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'queue.length', gauge: { dataPoints: points } }] }] }],
  })
  const taken = await otlp(metrics(point(start)))
  assert.deepEqual([taken.statusCode, taken.body], [200, '{}'])
  const partly = await otlp(metrics(point(start + 1000), point(1000)))
  assert.equal(partly.statusCode, 200)
  assert.equal(partly.json().partialSuccess.rejectedDataPoints, '1')
  const broken = await otlp('{')
  assert.deepEqual([broken.statusCode, broken.json().code], [400, 3])
  const refused = await otlp('x', 'otlp', 'application/x-protobuf')
  assert.equal(refused.statusCode, 401)
  assert.equal(refused.headers['content-type'], 'application/x-protobuf')
  assert.equal((await otlp('', `otlp/${token}/v1/logs`)).statusCode, 404)
  await closeAll()
  assert.deepEqual(await readAll(customerId, 'count'), { 'queue.length': [2] })
})
