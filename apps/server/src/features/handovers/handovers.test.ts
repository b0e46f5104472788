import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { featureKeys } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staffOf = (name: string): TestUser => ({ email: `${name}@${provider.emailDomain}`, roles: ['api-permission-global-admin'] })
const [boss, lars, mia] = [staffOf('boss'), staffOf('lars'), staffOf('mia')]

const query = async (text: string, values: unknown[] = []) =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows

async function signIn(user: TestUser): Promise<string> {
  await vakt.call(user, 'POST', '/authentication/usercontext', {})
  return (await query('select user_id from app_user where email = $1', [user.email]))[0]?.user_id
}

async function done(user: TestUser, method: string, path: string, body?: object) {
  const answer = await vakt.call(user, method, path, body)
  assert.ok(answer.statusCode < 300, `${path}: ${answer.statusCode} ${answer.body}`)
  return answer.body === '' ? null : answer.json().result
}

/** A ticket of the customer that is in someone's hands. */
async function giveTicket(customerId: string, assigneeId: string): Promise<string> {
  const path = `/customer/${customerId}/ticket`
  const { ticketId } = await done(boss, 'POST', path, {
    ...{ subject: 'Disk', description: 'Full.', type: 'request', area: 'other', email: boss.email },
  })
  await done(boss, 'PUT', `${path}/${ticketId}`, { assigneeId, version: 1 })
  return ticketId
}

const makeIncident = async (customerId: string, assigneeId: string) =>
  (
    await query(
      `insert into incident (customer_id, subject, rule, title, severity, opened_at, changed_at, assignee_id, assignee)
       values ($1, 'shop', 'CPU', 'CPU is high', 'high', now(), now(), $2, 'lars') returning incident_id`,
      [customerId, assigneeId],
    )
  )[0]?.incident_id

const holdingAt = (customerId: string, userId: string, to?: string) =>
  `/admin/customer/${customerId}/user/${userId}/holding${to ? `?to=${to}` : ''}`
const handOverAt = (customerId: string, userId: string) => `/admin/customer/${customerId}/user/${userId}/handover`
const countsOf = (holdings: { kind: string; count: number }[]) => Object.fromEntries(holdings.map(({ kind, count }) => [kind, count]))

test('one of the staff leaves: another has all of it, at every customer, and they are out at once', async () => {
  const [bossId, larsId, miaId] = [await signIn(boss), await signIn(lars), await signIn(mia)]
  const [one, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
  const tickets = [await giveTicket(one.customerId, larsId), await giveTicket(other.customerId, larsId)]
  const closed = await giveTicket(one.customerId, larsId)
  await query("update ticket set status = 'closed' where ticket_id = $1", [closed])
  const incidentId = await makeIncident(one.customerId, larsId)
  const { scheduleId } = await done(boss, 'POST', '/admin/on-call', {
    name: 'Nights',
    timeZone: 'UTC',
    layers: [{ people: [bossId, larsId], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null }],
  })
  const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await done(boss, 'POST', `/admin/on-call/${scheduleId}/override`, { userId: larsId, from: soon(1), to: soon(2) })
  await query(
    `insert into on_call_override (customer_id, schedule_id, user_id, starts_at, ends_at, created_at, created_by)
     values ($1, $2, $3, now() - interval '1 hour', now() + interval '1 hour', now(), 'boss')`,
    [provider.customerId, scheduleId, larsId],
  )
  const policy = { name: 'All', repeats: 0, isDefault: true, steps: [{ scheduleId: null, userId: larsId, minutes: 5 }] }
  await done(boss, 'POST', '/admin/escalation-policy', policy)
  await done(lars, 'PUT', `/customer/${one.customerId}/ticket/${tickets[0]}/follow`, { isFollowing: true })
  await done(mia, 'PUT', `/customer/${one.customerId}/ticket/${tickets[0]}/follow`, { isFollowing: true })
  await done(lars, 'POST', `/customer/${one.customerId}/ticket-view`, { name: 'Shared', search: {}, isShared: true })
  await query(
    `insert into incident_contact (customer_id, position, address, from_severity, hours, language, stop_key)
     values ($1, 0, $2, 'high', 'always', 'en', '\\x00')`,
    [other.customerId, lars.email],
  )
  const { secret } = await done(lars, 'POST', '/authentication/api-token', { name: 'Script', scope: ['@feature.tickets.read'] })

  const preview = await done(boss, 'GET', holdingAt(provider.customerId, larsId, miaId))
  const wanted = {
    ...{ tickets: 2, incidents: 1, rotations: 1, overrides: 2, escalation_steps: 1, incident_contacts: 1, views: 1, api_tokens: 1 },
    follows: countsOf(preview.holdings).follows,
  }
  assert.deepEqual(countsOf(preview.holdings), wanted)
  assert.deepEqual([preview.taker, preview.hidden], [{ userId: miaId, name: 'mia' }, []])
  assert.equal(preview.holdings.find(({ kind }: { kind: string }) => kind === 'tickets').customers, 2)

  await done(boss, 'POST', handOverAt(provider.customerId, larsId), { to: miaId })

  assert.deepEqual((await done(boss, 'GET', holdingAt(provider.customerId, larsId))).holdings, [])
  const rows = await query('select ticket_id, assignee_id from ticket where ticket_id = any($1) order by ticket_id', [[...tickets, closed]])
  assert.deepEqual(
    rows.map(({ assignee_id }) => assignee_id),
    [miaId, miaId, larsId],
  )
  const lines = await query(
    "select ticket_id, before, after, author_name from ticket_change where field = 'assignee' and after = 'mia' order by ticket_id",
  )
  assert.deepEqual(
    lines,
    tickets.map((ticket_id) => ({ ticket_id, before: 'lars', after: 'mia', author_name: 'boss' })),
  )
  const [event] = await query('select kind, details, author_name from incident_event where incident_id = $1', [incidentId])
  assert.deepEqual(event, { kind: 'assigned', details: { userId: miaId, name: 'mia' }, author_name: 'boss' })
  const [version] = await query('select layers from on_call_schedule_version order by version desc limit 1')
  assert.deepEqual(version?.layers[0].people, [bossId, miaId])
  const overrides = await query(
    'select user_id, ends_at <= now() as "isOver" from on_call_override where schedule_id = $1 order by starts_at',
    [scheduleId],
  )
  assert.deepEqual(overrides, [
    { user_id: larsId, isOver: true },
    { user_id: miaId, isOver: false },
    { user_id: miaId, isOver: false },
  ])
  assert.equal((await query('select steps from escalation_policy'))[0]?.steps[0].userId, miaId)
  assert.equal((await query('select address from incident_contact'))[0]?.address, mia.email)
  assert.deepEqual(await query('select owner_name, is_shared from ticket_view'), [{ owner_name: 'mia', is_shared: true }])

  assert.equal((await vakt.call(lars, 'GET', '/authentication/usercontext')).statusCode, 401)
  const path = `/api/v1/customer/${one.customerId}/ticket`
  const byToken = await vakt.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${secret}` } })
  assert.equal(byToken.statusCode, 401)
  const recorded = await query(
    "select target, details ->> 'name' as name, details ->> 'tickets' as tickets from recorded_action where action like 'user.hand-over'",
  )
  assert.deepEqual(recorded, [{ target: larsId, name: 'lars', tickets: '2' }])
  assert.equal((await query("select from recorded_action where action = 'user.change'")).length, 0)
  const ended = await query('select from user_session where user_id = $1 and ended_at is null', [larsId])
  assert.equal(ended.length, 0)
})

test('a customer’s administrator hands over within their own customer, to someone who may see it', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database, {
    roles: {
      admin: [...featureKeys],
      'api-permission-global-admin': [...featureKeys],
      reports: ['@feature.report.read'],
    },
  })
  const person = (name: string, role: string): TestUser => ({ email: `${name}@${emailDomain}`, roles: [role] })
  const [anna, bo, cleo] = [person('anna', 'admin'), person('bo', 'admin'), person('cleo', 'reports')]
  const [annaId, boId, cleoId] = [await signIn(anna), await signIn(bo), await signIn(cleo)]
  await signIn(boss)
  const elsewhere = await createCustomer(vakt.database)
  const dora: TestUser = { email: `dora@${elsewhere.emailDomain}`, roles: ['admin'] }
  const doraId = await signIn(dora)
  const ticketId = await giveTicket(customerId, boId)
  const at = handOverAt(customerId, boId)
  const refusals = [
    [anna, doraId, 400, 'handover.person_unknown'],
    [anna, boId, 400, 'handover.person_unknown'],
    [anna, null, 400, 'handover.taker_missing'],
    [anna, cleoId, 409, 'handover.hidden_from_taker'],
  ] as const
  for (const [user, to, status, key] of refusals) {
    const answer = await vakt.call(user, 'POST', at, { to })
    assert.deepEqual([answer.statusCode, answer.json().errors[0].message_translation_key], [status, key])
  }
  assert.deepEqual((await done(anna, 'GET', holdingAt(customerId, boId, cleoId))).hidden, ['tickets'])
  assert.equal((await vakt.call(dora, 'POST', at, { to: annaId })).statusCode, 404)
  assert.equal((await vakt.call(cleo, 'POST', at, { to: annaId })).statusCode, 403)
  assert.equal((await vakt.call(anna, 'POST', handOverAt(customerId, annaId), { to: boId })).statusCode, 409)
  assert.equal((await vakt.call(bo, 'GET', '/authentication/usercontext')).statusCode, 200, 'what is refused changes nothing')
  await done(anna, 'POST', at, { to: annaId })
  assert.equal((await query('select assignee_id from ticket where ticket_id = $1', [ticketId]))[0]?.assignee_id, annaId)
  assert.equal((await vakt.call(bo, 'GET', '/authentication/usercontext')).statusCode, 401)
})

test('of the staff who are no administrators, only those who reach the customers take over what is there', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const elsewhere = await createCustomer(vakt.database)
  const [nora, otto] = [staffOf('nora'), { email: `otto@${provider.emailDomain}`, roles: ['vakt-technician'] }]
  await signIn(boss)
  const [noraId, ottoId] = [await signIn(nora), await signIn(otto)]
  await giveTicket(customerId, noraId)
  const hidden = async (limit: string[] | null) => {
    await query('update app_user set staff_customers = $2 where user_id = $1', [ottoId, limit])
    return (await done(boss, 'GET', holdingAt(provider.customerId, noraId, ottoId))).hidden
  }
  assert.deepEqual(await hidden([elsewhere.customerId]), ['tickets'])
  assert.deepEqual(await hidden([customerId]), [])
  assert.deepEqual(await hidden(null), [])
})
