import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { CustomerState } from '@vakt/contract/customers/customer-states.ts'
import { type FeatureKey, featureKeys, globalAdminRole } from '@vakt/contract/features.ts'
import type { OpenNow, OpenNowOfAllCustomers } from '@vakt/contract/open-now.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const roles: Record<string, FeatureKey[]> = {
  admin: ['@feature.overview.read', '@feature.tickets.write'],
  viewer: ['@feature.overview.read'],
  [globalAdminRole]: [...featureKeys],
}
const own = await createCustomer(vakt.database, { roles })
const other = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const admin: TestUser = { email: `anna@${own.emailDomain}`, roles: ['admin'] }
const viewer: TestUser = { email: `vera@${own.emailDomain}`, roles: ['viewer'] }
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }

const work = (sql: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(sql, values))

async function open(customerId: string, incident: { title: string; severity: string; minutesAgo: number; entityId?: string }) {
  const { rows } = await work(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, opened_at, changed_at)
     values ($1, $2, $3, 'test', $4, $5, now() - $6 * interval '1 minute', now()) returning incident_id::text as id`,
    [customerId, incident.entityId ?? null, randomUUID(), incident.title, incident.severity, incident.minutesAgo],
  )
  return rows[0].id as string
}

async function openTicket(customerId: string, incidentId: string, assignee: string | null): Promise<string> {
  const { rows } = await work(
    `insert into ticket (customer_id, subject, description, type, area, requester_name, source, incident_id, assignee, status, created_at, modified_at)
     values ($1, 'S', 'D', 'incident', 'other', 'Vakt', 'monitoring', $2, $3, 'in_progress', now(), now()) returning ticket_id::text as id`,
    [customerId, incidentId, assignee],
  )
  return rows[0].id as string
}

const ids: Record<string, string> = {}
before(async () => {
  for (const user of [admin, viewer, staff]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  const shop = await createEntity(vakt.database, own.customerId, {
    name: 'app-checkout',
    tags: { application: 'webshop', environment: 'prod' },
  })
  const till = await createEntity(vakt.database, own.customerId, { name: 'vm-till', tags: { application: 'pos' }, type: 'till' })
  ids.young = await open(own.customerId, { title: 'Queue is long', severity: 'high', minutesAgo: 5, entityId: till.entityId })
  ids.old = await open(own.customerId, { title: 'Disk is full', severity: 'high', minutesAgo: 90, entityId: till.entityId })
  ids.worst = await open(own.customerId, {
    title: 'Checkout answers with 5xx',
    severity: 'critical',
    minutesAgo: 30,
    entityId: shop.entityId,
  })
  ids.unmatched = await open(own.customerId, { title: 'Unknown host is down', severity: 'low', minutesAgo: 500 })
  await open(other.customerId, { title: 'Of another customer', severity: 'critical', minutesAgo: 700 })
  ids.ticket = await openTicket(own.customerId, ids.worst, 'Oskar Bergström')
  const comment = (body: string, isPrivate: boolean) =>
    vakt.call(staff, 'POST', `/customer/${own.customerId}/ticket/${ids.ticket}/comment`, { body, private: isPrivate })
  assert.equal((await comment('**Rolling back**,\n\ndone within 30 min', false)).statusCode, 200)
  assert.equal((await comment('It was our own mistake.', true)).statusCode, 200)
})

const path = `/customer/${own.customerId}/incident/open-now`
async function ask(user: TestUser, query = ''): Promise<OpenNow> {
  const answer = await vakt.call(user, 'GET', `${path}${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
const titles = ({ incidents }: { incidents: { title: string }[] }) => incidents.map(({ title }) => title)

test('names what is open, the worst first and then the longest, with who works on it and what was said last', async () => {
  const now = await ask(admin)
  assert.deepEqual(titles(now), ['Checkout answers with 5xx', 'Disk is full', 'Queue is long', 'Unknown host is down'])
  const [worst, , , last] = now.incidents
  assert.deepEqual(
    [worst?.assignee, worst?.ticket, worst?.group, worst?.latestUpdate?.text],
    ['Oskar Bergström', { ticketId: ids.ticket, status: 'in_progress' }, ['webshop', 'prod'], 'Rolling back, done within 30 min'],
  )
  assert.deepEqual([last?.entity, last?.ticket, last?.latestUpdate], [null, null, null])
  assert.deepEqual(now.totals, { counts: { critical: 1, high: 2, medium: 0, low: 1 }, alerts: 0, entities: 2, unassigned: 3 })
})

test('who may not see tickets sees neither the ticket nor what was said in it', async () => {
  const [worst] = (await ask(viewer)).incidents
  assert.deepEqual([worst?.title, worst?.ticket, worst?.latestUpdate], ['Checkout answers with 5xx', null, null])
  assert.equal(worst?.assignee, 'Oskar Bergström')
})

test('what was noted on an incident itself is its last update, unless it is internal', async () => {
  const note = (text: string, isInternal: boolean, minutes: number) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        `insert into incident_event (customer_id, incident_id, at, author_type, author_id, author_name, by_staff, kind, body, private)
         select customer_id, incident_id, now() + $3 * interval '1 minute', 'user', 'x', 'Karin', true, 'noted', $1, $2
         from incident where title = 'Unknown host is down'`,
        [text, isInternal, minutes],
      ),
    )
  await note('The host is found', false, 1)
  await note('It was us', true, 2)
  assert.equal((await ask(viewer)).incidents.at(-1)?.latestUpdate?.text, 'The host is found')
})

test('a filter narrows what is named, never what is counted', async () => {
  for (const [query, found] of [
    ['?q=till', ['Disk is full', 'Queue is long']],
    ['?q=webshop', ['Checkout answers with 5xx']],
    ['?q=5XX', ['Checkout answers with 5xx']],
    ['?type=Till&limit=1', ['Disk is full']],
    ['?tag=application=pos&severity=high', ['Disk is full', 'Queue is long']],
    ['?tag=application=pos&tag=environment=prod', []],
    ['?sort=longest', ['Unknown host is down', 'Disk is full', 'Checkout answers with 5xx', 'Queue is long']],
    ['?sort=latest&severity=high', ['Queue is long', 'Disk is full']],
    ['?q=%25', []],
  ] as const) {
    const now = await ask(admin, query)
    assert.deepEqual(titles(now), found, query)
    assert.equal(now.totals.counts.critical + now.totals.counts.high + now.totals.counts.low, 4)
  }
  assert.equal((await ask(admin, '?type=till&limit=1')).matching, 2)
})

test('a customer is told whether anything is connected, and sees nothing of another one', async () => {
  const empty = await createCustomer(vakt.database)
  const asked = await vakt.call(staff, 'GET', `/customer/${empty.customerId}/incident/open-now`)
  const { isConnected, lastSignal, incidents, matching } = asked.json().result as OpenNow
  assert.deepEqual([isConnected, lastSignal, incidents, matching], [false, null, [], 0])
  assert.equal((await ask(admin)).isConnected, true)
  assert.equal((await vakt.call(admin, 'GET', `/customer/${other.customerId}/incident/open-now`)).statusCode, 404)
  assert.equal((await vakt.call(admin, 'GET', path.replace('open-now', 'open-now?limit=1000'))).statusCode, 400)
})

test('staff are told of all customers, others are refused', async () => {
  const answer = await vakt.call(staff, 'GET', '/incident/open-now')
  const all = answer.json().result as OpenNowOfAllCustomers
  assert.deepEqual(titles(all).slice(0, 2), ['Of another customer', 'Checkout answers with 5xx'])
  assert.equal(all.incidents[0]?.customer.customerId, other.customerId)
  assert.deepEqual([all.customers, all.totals.counts.critical, all.matching], [2, 2, 5])
  const one = (await vakt.call(staff, 'GET', `/incident/open-now?customer=${other.customerId}`)).json().result as OpenNowOfAllCustomers
  assert.deepEqual([titles(one), one.matching, one.totals.counts.critical], [['Of another customer'], 1, 2])
  assert.equal((await vakt.call(admin, 'GET', '/incident/open-now')).statusCode, 403)
})

test('of each customer it says whether anything is connected and when something last arrived, alerts of Vakt itself left out', async () => {
  const empty = await createCustomer(vakt.database)
  const reporting = await createCustomer(vakt.database)
  const measured = await createCustomer(vakt.database)
  const addSource = (customerId: string, signalAt: string | null, revokedAt: string | null) =>
    work(
      `insert into monitoring_source (customer_id, name, created_by, last_signal_at, last_heartbeat_at, revoked_at) values ($1, $2, 'Karin', $3, $3, $4)`,
      [customerId, randomUUID(), signalAt, revokedAt],
    )
  const addAlert = (customerId: string, source: string, at: string) =>
    work(
      `insert into alert (customer_id, source, fingerprint, state, severity, name, rule, description, started_at, first_seen_at, last_seen_at, changed_at)
       values ($1, $2, $3, 'resolved', 'low', 'A', 'A', '', $4, $4, $4, $4)`,
      [customerId, source, randomUUID(), at],
    )
  await addSource(reporting.customerId, '2026-03-01T10:00:00Z', null)
  await addSource(reporting.customerId, '2026-03-09T10:00:00Z', '2026-03-09T11:00:00Z')
  await addAlert(reporting.customerId, 'vakt', '2026-03-08T10:00:00Z')
  await addAlert(measured.customerId, 'alertmanager', '2026-03-02T10:00:00Z')
  const states = (await vakt.call(staff, 'GET', '/incident/customer-state')).json().result.customers as CustomerState[]
  const stateOf = ({ customerId }: { customerId: string }) => {
    const state = states.find((one) => one.customerId === customerId)
    return [state?.isConnected, state?.lastReceivedAt]
  }
  assert.deepEqual(stateOf(empty), [false, null])
  assert.deepEqual(stateOf(reporting), [true, '2026-03-01T10:00:00.000Z'])
  assert.deepEqual(stateOf(measured), [true, '2026-03-02T10:00:00.000Z'])
  const ofOne = (await vakt.call(staff, 'GET', `/customer/${reporting.customerId}/incident/open-now`)).json().result as OpenNow
  assert.deepEqual([ofOne.isConnected, ofOne.lastReceivedAt], [true, '2026-03-01T10:00:00.000Z'])
})

test('staff are told how each customer is, the worst first, and which tickets wait', async () => {
  const answer = await vakt.call(staff, 'GET', '/incident/customer-state')
  assert.equal(answer.statusCode, 200, answer.body)
  const { customers, tickets } = answer.json().result as { customers: CustomerState[]; tickets: Record<string, number> }
  const [first, second] = customers
  assert.deepEqual([first?.customerId, second?.customerId], [own.customerId, other.customerId])
  assert.equal(first?.worst?.incidentId, ids.worst)
  assert.equal(first?.trend.length, 30)
  assert.deepEqual([first?.trend.at(-1), second?.trend.reduce((sum, one) => sum + one)], [4, 1])
  assert.ok(first?.oldestUnacknowledged)
  assert.deepEqual(tickets, { unassigned: 0, breaching: 0, mine: 0, waiting: 0 })
  assert.equal((await vakt.call(admin, 'GET', '/incident/customer-state')).statusCode, 403)
})
