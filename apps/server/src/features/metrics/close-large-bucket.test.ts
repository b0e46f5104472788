import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { slotOf } from '@vakt/domain/metrics/bucket.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import { closeBuckets } from './close-buckets.ts'
import { readChunks } from './metric-bucket-table.ts'
import { makePartitions, readLog, storePoints } from './metric-point-table.ts'
import { PackedBuckets } from './pack-buckets.ts'
import { packPoints, unpackPoints } from './pack-points.ts'

const { database, close } = await createTestDatabase()
after(close)

test('the points of a bucket are read in parts and summed up whole, many of one series out of order and twice too', async () => {
  const { customerId } = await createCustomer(database)
  const slot = slotOf(Date.now()) - 3
  await makePartitions(database.worker)
  const count = 100_000
  const packed = packPoints(count, ({ no, offset, value }) => {
    no.fill(1)
    for (let i = 0; i < count; i++) [offset[i], value[i]] = [299_999 - i, i]
  })
  for (let time = 0; time < 2; time++) await storePoints(database.app, customerId, [slot], [packed])
  const log = await inTransaction({ pool: database.app }, customerId, (transaction) => readLog(transaction, customerId, slot))
  assert.ok(log.length === 2 && log.every((batch) => batch.equals(packed)))
  assert.ok(log.flatMap(unpackPoints).every(({ no }) => no.length <= 32_768))
  const context = {
    actor: { type: 'system' as const, job: 'test' },
    pool: database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  }
  await closeBuckets(() => ({ ...context, now: new Date(Date.now() + 600_000) }))
  const [chunk] = await inTransaction({ pool: database.app }, customerId, (transaction) =>
    readChunks(transaction, customerId, { from: slot, to: slot + 1 }, null),
  )
  const closed = new PackedBuckets(chunk?.buckets ?? assert.fail('it was not closed')).unpack(0)
  assert.deepEqual(
    [[...closed.no], [...closed.count], [...closed.min], [...closed.max], [...closed.last]],
    [[1], [count], [0], [count - 1], [0]],
  )
})
