import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bucketStart, bucketsPerDay, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { createBuckets, setBucket } from '@vakt/domain/metrics/bucket-columns.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { startWorkQueue, workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { closingQueues, enqueueDueBuckets } from './close-buckets.ts'
import { enqueueNewSeries, enqueueUnmatchedSeries, matchingQueues } from './match-series.ts'
import { writeChunks } from './metric-bucket-table.ts'
import { findFirstDue, makePartitions } from './metric-point-table.ts'
import type { BucketClosedHook } from './metric-store.ts'
import { packChunks } from './pack-buckets.ts'
import { enqueuePacking, packingQueues } from './pack-days.ts'
import { readBucketLag } from './read-bucket-lag.ts'

const vakt = await createTestApp()
after(vakt.close)
const pool = vakt.database.worker
const slot = slotOf(Date.now()) - 3
const createContext = () => ({
  actor: { type: 'system' as const, job: 'test' },
  now: new Date(Date.now() + 120_000),
  pool,
  log: silentLog,
  requestId: null,
  isStaff: false,
})
const run = (text: string, values: unknown[] = []) =>
  workForAllCustomers({ pool }, async (transaction) => (await transaction.query(text, values)).rows)

async function createSender() {
  const { customerId } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const send = async (slots: number[], labels: Record<string, string> = { vakt_entity: entityId }) => {
    const samples = slots.map((one): [number, number] => [1, bucketStart(one) + 1000])
    const body = toSnappy(encodeRemoteWrite1([{ labels: { __name__: 'cpu', ...labels }, samples }]))
    assert.equal((await vakt.send('prometheus', token, body, remoteWriteHeaders[1])).statusCode, 204)
  }
  /** As if the points had come while their buckets were open. */
  const makeLive = (slots: number[]) =>
    run('update metric_due set due_at = to_timestamp((slot + 1) * 300.0 + 90) where customer_id = $1 and slot = any ($2)', [
      customerId,
      slots,
    ])
  return { customerId, entityId, send, makeLive }
}

/** The jobs of a customer. */
const jobsOf = (customerId: string) =>
  run('select queue, row_id, state, attempts, error from job where customer_id = $1 order by row_id', [customerId])

test('a customer that replays a day has the live buckets of others closed before, and its own', async () => {
  const [replaying, other] = [await createSender(), await createSender()]
  const day = Array.from({ length: 200 }, (_, index) => slot - 230 + index)
  await replaying.send([...day, slot])
  await replaying.makeLive([slot])
  await other.send([slot])
  await other.makeLive([slot])
  await enqueueDueBuckets(createContext())
  const closed: { customerId: string; slot: number; isLate: boolean }[] = []
  const hook: BucketClosedHook = async (_, bucket) => void closed.push(bucket)
  await workThrough(closingQueues([hook]), createContext)
  const first = closed.slice(0, 6)
  for (const { customerId } of [replaying, other])
    assert.ok(
      first.some((one) => one.customerId === customerId && one.slot === slot && !one.isLate),
      JSON.stringify(first),
    )
  assert.equal(closed.filter(({ isLate }) => isLate).length, 200)
})

test('however many late buckets of a customer wait, there is a job for what is due in time, and for a late one of another customer', async () => {
  const [replaying, other] = [await createSender(), await createSender()]
  // What was late before a downtime is not in time after it.
  await run("insert into metric_reception (since, seen_at) values (now() - interval '50 seconds', now())")
  await run(
    `insert into metric_due (customer_id, slot, due_at)
     select $1, s, now() - interval '1 hour' from generate_series($2::int - 9000, $2::int - 100) s`,
    [replaying.customerId, slot],
  )
  await run("insert into metric_due (customer_id, slot, due_at) values ($1, $2, now() - interval '1 minute')", [
    other.customerId,
    slot - 100,
  ])
  await other.send([slot])
  await other.makeLive([slot])
  await enqueueDueBuckets(createContext())
  const ofOther = await jobsOf(other.customerId)
  await run('delete from metric_due where customer_id = any ($1)', [[replaying.customerId, other.customerId]])
  const ofReplaying = await jobsOf(replaying.customerId)
  await run('delete from job where customer_id = any ($1)', [[replaying.customerId, other.customerId]])
  await run("delete from metric_reception where since <> '-infinity'")
  assert.deepEqual([...new Set(ofReplaying.map(({ queue }) => queue))], ['close-late-metric-buckets'])
  assert.deepEqual(ofOther.map(({ queue, row_id }) => [queue, Number(row_id)]).toSorted(), [
    ['close-late-metric-buckets', slot - 100],
    ['close-metric-buckets', slot],
  ])
})

test('a bucket that cannot be closed is tried again, then listed as failed and kept; other buckets and customers go on', async () => {
  const [poisoned, other] = [await createSender(), await createSender()]
  await poisoned.send([slot - 1, slot])
  await run('update metric_batch set points = $2 where customer_id = $1 and slot = $3', [
    poisoned.customerId,
    Buffer.from('not points'),
    slot - 1,
  ])
  await other.send([slot])
  for (const { makeLive } of [poisoned, other]) await makeLive([slot - 1, slot])
  const closed: string[] = []
  const hook: BucketClosedHook = async (_, bucket) => void closed.push(`${bucket.customerId} ${bucket.slot}`)
  await enqueueDueBuckets(createContext())
  await workThrough(closingQueues([hook]), createContext)
  assert.deepEqual(closed.sort(), [`${poisoned.customerId} ${slot}`, `${other.customerId} ${slot}`].sort())
  const [waiting] = await jobsOf(poisoned.customerId)
  assert.deepEqual([waiting?.row_id, waiting?.state, waiting?.attempts], [String(slot - 1), 'waiting', 1])
  assert.ok((await readBucketLag({ pool })).seconds > 0)
  // Its last attempt.
  await run("update job set attempts = 7, due = now() where customer_id = $1 and state = 'waiting'", [poisoned.customerId])
  await workThrough(closingQueues([hook]), createContext)
  const [failed] = await jobsOf(poisoned.customerId)
  assert.equal(failed?.state, 'failed')
  assert.ok(failed?.error)
  await enqueueDueBuckets(createContext())
  assert.equal((await jobsOf(poisoned.customerId))[0]?.state, 'failed')
  assert.equal((await run('select from metric_due where customer_id = $1 and failed_at is not null', [poisoned.customerId])).length, 1)
})

test('a bucket that kills each worker is noted before it is begun again, so that what follows it does not wait', async () => {
  const { customerId, send, makeLive } = await createSender()
  await send([slot - 1, slot])
  await makeLive([slot - 1, slot])
  await enqueueDueBuckets(createContext())
  const firstDue = () => inTransaction({ pool }, customerId, (transaction) => findFirstDue(transaction, customerId, createContext().now))
  const kills = Promise.withResolvers<never>()
  kills.promise.catch(() => {})
  const begun: string[] = []
  // Begun for the third time: the process ends in the midst of it.
  await run('update job set attempts = 2, times_lost = 2 where customer_id = $1 and row_id = $2', [customerId, String(slot - 1)])
  const hook: BucketClosedHook = (_, bucket) => {
    begun.push(String(bucket.slot))
    return bucket.slot === slot - 1 ? kills.promise : Promise.resolve()
  }
  assert.equal(await firstDue(), slot - 1)
  const working = workThrough(closingQueues([hook]), createContext)
  await until(async () => begun.includes(String(slot - 1)))
  assert.notEqual(await firstDue(), slot - 1)
  kills.reject(new Error('killed'))
  await working
  await run('delete from metric_due where customer_id = $1', [customerId])
  await run('delete from job where customer_id = $1', [customerId])
})

test('a bucket that is being closed for one customer holds up no other customer', async () => {
  const [stuck, other] = [await createSender(), await createSender()]
  await stuck.send([slot, slot - 1, slot - 2])
  await other.send([slot])
  for (const { makeLive } of [stuck, other]) await makeLive([slot, slot - 1, slot - 2])
  const release = Promise.withResolvers<void>()
  const closed: string[] = []
  const hook: BucketClosedHook = async (_, { customerId }) => {
    if (customerId === stuck.customerId) await release.promise
    closed.push(customerId)
  }
  const queue = startWorkQueue(closingQueues([hook]), createContext, { pollMilliseconds: 50 })
  await enqueueDueBuckets(createContext())
  queue.wake()
  await until(async () => closed.includes(other.customerId))
  assert.ok(!closed.includes(stuck.customerId))
  release.resolve()
  await until(async () => closed.length === 4)
  await queue.stop()
})

test('a series that cannot be matched stops the matching of its own customer only, and is listed', async () => {
  const [poisoned, other] = [await createSender(), await createSender()]
  await poisoned.send([slot])
  await other.send([slot])
  await run("update metric_series set labels = 'null' where customer_id = $1", [poisoned.customerId])
  await enqueueNewSeries(createContext())
  await workThrough(matchingQueues(), createContext)
  const [matched] = await run('select entity_id from metric_series where customer_id = $1', [other.customerId])
  assert.equal(matched?.entity_id, other.entityId)
  assert.ok((await jobsOf(poisoned.customerId)).some(({ queue, error }) => queue === 'match-metric-series' && error))
})

test('all that matched nothing is tried again, however much of it others have', async () => {
  const [many, other] = [await createSender(), await createSender()]
  const unmatched = `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, target_key)
    select $1, 1000 + i, 'm', jsonb_build_object('instance', $2 || i), decode(md5($2 || i), 'hex'), 'gauge', 'host ' || lpad(i::text, 6, '0')
    from generate_series(1, $3) i`
  await many.send([slot], { host: 'nothing' })
  await other.send([slot], { host: 'nothing' })
  await run(unmatched, [many.customerId, 'absent-', 1200])
  await run(unmatched, [other.customerId, 'late-', 3])
  const last = await createEntity(vakt.database, many.customerId, { name: 'absent-1200' })
  const late = await createEntity(vakt.database, other.customerId, { name: 'late-2' })
  await enqueueUnmatchedSeries(createContext())
  await workThrough(matchingQueues(), createContext)
  const matchedTo = async (entityId: string) => (await run('select series_no from metric_series where entity_id = $1', [entityId])).length
  assert.deepEqual([await matchedTo(last.entityId), await matchedTo(late.entityId)], [1, 1])
})

test('a chunk that cannot be packed holds up no other chunk and no other customer', async () => {
  const [poisoned, other] = [await createSender(), await createSender()]
  const day = slotOf(Date.now()) / bucketsPerDay - 2
  const first = Math.floor(day) * bucketsPerDay
  await makePartitions(pool, Math.floor(day))
  const all = createBuckets(2)
  for (const [index, no] of [1, 200].entries()) setBucket(all, index, no, { count: 1, sum: 1, min: 1, max: 1, last: 1 })
  for (const { customerId } of [poisoned, other])
    await inTransaction({ pool }, customerId, (transaction) => writeChunks(transaction, customerId, first, packChunks(all)))
  await run('update metric_chunk set buckets = $2 where customer_id = $1 and chunk = 0', [poisoned.customerId, Buffer.from('no')])
  await enqueuePacking(createContext())
  await workThrough(packingQueues(), createContext)
  const chunksOf = async (customerId: string) =>
    (await run('select chunk from metric_chunk where customer_id = $1 and slot = $2', [customerId, first])).length
  assert.deepEqual([await chunksOf(poisoned.customerId), await chunksOf(other.customerId)], [1, 0])
  assert.ok((await jobsOf(poisoned.customerId)).some(({ queue, error }) => queue === 'pack-metric-days' && error))
})
