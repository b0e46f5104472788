import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type FeatureKey, featureKeys, globalAdminRole } from '@vakt/contract/features.ts'
import type { DashboardChanges } from '@vakt/contract/reports/dashboard-changes.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
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

const work = async (sql: string, values: unknown[]) =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(sql, values))).rows

async function openIncident(customerId: string, title: string, openedHoursAgo: number, resolvedHoursAgo: number | null = null) {
  await work(
    `insert into incident (customer_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at)
     values ($1, $2, 'test', $3, 'high', case when $5::float8 is null then 'open' else 'resolved' end,
       now() - $4 * interval '1 hour', now(), now() - $5::float8 * interval '1 hour')`,
    [customerId, randomUUID(), title, openedHoursAgo, resolvedHoursAgo],
  )
}

async function openTicket(customerId: string, subject: string): Promise<string> {
  const [row] = await work(
    `insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
     values ($1, $2, 'D', 'request', 'other', 'n', 'person', now() - interval '3 days', now()) returning ticket_id::text as id`,
    [customerId, subject],
  )
  return row.id
}

const comment = (customerId: string, ticketId: string, { author = 'someone', isPrivate = false, hoursAgo = 2 }) =>
  work(
    `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, private, created_at)
     values ($1, $2, 'user', $3, 'Oskar', 'B', $4, now() - $5 * interval '1 hour')`,
    [customerId, ticketId, author, isPrivate, hoursAgo],
  )

const changesFor = async (user: TestUser, path: string): Promise<DashboardChanges> => {
  const answer = await vakt.call(user, 'GET', path)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
const ownPath = `/customer/${own.customerId}/incident/dashboard-changes`
const look = (user: TestUser, customerId = own.customerId) =>
  vakt.call(user, 'POST', `/customer/${customerId}/incident/dashboard-visit`, {})

const userIdOf = async ({ email }: TestUser): Promise<string> =>
  (await work('select user_id from app_user where email = $1', [email]))[0].user_id
/** As if the user had been here last so many hours ago. */
const beAwayFor = async (user: TestUser, customerId: string, hours: number) =>
  work(
    `insert into dashboard_visit (customer_id, user_id, seen_at) values ($1, $2, now() - $3 * interval '1 hour')
     on conflict (customer_id, user_id) do update set seen_at = excluded.seen_at, previous_seen_at = null`,
    [customerId, await userIdOf(user), hours],
  )

before(async () => {
  for (const user of [admin, viewer, staff]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  await openIncident(own.customerId, 'Still open', 3)
  await openIncident(own.customerId, 'Came and went', 5, 4)
  await openIncident(own.customerId, 'Older, resolved since', 90, 1)
  await openIncident(own.customerId, 'Long over', 90, 80)
  await openIncident(other.customerId, 'Of another customer', 3)
  const answered = await openTicket(own.customerId, 'Answered')
  await comment(own.customerId, answered, {})
  await comment(own.customerId, await openTicket(own.customerId, 'Only a note'), { isPrivate: true })
  await comment(own.customerId, await openTicket(own.customerId, 'Answered by herself'), { author: await userIdOf(admin) })
  await comment(own.customerId, await openTicket(own.customerId, 'Answered long ago'), { hoursAgo: 50 })
  await work(
    `insert into ticket_change (customer_id, ticket_id, at, author_type, author_id, author_name, field, before, after)
     values ($1, $2, now() - interval '1 hour', 'user', 'someone', 'Oskar', 'status', 'new', 'resolved')`,
    [own.customerId, answered],
  )
})

test('the first visit has no changes, and writes when it was', async () => {
  assert.deepEqual(await changesFor(admin, ownPath), {
    since: null,
    incidentsOpened: 0,
    incidentsResolved: 0,
    ticketsAnswered: 0,
    ticketsResolved: 0,
    changes: [],
  })
  assert.deepEqual((await look(admin)).json().result, { since: null })
  const stored = 'select xmin::text as version from dashboard_visit where customer_id = $1'
  const [first] = await work(stored, [own.customerId])
  await look(admin)
  assert.deepEqual(await work(stored, [own.customerId]), [first], 'a second look within five minutes writes nothing')
})

test('says what was opened, resolved and answered by others since the last visit, the latest first', async () => {
  await beAwayFor(admin, own.customerId, 10)
  const before = await changesFor(admin, ownPath)
  const { changes, since, ...counts } = before
  assert.deepEqual(counts, { incidentsOpened: 2, incidentsResolved: 2, ticketsAnswered: 1, ticketsResolved: 1 })
  assert.deepEqual(changes.map(({ kind, title, severity, author }) => [kind, title, severity ?? author]).sort(), [
    ['incident.opened', 'Came and went', 'high'],
    ['incident.opened', 'Still open', 'high'],
    ['incident.resolved', 'Came and went', 'high'],
    ['incident.resolved', 'Older, resolved since', 'high'],
    ['ticket.answered', 'Answered', 'Oskar'],
    ['ticket.resolved', 'Answered', 'Oskar'],
  ])
  const times = changes.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted().reverse())
  assert.equal((await look(admin)).json().result.since, since, 'the visit that begins now does not move it')
  assert.equal((await changesFor(admin, ownPath)).since, since)
})

test('who may not see tickets is told of incidents only', async () => {
  await beAwayFor(viewer, own.customerId, 10)
  const { ticketsAnswered, ticketsResolved, incidentsOpened, changes } = await changesFor(viewer, ownPath)
  assert.deepEqual([ticketsAnswered, ticketsResolved, incidentsOpened], [0, 0, 2])
  assert.ok(changes.every(({ kind }) => kind.startsWith('incident.')))
})

test('staff are told of all customers, since they last looked at the dashboard of all', async () => {
  const path = '/incident/dashboard-changes'
  assert.equal((await changesFor(staff, path)).since, null)
  await beAwayFor(staff, own.customerId, 10)
  assert.equal((await changesFor(staff, path)).since, null, 'that was the dashboard of one customer')
  await beAwayFor(staff, provider.customerId, 10)
  const { incidentsOpened, changes } = await changesFor(staff, path)
  assert.equal(incidentsOpened, 3)
  assert.ok(changes.every(({ customer }) => customer.name.length > 0))
})

test('an API token for reading writes no visit', async () => {
  const made = await vakt.call(admin, 'POST', '/authentication/api-token', { name: 'Script', scope: ['@feature.overview.read'] })
  const headers = { authorization: `Bearer ${made.json().result.secret}` }
  assert.equal((await vakt.call(null, 'POST', ownPath.replace('changes', 'visit'), {}, headers)).statusCode, 403)
  assert.equal((await vakt.call(null, 'GET', ownPath, undefined, headers)).statusCode, 200)
})
