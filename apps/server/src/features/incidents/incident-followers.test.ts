import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordOwnAlert } from '#server/features/incidents/intake/record-own-alert.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { followAfterwards, type IncidentFollower } from './incident-followers.ts'

const vakt = await createTestApp()
after(() => vakt.close())

// What a new follower costs: one file like this, and one entry in the list of `roles/ports.ts`.
const seen: string[] = []
const counter: IncidentFollower = {
  async opened(_transaction, _context, _customerId, incidents) {
    seen.push(`opened ${incidents.length}`)
    return incidents.map(({ incidentId }) => ({ incidentId, step: 'counted', details: { incidentId } }))
  },
}
const caller = followAfterwards({
  name: 'call-example',
  after: ['opened', 'escalated'],
  run: (context, { customerId, incidentId }, finish) =>
    workForAllCustomers(context, async (transaction) => {
      const { rows } = await transaction.query('select severity from incident where customer_id = $1 and incident_id = $2', [
        customerId,
        incidentId,
      ])
      seen.push(`called for ${rows[0]?.severity}`)
      await finish(transaction)
    }),
})

const createContext = (followers: readonly IncidentFollower[]): Context => ({
  ...{ actor: { type: 'system', job: 'test' }, now: new Date(), pool: vakt.database.worker },
  ...{ log: silentLog, requestId: null, isStaff: false },
  ports: { ...ports, incidents: { ...ports.incidents, followers } },
})

const alertOf = (entity: { entityId: string; name: string }, severity: 'high' | 'critical') => ({
  ...{ fingerprint: entity.name, rule: 'Example', name: 'Example', description: '', about: entity.name },
  ...{ severity, entity },
})

test('a follower takes part in the transaction, and another one works right after it, once for what happened meanwhile', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const entity = await createEntity(vakt.database, customerId)
  const context = createContext([...ports.incidents.followers, counter, caller])
  const raise = (severity: 'high' | 'critical') =>
    inTransaction(context, customerId, (transaction) =>
      recordOwnAlert(transaction, context, customerId, alertOf(entity, severity), 'firing'),
    )
  await raise('high')
  await raise('critical')
  assert.deepEqual(seen, ['opened 1'])
  await workThrough(caller.queues ?? {}, () => context)
  assert.deepEqual(seen, ['opened 1', 'called for critical'])
  const steps = await inTransaction(context, customerId, async (transaction) => {
    const { rows } = await transaction.query('select step from alert_trail where customer_id = $1 order by entry_id', [customerId])
    return rows.map(({ step }) => step)
  })
  assert.deepEqual(steps.slice(-5), ['incident-opened', 'ticket-opened', 'counted', 'severity-changed', 'ticket-raised'])
})

test('nothing of an alert is kept where a follower fails, or where no one said who follows', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const entity = await createEntity(vakt.database, customerId)
  const failing: IncidentFollower = { opened: () => Promise.reject(new Error('It cannot follow.')) }
  const { ports: _, ...without } = createContext([])
  for (const context of [createContext([failing]), without])
    await assert.rejects(
      inTransaction(context, customerId, (transaction) =>
        recordOwnAlert(transaction, context, customerId, alertOf(entity, 'high'), 'firing'),
      ),
      /It cannot follow|no ports/,
    )
  const alerts = await inTransaction(without, customerId, (transaction) =>
    transaction.query('select from alert where customer_id = $1', [customerId]),
  )
  assert.equal(alerts.rowCount, 0)
})
