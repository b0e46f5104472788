import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MetricUsage } from '@vakt/contract/metrics.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { bytesField, encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { createAllowance, createSeriesDictionary } from './series-dictionary.ts'
import { watchSeriesLimit } from './watch-series-limit.ts'
import { noFaults } from './wire/request-bounds.ts'
import type { SentPoints } from './wire/sent-points.ts'
import { createTurns } from './wire/turns.ts'

const vakt = await createTestApp()
after(vakt.close)

async function createLimited(maxSeries: number) {
  const { customerId } = await createCustomer(vakt.database)
  await vakt.database.worker.query('insert into metric_customer (customer_id, max_series) values ($1, $2)', [customerId, maxSeries])
  return { customerId, token: await createIngestToken(vakt.database, customerId) }
}

const write = async (token: string, names: string[]) => {
  const body = toSnappy(encodeRemoteWrite1(names.map((name) => ({ labels: { __name__: 'm', name }, samples: [[1, Date.now()]] }))))
  return vakt.send('prometheus', token, body, remoteWriteHeaders[1])
}

const contextAt = (now: Date) => ({
  actor: { type: 'system' as const, job: 'test' },
  now,
  pool: vakt.database.worker,
  log: silentLog,
  ports,
  requestId: null,
  isStaff: false,
})

test('label sets beyond the limit are refused with a reason, those that are known go on, other customers are not affected, and staff are told', async () => {
  const limited = await createLimited(2)
  const other = await createLimited(2)
  assert.equal((await write(limited.token, ['a', 'b'])).statusCode, 204)
  const refused = await write(limited.token, ['a', 'c'])
  assert.equal(refused.statusCode, 400)
  assert.match(refused.body, /Stored 1 points.*1 of label sets/)
  assert.equal((await write(limited.token, ['a', 'b'])).statusCode, 204)
  assert.equal((await write(other.token, ['c'])).statusCode, 204)
  const statesOf = async () =>
    (await vakt.database.worker.query("select customer_id, state from alert where rule = 'MetricSeriesLimit'")).rows.map(
      (row: { customer_id: string; state: string }) => [row.customer_id, row.state],
    )
  await watchSeriesLimit(contextAt(new Date()))
  await watchSeriesLimit(contextAt(new Date()))
  assert.deepEqual(await statesOf(), [[limited.customerId, 'firing']])
  await watchSeriesLimit(contextAt(new Date(Date.now() + 16 * 60_000)))
  assert.deepEqual(await statesOf(), [[limited.customerId, 'resolved']])
})

test('a customer whose alert cannot be written keeps no other from theirs, and is named; one that is closed is left alone', async () => {
  const places = [await createLimited(0), await createLimited(0), await createLimited(0)]
  const ids = places.map(({ customerId }) => customerId)
  const query = (text: string, values: unknown[]) => vakt.database.worker.query(text, values)
  await query('update metric_customer set refused_at = now() where customer_id = any ($1)', [ids])
  const [closed = '', broken = '', healthy = ''] = ids
  await query("insert into closed_customer (customer_id, closed_at, closed_by) values ($1, now(), 'x')", [closed])
  const raised = async () =>
    (await query("select customer_id from alert where rule = 'MetricSeriesLimit' and customer_id = any ($1)", [ids])).rows.map(
      (row: { customer_id: string }) => row.customer_id,
    )
  const repair = await refuseWrites(vakt.owner, 'alert', broken)
  await assert.rejects(watchSeriesLimit(contextAt(new Date())), new RegExp(`Failed for ${broken}: refused by the test`))
  assert.deepEqual(await raised(), [healthy])
  await repair()
  await watchSeriesLimit(contextAt(new Date()))
  assert.deepEqual((await raised()).toSorted(), [broken, healthy].toSorted())
})

test('staff see who is near the limit first, and raise it: new label sets are taken', async () => {
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
  await vakt.call(staff, 'POST', '/authentication/usercontext', {})
  const full = await createLimited(1)
  const roomy = await createLimited(100)
  assert.equal((await write(full.token, ['a'])).statusCode, 204)
  assert.equal((await write(full.token, ['b'])).statusCode, 400)
  await write(roomy.token, ['a'])
  const usages = (await vakt.call(staff, 'GET', '/admin/metric-usage?limit=500')).json().result as MetricUsage[]
  const placeOf = (customerId: string) => usages.findIndex(({ customer }) => customer.customerId === customerId)
  assert.ok(placeOf(full.customerId) >= 0 && placeOf(full.customerId) < placeOf(roomy.customerId))
  const { activeSeries, maxSeries, refusedAt } = usages[placeOf(full.customerId)] ?? assert.fail('it is not listed')
  assert.deepEqual([activeSeries, maxSeries, refusedAt !== null], [1, 1, true])

  const path = `/admin/customer/${full.customerId}/metric-limit`
  assert.equal((await vakt.call(staff, 'PUT', path, { maxSeries: -1 })).statusCode, 400)
  const raised = await vakt.call(staff, 'PUT', path, { maxSeries: 5 })
  assert.deepEqual([raised.statusCode, raised.json().result.maxSeries], [200, 5])
  assert.equal((await write(full.token, ['a', 'c'])).statusCode, 204)
})

test('a sender of ever new label sets costs no memory, and is put off before it costs the others', async () => {
  const { customerId } = await createLimited(10)
  const dictionary = createSeriesDictionary(vakt.database.app)
  const sentOf = (first: number, count: number): SentPoints => ({
    keys: Array.from({ length: count }, (_, index) => `key ${first + index}`),
    describe: (series) => ({ labels: [['__name__', `m${first + series}`]], kind: null, unit: null }),
    count: 0,
    series: new Uint32Array(),
    at: new Float64Array(),
    value: new Float64Array(),
    metadata: [],
    passedOver: 0,
    faults: noFaults(),
  })
  const numbers = await dictionary.numbersOf(customerId, sentOf(0, 40_000), createTurns())
  assert.equal(numbers.filter((no) => no > 0).length, 10)
  await assert.rejects(dictionary.numbersOf(customerId, sentOf(40_000, 40_000), createTurns()), /cannot answer right now/)
  assert.ok((await dictionary.numbersOf(customerId, sentOf(0, 40_000), createTurns())).includes(0))
  assert.equal(dictionary.size(), 40_000)
})

test('equal and empty series are not counted as many new ones: after a bomb of them others are taken at once', async () => {
  const { token } = await createLimited(100)
  const bomb = toSnappy(Buffer.alloc(1_000_000, bytesField(1, [])))
  assert.equal((await vakt.send('prometheus', token, bomb, remoteWriteHeaders[1])).statusCode, 400)
  const same = await write(
    token,
    Array.from({ length: 30_000 }, () => 'same'),
  )
  assert.equal(same.statusCode, 204)
  assert.equal((await write(token, ['a', 'b'])).statusCode, 204)
})

test('a request of very many new series puts the next ones off for seconds, not for as long as it was large', async () => {
  const { customerId } = await createLimited(100)
  let now = Date.now()
  const allowance = createAllowance(() => now)
  allowance.take(customerId, 8_000_000)
  now += 5000
  allowance.take(customerId, 10)
})
