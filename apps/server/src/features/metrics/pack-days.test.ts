import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bucketsPerDay, bucketsPerHour } from '@vakt/domain/metrics/bucket.ts'
import { createBuckets, listBuckets, setBucket } from '@vakt/domain/metrics/bucket-columns.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { dropPartitions, writeChunks } from './metric-bucket-table.ts'
import { makePartitions } from './metric-point-table.ts'
import type { Series } from './metric-store.ts'
import { ownMetricStore } from './own-metric-store.ts'
import { PackedBuckets, packBuckets, packChunks, seriesPerChunk } from './pack-buckets.ts'
import { keepPartitions, packDays } from './pack-days.ts'

const vakt = await createTestApp()
after(vakt.close)
const pool = vakt.database.worker
// One moment for all of them: a run goes past midnight, too.
const begin = new Date()
const today = Math.floor(begin.getTime() / 86_400_000)
const createContext = (now = begin) => ({
  actor: { type: 'system' as const, job: 'test' },
  now,
  pool,
  log: silentLog,
  requestId: null,
  isStaff: false,
})

test('packing loses nothing, and a series stands in its chunk', () => {
  const values = [0, -0, 1e-300, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.1 + 0.2, -1]
  const all = createBuckets(values.length)
  for (const [index, value] of values.entries())
    setBucket(all, index, index + seriesPerChunk - 4, { count: index + 1, sum: value, min: value, max: value, last: value })
  const chunks = packChunks(all)
  assert.deepEqual(
    chunks.map(({ chunk }) => chunk),
    [0, 1],
  )
  const back = chunks.flatMap(({ chunk, packed }) => listBuckets(new PackedBuckets(packed).unpack(chunk * seriesPerChunk)))
  for (const [index, { no, bucket }] of back.entries()) {
    assert.equal(no, index + seriesPerChunk - 4)
    assert.ok(Object.is(bucket.last, values[index]), `${values[index]}`)
  }
  const packed = new PackedBuckets(packBuckets(all))
  assert.equal(packed.indexOf(seriesPerChunk), 4)
  assert.equal(packed.indexOf(3), -1)
  assert.equal(packed.aggregateAt(7, 'avg', 'gauge'), -1 / 8)
})

test('a day that is over is packed with its hours, read as before, and its chunks are dropped; younger days stay as they are', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const seriesOf = (seriesNo: number): Series => ({
    seriesNo,
    entityId: null,
    metric: 'm',
    kind: 'gauge',
    unit: null,
    labels: {},
    firstSlot: null,
  })
  const numbers = [1, 2, seriesPerChunk + 5]
  const days = [today - 2, today - 1]
  await makePartitions(pool, today - 2)
  await workForAllCustomers({ pool }, async (transaction) => {
    for (const day of days)
      for (let slot = day * bucketsPerDay; slot < (day + 1) * bucketsPerDay; slot += 3) {
        const all = createBuckets(numbers.length)
        for (const [index, no] of numbers.entries())
          setBucket(all, index, no, { count: 2, sum: slot + no, min: -slot, max: slot, last: no })
        await writeChunks(transaction, customerId, slot, packChunks(all))
      }
  })
  const span = { from: (today - 2) * bucketsPerDay, to: today * bucketsPerDay }
  const read = () =>
    ownMetricStore.readAggregates(
      { pool },
      customerId,
      numbers.map((no) => ({ series: seriesOf(no), aggregation: 'sum' as const })),
      span,
    )
  const before = await read()
  const countOf = async (table: string) =>
    Number((await pool.query(`select count(*) from ${table} where customer_id = $1`, [customerId])).rows[0].count)
  await packDays(createContext)
  assert.deepEqual(await read(), before)
  assert.equal(await countOf('metric_day'), numbers.length)
  assert.equal(await countOf('metric_day_of_hours'), numbers.length)
  assert.equal(await countOf('metric_chunk'), (bucketsPerDay / 3) * 2)
  const hourly = await ownMetricStore.readBuckets({ pool }, customerId, seriesOf(2), span, bucketsPerHour)
  assert.equal(hourly.no.length, 48)
  assert.equal(hourly.count[0], 8)
  const hasPartition = async () =>
    (await pool.query("select to_regclass('metric_chunk_' || $1::text) is not null as found", [today - 2])).rows[0].found
  await keepPartitions(createContext())
  assert.equal(await hasPartition(), false)
  assert.deepEqual(await read(), before)
})

test('where the buckets of five minutes are gone, a chart is made of the hours', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const series: Series = { seriesNo: 1, entityId: null, metric: 'm', kind: 'counter', unit: null, labels: {}, firstSlot: null }
  const day = today - 100
  await pool.query('select make_metric_day_partitions($1, $1)', [day])
  const hours = createBuckets(2)
  for (const hour of [0, 1]) setBucket(hours, hour, hour, { count: 12, sum: 3600, min: 1, max: 2, last: 2 })
  await pool.query('insert into metric_day_of_hours (customer_id, series_no, day, buckets) values ($1, 1, $2, $3)', [
    customerId,
    day,
    packBuckets(hours),
  ])
  const span = { from: day * bucketsPerDay, to: (day + 1) * bucketsPerDay }
  const buckets = await ownMetricStore.readBuckets({ pool }, customerId, series, span, bucketsPerDay)
  assert.deepEqual(listBuckets(buckets), [{ no: day * bucketsPerDay, bucket: { count: 24, sum: 7200, min: 1, max: 2, last: 2 } }])
})

test('a log that is still needed is not dropped, however old', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const partitions = async () =>
    Number((await pool.query("select count(*) from pg_inherits where inhparent = 'metric_batch'::regclass")).rows[0].count)
  const before = await partitions()
  await pool.query("insert into metric_due (customer_id, slot, due_at) values ($1, 1, now() - interval '9 hours')", [customerId])
  await keepPartitions(createContext())
  assert.ok((await partitions()) >= before)
  await pool.query('delete from metric_due where customer_id = $1', [customerId])
})

test('while another process makes or drops partitions, none are dropped, and nothing fails', async () => {
  const other = await pool.connect()
  try {
    await other.query("begin; select pg_advisory_xact_lock(hashtextextended('metric partitions', 0))")
    const settings = { oldestHour: 0, packedDays: [], days: 35, daysOfHours: 400 }
    await workForAllCustomers({ pool }, (transaction) => dropPartitions(transaction, settings))
    assert.equal(await keepPartitions(createContext()), false)
  } finally {
    await other.query('rollback')
    other.release()
  }
})
