import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { bucketStart, slotOf } from '@vakt/domain/metrics/bucket.ts'
import pg from 'pg'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const ruleCount = 20
const bucketCount = 120
const violationsToFire = 2
const workers = 2
const killsPerWorker = 5
const longestLifeMs = 400
const seed = Number(process.env.KILL_SEED) || randomInt(1, 2 ** 31)

const program = path.resolve(import.meta.dirname, '../../testing/rule-worker.ts')
const vakt = await createTestApp()
const owner = new pg.Client(vakt.owner)
await owner.connect()
const children = new Set<ChildProcess>()
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await owner.end()
  await vakt.close()
})

/** The same numbers again for the same seed. */
function createRandom(state: number): () => number {
  let current = state
  return () => {
    current = (Math.imul(current, 1664525) + 1013904223) >>> 0
    return current / 2 ** 32
  }
}

/** How often the values violate twice in a row again, and the violations counted at the end. */
function expectOf(values: number[]) {
  let [run, fired] = [0, 0]
  for (const value of values) {
    run = value > 80 ? run + 1 : 0
    if (run === violationsToFire) fired++
  }
  return { fired, isFiring: run >= violationsToFire, violations: Math.min(run, violationsToFire) }
}

test('workers that are killed at any moment, two at once, evaluate every rule on every bucket exactly once', async (t) => {
  t.diagnostic(`KILL_SEED=${seed}`)
  const random = createRandom(seed)
  const { customerId } = await createCustomer(vakt.database)
  const token = await createIngestToken(vakt.database, customerId)
  const first = slotOf(Date.now()) - bucketCount - 12
  const all = await Promise.all(
    Array.from({ length: ruleCount }, async () => ({
      entityId: (await createEntity(vakt.database, customerId)).entityId,
      values: Array.from({ length: bucketCount }, () => (random() < 0.5 ? 90 : 10)),
    })),
  )
  const series = all.map(({ entityId, values }) => ({
    labels: { __name__: 'cpu', vakt_entity: entityId },
    samples: values.map((value, index): [number, number] => [value, bucketStart(first + index) + 1000]),
  }))
  const sent = await vakt.send('prometheus', token, toSnappy(encodeRemoteWrite1(series)), remoteWriteHeaders[1])
  assert.equal(sent.statusCode, 204, sent.body)
  await owner.query("update metric_due set due_at = now() - interval '1 day' where customer_id = $1", [customerId])
  await owner.query("update metric_series set entity_id = (labels ->> 'vakt_entity')::uuid where customer_id = $1", [customerId])
  await owner.query(
    `insert into alert_rule (customer_id, name, description, severity, aggregation, threshold_comparison, threshold, alerts_before_action,
       metric_name, auto_close_delay_in_seconds, missing_data, entity_id, active_from_slot, created_at, modified_at)
     select $1, 'CPU of ' || e, 'Busy.', 1, 'avg', '>', 80, $2, 'cpu', 0, 'ignored', e, $3, now(), now() from unnest($4::uuid[]) e`,
    [customerId, violationsToFire, first, all.map(({ entityId }) => entityId)],
  )
  await owner.query('insert into alert_rule_revision (customer_id) values ($1)', [customerId])
  await owner.query('insert into alert_rule_clock (customer_id, evaluated_to) values ($1, $2)', [customerId, first - 1])

  const last = first + bucketCount - 1
  const start = async () => {
    const RULE_WORKER = JSON.stringify({ owner: vakt.owner, root: vakt.keyring.root.toString('hex'), customerId, last })
    const child = spawn(process.execPath, [program], { env: { ...process.env, RULE_WORKER }, stdio: ['ignore', 'pipe', 'inherit'] })
    children.add(child)
    await once(child.stdout, 'data')
    return child
  }
  const evaluatedTo = async () =>
    (await owner.query<{ slot: number }>('select evaluated_to as slot from alert_rule_clock where customer_id = $1', [customerId])).rows[0]
      ?.slot ?? 0
  let killsAtWork = 0
  const killAgain = async () => {
    for (let kill = 0; kill < killsPerWorker; kill++) {
      const child = await start()
      // The moment of the kill is what this test is about.
      await wait(random() * longestLifeMs)
      if ((await evaluatedTo()) < last) killsAtWork++
      const gone = once(child, 'close')
      child.kill('SIGKILL')
      await gone
    }
    return start()
  }
  const survivors = await Promise.all(Array.from({ length: workers }, killAgain))
  await until(async () => (await evaluatedTo()) === last)
  for (const child of survivors) child.kill('SIGKILL')
  t.diagnostic(`${killsAtWork} kills at work`)
  assert.ok(killsAtWork >= killsPerWorker, `${killsAtWork} kills at work`)

  const scope = { pool: vakt.database.worker }
  const found = await workForAllCustomers(scope, (transaction) =>
    ownMetricStore.findSeries(transaction, customerId, { metrics: null, entityIds: null }),
  )
  const wanted = found.map((one) => ({ series: one, aggregation: 'avg' as const }))
  const stored = await ownMetricStore.readAggregates(scope, customerId, wanted, { from: first, to: last + 1 })
  const valuesOf = new Map(found.map(({ entityId }, index) => [entityId, [...(stored[index] ?? [])]]))
  const { rows } = await owner.query<{ entityId: string; state: string; violations: number; fired: number; ended: number; opened: number }>(
    `select r.entity_id as "entityId", coalesce(a.state, 'none') as state, coalesce(s.violations, 0) as violations,
       (select count(*)::int from alert_trail t where t.alert_id = a.alert_id and t.step = 'rule-violated') as fired,
       (select count(*)::int from alert_trail t where t.alert_id = a.alert_id and t.step = 'rule-recovered') as ended,
       (select count(*)::int from alert_trail t where t.alert_id = a.alert_id and t.step in ('incident-opened', 'incident-joined')) as opened
     from alert_rule r left join alert a on a.customer_id = r.customer_id and a.fingerprint like r.rule_id || '/%'
       left join alert_rule_state s on s.customer_id = r.customer_id and s.rule_id = r.rule_id
     where r.customer_id = $1`,
    [customerId],
  )
  assert.equal(rows.length, ruleCount)
  for (const { entityId, values } of all) {
    const { fired, isFiring, violations } = expectOf(values)
    assert.deepEqual(valuesOf.get(entityId), values)
    const ended = isFiring ? fired - 1 : fired
    const state = isFiring ? 'firing' : fired > 0 ? 'resolved' : 'none'
    assert.deepEqual(
      rows.filter((row) => row.entityId === entityId),
      [{ entityId, state, violations, fired, ended, opened: fired }],
    )
  }
  const { rows: due } = await owner.query('select slot, error from metric_due where customer_id = $1', [customerId])
  assert.deepEqual(due, [])
})
