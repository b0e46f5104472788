import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'
import pg from 'pg'
import { makeDemoContent } from '#server/features/demo/make-demo-content.ts'
import { removeDemoContent } from '#server/features/demo/remove-demo-content.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { keepPartitions } from '#server/features/metrics/pack-days.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { until } from '#server/testing/real-program.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#server/testing/test-database.ts'
import { createDemoMetrics } from './keep-demo-metrics.ts'

const customerId = '1001'
let vakt: TestDatabase
const contextAt =
  (now = new Date()) =>
  (): Context => ({
    actor: { type: 'system', job: 'test' },
    now,
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  })

/** Its start: a second later it is the same minute, and no bucket closes in between. */
const thisMinute = () => new Date(Math.floor(Date.now() / 60_000) * 60_000)

async function read<Row extends object>(sql: string): Promise<Row[]> {
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query<Row>(sql))
  return rows
}

before(async () => {
  vakt = await createTestDatabase()
  await makeDemoContent({ database: vakt.database, log: silentLog, masterSecrets: ['secret'], progress: () => {} })
})
after(() => vakt.close())

test('partitions can be made and dropped while days of the past are written', async () => {
  const holder = new pg.Client(vakt.owner)
  await holder.connect()
  const run = createDemoMetrics()
  const now = thisMinute()
  // The first run numbers the series, the next one writes the first days.
  assert.equal(await run(contextAt(now)), true)
  await holder.query('begin')
  // Who writes a day notes it at its series.
  await holder.query("select from metric_series where customer_id = '1001' for update")
  const writing = run(contextAt(now))
  await until(
    async () =>
      (await holder.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount,
  )
  try {
    await keepPartitions(contextAt(now)())
  } finally {
    await holder.query('rollback')
    await holder.end()
  }
  assert.equal(await writing, true)
})

const countAll = () =>
  read<{ days: number; hours: number; slots: number; rules: number; batches: number }>(
    `select (select count(*)::int from metric_day) as days, (select count(*)::int from metric_day_of_hours) as hours,
       (select count(distinct slot)::int from metric_chunk) as slots, (select count(*)::int from alert_rule) as rules,
       (select sum(length(points))::int from metric_batch) as batches`,
  )

test('fills ninety days of every running machine once, and goes on each minute', async () => {
  const now = thisMinute()
  const run = createDemoMetrics()
  while (await run(contextAt(now)));
  const [counts] = await countAll()
  assert.equal(counts?.slots, lastClosedSlot(now.getTime()) - (Math.floor(now.getTime() / 86_400_000) - 1) * 288 + 1)
  assert.ok((counts?.hours ?? 0) > 89 * 100 && (counts?.days ?? 0) > 33 * 100, JSON.stringify(counts))
  assert.equal(counts?.rules, 4)
  const machines = await read<{ name: string; metrics: number }>(
    `select e.name, count(distinct s.metric)::int as metrics from entity e
     left join metric_series s on s.customer_id = e.customer_id and s.entity_id = e.entity_id
     where e.customer_id = '1001' and e.type = 'microsoft.compute/virtualmachines' and e.status = 'running' group by e.name`,
  )
  assert.ok(machines.length > 10)
  assert.deepEqual(
    machines.filter(({ metrics }) => metrics < 5),
    [],
  )

  await run(contextAt(new Date(now.getTime() + 1000)))
  assert.deepEqual(await countAll(), [counts])
  await run(contextAt(new Date(now.getTime() + 61_000)))
  const [next] = await countAll()
  assert.ok((next?.batches ?? 0) > (counts?.batches ?? 0))
  // As a process does that was started again.
  await createDemoMetrics()(contextAt(new Date(now.getTime() + 62_000)))
  const [again] = await countAll()
  assert.deepEqual([again?.days, again?.hours, again?.rules], [counts?.days, counts?.hours, counts?.rules])
})

test('incidents of the demo show in the metrics, and no rule of the demo is violated today', async () => {
  const [incident] = await read<{ entityId: string; openedAt: Date }>(
    `select entity_id as "entityId", opened_at as "openedAt" from incident
     where customer_id = '1001' and rule = 'HighCpu' and opened_at > now() - interval '30 days' and resolved_at > opened_at + interval '15 minutes' limit 1`,
  )
  assert.ok(incident, 'the demo has had a busy machine')
  const slot = Math.floor(incident.openedAt.getTime() / 300_000)
  const scope = { pool: vakt.database.worker }
  const cpu = await inTransaction(scope, customerId, (transaction) =>
    ownMetricStore.findSeries(transaction, customerId, { metrics: ['instance:node_cpu_utilisation:rate5m'], entityIds: null }),
  )
  const wantedOf = (series: typeof cpu) => series.map((one) => ({ series: one, aggregation: 'avg' as const }))
  const busy = wantedOf(cpu.filter(({ entityId }) => entityId === incident.entityId))
  const [values] = await ownMetricStore.readAggregates(scope, customerId, busy, { from: slot - 24, to: slot + 3 })
  assert.ok((values?.[25] ?? 0) > 90 && (values?.[0] ?? 100) < 90, [...(values ?? [])].join(' '))
  const closed = lastClosedSlot(Date.now())
  const today = await ownMetricStore.readAggregates(scope, customerId, wantedOf(cpu), { from: closed - 200, to: closed })
  assert.ok(today.every((of) => of.every((value) => !(value > 97))))
})

test('goes with the demo content, and is not made again', async () => {
  await removeDemoContent(vakt.database.worker)
  assert.deepEqual(await countAll(), [{ days: 0, hours: 0, slots: 0, rules: 0, batches: null }])
  await createDemoMetrics()(contextAt())
  assert.deepEqual(await countAll(), [{ days: 0, hours: 0, slots: 0, rules: 0, batches: null }])
})
