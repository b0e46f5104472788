import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { AlertOfCustomer, IncidentOfCustomer } from '@vakt/contract/customers/all-customers.ts'
import { type FeatureKey, featureKeys, globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { openWindowDesk } from '#server/testing/window-desk.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const roles: Record<string, FeatureKey[]> = { admin: ['@feature.overview.read'] }
const first = await createCustomer(vakt.database, { roles })
const second = await createCustomer(vakt.database, { roles })
const provider = await createCustomer(vakt.database, { isProvider: true, roles: { [globalAdminRole]: [...featureKeys] } })
const admin: TestUser = { email: `anna@${first.emailDomain}`, roles: ['admin'] }
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }

const work = (sql: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(sql, values))

const open = (customerId: string, title: string, severity: string, state = 'open') =>
  work(
    `insert into incident (customer_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at)
     values ($1, $2, 'test', $3, $4, $5, now(), now(), case when $5 = 'resolved' then now() end)`,
    [customerId, randomUUID(), title, severity, state],
  )

const raise = (customerId: string, name: string, severity: string, state = 'firing') =>
  work(
    `insert into alert (customer_id, source, fingerprint, rule, name, description, severity, state, started_at, ended_at, first_seen_at, last_seen_at, changed_at)
     values ($1, 'test', $2, 'test', $3, '', $4, $5, now(), case when $5 = 'resolved' then now() end, now(), now(), now())`,
    [customerId, randomUUID(), name, severity, state],
  )

before(async () => {
  for (const user of [admin, staff]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  await open(first.customerId, 'Shop is slow', 'high')
  await open(second.customerId, 'Grid is down', 'critical')
  await open(second.customerId, 'Disk is full', 'low')
  await open(first.customerId, 'Was down', 'critical', 'resolved')
  await raise(first.customerId, 'slow', 'high')
  await raise(second.customerId, 'down', 'critical')
  await raise(second.customerId, 'was down', 'low', 'resolved')
})

type Page<Row> = { result: Row[]; continuation_token: string | null }

async function readAll<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let token: string | null = null, page = 0; page === 0 || token; page += 1) {
    const answer = await vakt.call(staff, 'GET', path, undefined, token ? { 'x-continuation-token': token } : {})
    assert.equal(answer.statusCode, 200, answer.body)
    const { result, continuation_token } = answer.json() as Page<Row>
    rows.push(...result)
    token = continuation_token
  }
  return rows
}

test('staff list the incidents of all customers page by page, the worst first, each with its customer', async () => {
  const rows = await readAll<IncidentOfCustomer>('/incident?state=open&sort=severity&limit=1')
  assert.deepEqual(
    rows.map(({ title, customer }) => [title, customer.customerId]),
    [
      ['Grid is down', second.customerId],
      ['Shop is slow', first.customerId],
      ['Disk is full', second.customerId],
    ],
  )
  const narrowed = await readAll<IncidentOfCustomer>(`/incident?customer=${first.customerId}`)
  assert.deepEqual(new Set(narrowed.map(({ title }) => title)), new Set(['Shop is slow', 'Was down']))
})

test('staff list and count the alerts of all customers', async () => {
  const rows = await readAll<AlertOfCustomer>('/alert?state=firing&sort=severity&limit=1')
  assert.deepEqual(
    rows.map(({ name, customer }) => [name, customer.customerId]),
    [
      ['down', second.customerId],
      ['slow', first.customerId],
    ],
  )
  const narrowed = await readAll<AlertOfCustomer>(`/alert?sort=started&customer=${second.customerId}`)
  assert.deepEqual(narrowed.map(({ name }) => name).toSorted(), ['down', 'was down'])
  const counted = await vakt.call(staff, 'GET', '/alert/count')
  assert.deepEqual(counted.json().result, { firing: { critical: 1, high: 1, medium: 0, low: 0 }, held: 0 })
})

test("a customer's user is refused every list over all customers", async () => {
  for (const path of ['/incident', '/alert', '/alert/count']) assert.equal((await vakt.call(admin, 'GET', path)).statusCode, 403, path)
})

test('each incident says which window of its customer holds it', async () => {
  const desks = [await openWindowDesk(vakt), await openWindowDesk(vakt)]
  const windows: string[] = []
  for (const desk of desks) {
    const entity = await desk.entity()
    await desk.tell('firing', entity)
    windows.push((await desk.window({ entityIds: [entity.entityId] })).serviceWindowId)
  }
  const customers = desks.map(({ customerId }) => `customer=${customerId}`).join('&')
  const rows = await readAll<IncidentOfCustomer>(`/incident?state=open&${customers}`)
  assert.deepEqual(new Set(rows.map(({ heldBy }) => heldBy?.serviceWindowId)), new Set(windows))
})
