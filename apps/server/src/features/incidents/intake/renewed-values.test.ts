import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createRuleDesks } from '#server/testing/rule-desk.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ReceivedEvent } from './intake-ledger.ts'
import { recordAlerts } from './record-alerts.ts'

const vakt = await createTestApp()
after(vakt.close)
const { contextAt, run } = createRuleDesks(vakt)

type Entity = { entityId: string; name: string }

const descriptionOf = (resource: string, value: number) =>
  writeRuleFinding({ metric: 'cpu', unit: null, resource, value, comparison: '>', limit: 80 }, 'en')

/** A rule that fires on each of these entities, with this value. */
const firing = (customerId: string, entities: readonly Entity[], value: number, receivedAt: Date): ReceivedEvent[] =>
  entities.map(({ entityId, name }) => ({
    event: {
      ...{ source: 'alert-rule', fingerprint: `rule/${entityId}`, isEvaluatedHere: true, state: 'firing', severity: 'high' },
      ...{ startedAt: receivedAt, endedAt: null, name: 'CPU high', rule: 'CPU high', description: descriptionOf(name, value) },
      ...{ metricName: 'cpu', targets: [], targetName: name, sourceUrl: null },
      labels: { operator: '>', threshold: '80', metricValue: String(value) },
    },
    receivedAt,
    match: { entityId, customerId, name, by: 'alert-rule' },
  }))

/** Records these in one transaction; returns how many statements that took. */
function countStatements(customerId: string, events: ReceivedEvent[], now: Date): Promise<number> {
  const context = contextAt(now)()
  return inTransaction(context, customerId, async (transaction) => {
    let statements = 0
    const query = (...given: unknown[]) => {
      statements += 1
      return (transaction.query as (...given: unknown[]) => unknown).apply(transaction, given)
    }
    const counting: Transaction = {
      announceOnCommit: (...given) => transaction.announceOnCommit(...given),
      query: query as Transaction['query'],
    }
    await recordAlerts(counting, context, customerId, events)
    return statements
  })
}

test('500 alerts that a rule renews take as many statements as one, with the titles of their incidents and tickets', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const entities = await Promise.all(Array.from({ length: 500 }, () => createEntity(vakt.database, customerId)))
  const start = Date.now()
  const record = (some: readonly Entity[], value: number, minute: number) => {
    const now = new Date(start + minute * 60_000)
    return countStatements(customerId, firing(customerId, some, value, now), now)
  }
  await record(entities, 85, 0)
  const one = await record(entities.slice(0, 1), 90, 1)
  const all = await record(entities, 95, 2)
  assert.equal(all, one)
  const rows = await run(
    `select i.title, t.subject, e.name from incident i join entity e using (customer_id, entity_id)
     join ticket t on t.customer_id = i.customer_id and t.incident_id = i.incident_id where i.customer_id = $1`,
    [customerId],
  )
  assert.equal(rows.length, 500)
  assert.ok(rows.every(({ title, subject, name }) => title === descriptionOf(name, 95) && subject.includes(title)))
})
