import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { bucketEnd, slotOf } from '@vakt/domain/metrics/bucket.ts'
import pg from 'pg'
import { closeBuckets } from '#server/features/metrics/close-buckets.ts'
import { storePoints } from '#server/features/metrics/metric-point-table.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { packPoints } from '#server/features/metrics/pack-points.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { evaluateRules, noteClosedBucket } from './evaluate-rules.ts'

const vakt = await createTestApp()
after(vakt.close)

const resources = 100_000
const perRequest = 2000
const violating = 3
const slot = slotOf(Date.now()) - 12

const contextAt = (now: Date) => () => ({
  ...{
    actor: { type: 'system' as const, job: 'test' },
    now,
    pool: vakt.database.worker,
    log: silentLog,
    ports,
    requestId: null,
    isStaff: false,
  },
})
const run = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))

/** Past the triggers, which would take most of the time. */
async function makeResources(customerId: string): Promise<void> {
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  try {
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `insert into entity (customer_id, external_id, external_key, name, host_name, type, source)
       select $1, '/many/' || n, '/many/' || n, 'many-' || n, 'many-' || n, 'many', 'test' from generate_series(1, $2::int) n`,
      [customerId, resources],
    )
    await owner.query('insert into metric_customer (customer_id, last_series_no, active_series) values ($1, $2, $2)', [
      customerId,
      resources,
    ])
    await owner.query(
      `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, entity_id, target_key)
       select $1, row_number() over (order by entity_id), 'load', '{}', decode(md5(entity_id::text), 'hex'), 'gauge', entity_id, name
       from entity where customer_id = $1`,
      [customerId],
    )
    await owner.query('analyze entity, metric_series')
  } finally {
    await owner.end()
  }
}

test('a rule that covers 100,000 resources is evaluated on all of them', { timeout: 480_000 }, async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  await makeResources(customerId)
  const anna = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const rule = {
    ...{ name: 'Load high', description: 'Busy.', severity: 1, aggregation: 'avg', thresholdComparison: '>', threshold: 80 },
    ...{ alertsBeforeAction: 1, metricName: 'load', entityId: null, filter: { type: ['many'], resourceGroup: [], tag: [] } },
  }
  const created = await vakt.call(anna, 'POST', `/customer/${customerId}/alert-rule`, rule)
  assert.equal(created.statusCode, 200, created.body)
  const { alertRuleId } = created.json().result as AlertRule
  await run('update alert_rule set active_from_slot = $2 where rule_id = $1', [alertRuleId, slot])
  for (let from = 0; from < resources; from += perRequest) {
    const packed = packPoints(perRequest, (batch) => {
      for (let index = 0; index < perRequest; index++) {
        batch.no[index] = from + index + 1
        batch.offset[index] = 1000
        batch.value[index] = from + index < violating ? 95 : 40
      }
    })
    await storePoints(vakt.database.worker, customerId, [slot], [packed])
  }

  while (await closeBuckets(contextAt(new Date(Date.now() + 120_000)), [noteClosedBucket]));
  while (await evaluateRules(contextAt(new Date(bucketEnd(slot) + 91_000)), { store: ownMetricStore, cache: new Map() }));

  const { result } = (await vakt.call(anna, 'GET', `/customer/${customerId}/alert-rule`)).json()
  assert.equal(result[0].covers, resources)
  assert.equal((await vakt.call(anna, 'GET', `/customer/${customerId}/alert`)).json().result.length, violating)
  const covered = await vakt.call(anna, 'GET', `/customer/${customerId}/alert-rule/${alertRuleId}/entity?limit=2`)
  assert.equal(covered.json().result.length, 2)
})
