import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import type { Retention, RetentionEffect } from '@vakt/contract/retention/retention.ts'
import { retentionKinds } from '@vakt/contract/retention/retention-terms.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { removals } from '#server/roles/removals.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { enqueueRemoval, removalQueues } from './remove-past-terms.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }

const query = async (text: string, values: unknown[] = []) =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows
const pathOf = (customerId: string) => `/admin/customer/${customerId}/retention`
const read = async (customerId: string) => (await vakt.call(staff, 'GET', pathOf(customerId))).json().result as Retention
const none = { alerts: null, incidents_and_tickets: null, audit_log: null, resource_history: null }
const save = (customerId: string, change: object) => vakt.call(staff, 'PUT', pathOf(customerId), { ...none, ...change })
const effectOf = async (customerId: string, days = '') =>
  (await vakt.call(staff, 'GET', `${pathOf(customerId)}/effect${days}`)).json().result as RetentionEffect

const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const createContext = () => ({
  ...{ actor: { type: 'system' as const, job: 'test' }, now, pool: vakt.database.worker, log: silentLog, requestId: null, isStaff: false },
})

/** Alerts of the customer that ended so many days ago, by their names. */
const addAlerts = (customerId: string, days: number[]) =>
  query(
    `insert into alert (customer_id, source, fingerprint, state, severity, name, rule, description, started_at, ended_at, first_seen_at,
       last_seen_at, changed_at)
     select $1, 'test', 'f ' || days, 'resolved', 'low', days::text, 'r', 'd', at, at, at, at, at
     from unnest($2::int[], $3::timestamptz[]) as a (days, at)`,
    [customerId, days, days.map(daysAgo)],
  )
const alertsOf = async (customerId: string) =>
  (await query('select name from alert where customer_id = $1 order by name', [customerId])).map(({ name }) => name)

test('what is chosen for all customers holds where a customer has nothing of its own, and removal goes by it', async () => {
  const [usual, longer, shorter] = [
    await createCustomer(vakt.database),
    await createCustomer(vakt.database),
    await createCustomer(vakt.database),
  ]
  for (const { customerId } of [usual, longer, shorter]) await addAlerts(customerId, [99, 149, 151, 249, 251, 501])
  assert.equal((await save(provider.customerId, { alerts: 150 })).statusCode, 200)
  await save(longer.customerId, { alerts: 250 })
  await save(shorter.customerId, { alerts: 90 })
  assert.deepEqual(await read(longer.customerId), {
    isOfAll: false,
    own: { ...none, alerts: 250 },
    usual: { alerts: 150, incidents_and_tickets: 1826, audit_log: 731, resource_history: 731 },
    others: [],
  })
  const { isOfAll, usual: ofVakt, others } = await read(provider.customerId)
  assert.deepEqual([isOfAll, ofVakt.alerts, others.length], [true, 400, 2])
  await enqueueRemoval(createContext())
  await workThrough(removalQueues(removals), createContext)
  assert.deepEqual(await alertsOf(usual.customerId), ['149', '99'])
  assert.deepEqual(await alertsOf(longer.customerId), ['149', '151', '249', '99'])
  assert.deepEqual(await alertsOf(shorter.customerId), [])
  await save(longer.customerId, {})
  await save(provider.customerId, {})
  assert.equal((await read(longer.customerId)).own.alerts, null)
})

test('what a change removes is named before it is saved, for one customer and for all without terms of their own', async () => {
  const [one, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
  await addAlerts(one.customerId, [120, 130, 140])
  await addAlerts(other.customerId, [120])
  await save(other.customerId, { alerts: 110 })
  assert.deepEqual((await effectOf(one.customerId)).removes, [])
  const { at, removes } = await effectOf(one.customerId, '?alerts=125')
  const before = new Date(Date.parse(at) - 125 * 86_400_000).toISOString()
  assert.deepEqual(removes, [{ what: 'alerts', count: 2, isMore: false, before }])
  assert.match(at, /T01:08:00/)
  assert.ok(Date.parse(at) > Date.now())
  // The other customer has its own, which stays.
  const ofAll = await effectOf(provider.customerId, '?alerts=115')
  const elsewhere = await query('select count(*)::int as count from alert where changed_at < $1 and customer_id <> all($2)', [
    new Date(Date.parse(ofAll.at) - 115 * 86_400_000),
    [one.customerId, other.customerId],
  ])
  assert.equal(ofAll.removes[0]?.count, 3 + elsewhere[0].count)
})

test('terms out of their bounds are refused, and each change is in the audit log', async () => {
  const { customerId } = await createCustomer(vakt.database)
  for (const [kind, days] of [
    ['alerts', 89],
    ['alerts', 3654],
    ['incidents_and_tickets', 761],
    ['audit_log', 364],
    ['alerts', 100.5],
  ] as const) {
    const answer = await save(customerId, { [kind]: days })
    assert.deepEqual([answer.statusCode, answer.json().errors[0].message_translation_key], [400, 'retention.range'], `${kind} ${days}`)
  }
  await save(customerId, { audit_log: 3653 })
  const [entry] = await query("select action, details from recorded_action where customer_id = $1 and action = 'retention.change'", [
    customerId,
  ])
  assert.equal(entry?.details.audit_log, 3653)
  assert.deepEqual(Object.keys((await read(customerId)).own), [...retentionKinds])
})

test('no one but an administrator of the provider reads or changes them', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const admin = { email: `elin@${emailDomain}`, roles: ['admin'] }
  assert.equal((await vakt.call(admin, 'GET', pathOf(customerId))).statusCode, 403)
  assert.equal((await vakt.call(admin, 'PUT', pathOf(customerId), none)).statusCode, 403)
  assert.equal((await vakt.call(staff, 'GET', pathOf('nobody'))).statusCode, 404)
})
