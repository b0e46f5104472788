import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { bucketEnd, gracePeriodMilliseconds } from '@vakt/domain/metrics/bucket.ts'
import { createRuleDesks } from '#server/testing/rule-desk.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { closeBuckets } from './close-buckets.ts'
import { noteReception } from './metric-reception-table.ts'

const vakt = await createTestApp()
after(vakt.close)
const { first, run, openDesk, contextAt } = createRuleDesks(vakt)

beforeEach(() => run('delete from metric_reception'))
const at = (milliseconds: number) => new Date(milliseconds).toISOString()
const receive = (from: number, to: number) =>
  run('insert into metric_reception (since, seen_at) values ($1, $2)', [from === 0 ? '-infinity' : at(from), at(to)])

test('after a downtime nothing is closed or evaluated before senders had the grace period to send again', async () => {
  const { createRule, send, evaluateTo, alerts, states } = await openDesk()
  await receive(0, bucketEnd(first) + 100_000)
  await createRule({ name: 'Silent', alertsBeforeAction: 1, missingData: 'violates' })
  await createRule({ name: 'Busy', alertsBeforeAction: 1, missingData: 'healthy' })
  await send([95])
  await evaluateTo(first)
  const firing = async () => (await alerts()).filter(({ state }) => state === 'firing').map(({ name }) => name)
  assert.deepEqual((await firing()).sort(), ['Busy', 'Silent'])
  // Down until four minutes into the bucket after the next.
  const up = bucketEnd(first + 2) - 60_000
  await receive(up, bucketEnd(first + 40))
  await evaluateTo(first + 1)
  assert.deepEqual((await firing()).sort(), ['Busy', 'Silent'])
  // What is sent again belongs to the buckets of the downtime; the first of them is healthy, the second still busy.
  await send([95, 95], { from: first + 1 })
  await evaluateTo(first + 2)
  assert.deepEqual((await firing()).sort(), ['Busy', 'Silent'])
  assert.equal((await states()).length, 2)
})

test('a point that is due waits until the bucket was received', async () => {
  const { customerId, send } = await openDesk()
  await send([95])
  const due = async () => (await run('select slot from metric_due where customer_id = $1', [customerId])).length
  assert.equal(await due(), 1)
  await receive(bucketEnd(first), bucketEnd(first) + gracePeriodMilliseconds - 1)
  await closeBuckets(contextAt(new Date(Date.now() + 120_000)))
  assert.equal(await due(), 1)
  await receive(bucketEnd(first) + gracePeriodMilliseconds - 1, bucketEnd(first) + gracePeriodMilliseconds)
  await closeBuckets(contextAt(new Date(Date.now() + 120_000)))
  assert.equal(await due(), 0)
})

test('processes that take turns are one time of reception; a silence of all of them begins another', async () => {
  const spans = async () => (await run('select 1 from metric_reception')).length
  await noteReception(vakt.database.worker)
  await noteReception(vakt.database.worker)
  assert.equal(await spans(), 1)
  await run("update metric_reception set since = since - interval '1 hour', seen_at = seen_at - interval '14 seconds'")
  await noteReception(vakt.database.worker)
  assert.equal(await spans(), 1)
  await run("update metric_reception set seen_at = seen_at - interval '16 seconds'")
  await noteReception(vakt.database.worker)
  assert.equal(await spans(), 2)
  await run("update metric_reception set seen_at = seen_at - interval '3 days', since = since - interval '3 days'")
  await noteReception(vakt.database.worker)
  assert.equal(await spans(), 1)
})
