import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, readForAllCustomers, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const admin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const people = `/admin/customer/${provider.customerId}/user`

type Answer = { json(): { errors: { message_translation_key: string }[] } }
const keyOf = (answer: Answer) => answer.json().errors[0]?.message_translation_key
const signIn = (user: TestUser) => vakt.call(user, 'POST', '/authentication/usercontext', {})
const resultOf = async (user: TestUser, path: string) => (await vakt.call(user, 'GET', path)).json().result
const work = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

/** A customer with an incident and its ticket. */
async function createBusyCustomer() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { name } = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const labels = { alertname: `Rule of ${customerId}`, severity: 'critical', instance: name }
  const alert = { status: 'firing', fingerprint: customerId, labels, annotations: {}, startsAt: new Date().toISOString() }
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
  await vakt.work()
  const [{ ticketId }] = await resultOf(admin, `/customer/${customerId}/ticket`)
  const [{ incidentId }] = await resultOf(admin, `/customer/${customerId}/incident`)
  return { customerId, emailDomain, ticketId, incidentId }
}

let colleagues = 0
/** Someone of the provider, with a role that is given in Vakt. */
async function createColleague(roles: string[], staffCustomers: string[] | null = null) {
  colleagues += 1
  const user: TestUser = { email: `colleague${colleagues}@${provider.emailDomain}`, roles: [] }
  await signIn(user)
  const [{ userId }] = await resultOf(admin, `${people}?q=${user.email}`)
  const change = (body: object) => vakt.call(admin, 'PUT', `${people}/${userId}`, body)
  assert.equal((await change({ roles, staffCustomers })).statusCode, 200)
  return { user, userId, change }
}

await signIn(admin)
const [seen, hidden] = [await createBusyCustomer(), await createBusyCustomer()]

const idsIn = (rows: { customerId?: string; customer?: { customerId: string } }[]) => [
  ...new Set(rows.map(({ customerId, customer }) => customer?.customerId ?? customerId)),
]

test('a technician who is limited to one customer sees that one alone in every list, count and look-up', async () => {
  const { user, change } = await createColleague(['vakt-technician'], [seen.customerId])
  for (const path of ['/admin/customer', '/incident', '/alert', '/ticket'])
    assert.deepEqual(idsIn(await resultOf(user, path)), [seen.customerId], path)
  assert.deepEqual(idsIn((await resultOf(user, '/incident/customer-state')).customers), [seen.customerId])
  assert.deepEqual(await resultOf(user, '/ticket/count'), { open: 1 })
  assert.equal((await resultOf(user, '/incident/open-now')).totals.counts.critical, 1)
  assert.equal((await resultOf(user, '/alert/count')).firing.critical, 1)
  assert.equal((await resultOf(user, `/ticket?search=${hidden.customerId}`)).length, 0)
  assert.equal((await vakt.call(user, 'GET', `/ticket/${seen.ticketId}`)).statusCode, 200)
  assert.equal((await vakt.call(user, 'GET', `/ticket/${hidden.ticketId}`)).statusCode, 404)
  for (const path of ['ticket', 'incident', 'alert', `ticket/${hidden.ticketId}`, `incident/${hidden.incidentId}`])
    assert.equal((await vakt.call(user, 'GET', `/customer/${hidden.customerId}/${path}`)).statusCode, 404, path)
  // What administrators see at the same moment is read apart.
  const [all, some] = await Promise.all([resultOf(admin, '/ticket/count'), resultOf(user, '/ticket/count')])
  assert.ok(all.open >= 2)
  assert.equal(some.open, 1)
  // From the next request.
  await change({ staffCustomers: null })
  assert.ok(idsIn(await resultOf(user, '/ticket')).includes(hidden.customerId))
  await change({ roles: [] })
  assert.equal((await vakt.call(user, 'GET', '/ticket')).statusCode, 403)
  assert.equal((await vakt.call(user, 'GET', `/customer/${seen.customerId}/ticket`)).statusCode, 404)
})

test('staff who are limited to a customer see the time left of its tickets by the calendars of the provider', async () => {
  const ask = async (method: string, path: string, body: object) => (await vakt.call(admin, method, path, body)).json().result
  const calendar = { name: 'Around the clock', timeZone: 'Europe/Stockholm', alwaysOpen: true, week: Array(7).fill(null) }
  const { calendarId } = await ask('POST', '/admin/service-level/calendar', { ...calendar, holidays: 'none', closedDays: [] })
  const minutes = { firstResponseMinutes: 60, nextUpdateMinutes: 120, resolutionMinutes: 480 }
  const targets = [1, 2, 3, 4].map((priority) => ({ priority, calendarId, ...minutes, warnAtPercent: 75 }))
  const { customerId } = await createCustomer(vakt.database)
  await ask('PUT', `/admin/customer/${customerId}/service-level`, { targets, version: 0 })
  await ask('POST', `/customer/${customerId}/ticket`, { subject: 'Printer', description: 'd', email: 'a@b.example' })
  const { user } = await createColleague(['vakt-technician'], [customerId])
  const [listed] = await resultOf(user, '/ticket')
  assert.equal(listed.serviceLevel.calendar, 'Around the clock')
})

test('the browser learns who does not see the provider itself, and the dashboard notes their visits all the same', async () => {
  const { user, change } = await createColleague(['vakt-technician'], [seen.customerId])
  const context = () => resultOf(user, '/authentication/usercontext')
  assert.equal((await context()).sees_own_customer, false)
  const visit = () => vakt.call(user, 'POST', `/customer/${provider.customerId}/incident/dashboard-visit`)
  assert.equal((await visit()).statusCode, 200)
  for (const staffCustomers of [null, [seen.customerId, provider.customerId]]) {
    await change({ staffCustomers })
    assert.equal((await context()).sees_own_customer, undefined)
  }
})

test('row-level security shows limited staff their customers, and opens no transaction at another', async () => {
  const limitedTo = { own: provider.customerId, customerIds: [seen.customerId] }
  const context = { pool: vakt.database.app, isStaff: true, limitedTo }
  const tables = await work(
    "select tablename as name from pg_policies where policyname = 'all_customers_read' and not exists (select from pg_policies p where p.tablename = pg_policies.tablename and p.policyname = 'limited_staff_reads')",
    [],
  )
  assert.deepEqual(tables, [])
  for (const table of ['customer', 'app_user', 'ticket', 'incident', 'alert', 'entity']) {
    const rows = await readForAllCustomers(
      context,
      async (transaction) => (await transaction.query(`select customer_id from ${table}`)).rows,
    )
    assert.ok(
      rows.every(({ customer_id }) => customer_id === seen.customerId),
      table,
    )
  }
  await assert.rejects(
    readForAllCustomers(context, (transaction) => transaction.query('delete from ticket')),
    /permission denied/,
  )
  await inTransaction(context, provider.customerId, async () => null)
  await assert.rejects(
    inTransaction(context, hidden.customerId, async () => null),
    /does not exist/,
  )
})

test('a role allows what it says: a technician writes tickets, a reader nothing, and neither administers', async () => {
  const technician = (await createColleague(['vakt-technician'])).user
  const reader = (await createColleague(['vakt-read-only'])).user
  const [path, comment] = [`/customer/${seen.customerId}/ticket/${seen.ticketId}/comment`, { body: 'Looked at it.', private: true }]
  assert.equal((await vakt.call(technician, 'POST', path, comment)).statusCode, 200)
  assert.equal((await vakt.call(reader, 'POST', path, comment)).statusCode, 403)
  assert.equal((await vakt.call(reader, 'GET', `/customer/${seen.customerId}/ticket/${seen.ticketId}`)).statusCode, 200)
  for (const user of [technician, reader]) {
    for (const place of ['/admin/outbox', '/admin/recorded-action', people, `/admin/customer/${seen.customerId}/user`])
      assert.equal((await vakt.call(user, 'GET', place)).statusCode, 403, place)
    const viewed = (await resultOf(admin, `${people}?q=karin`))[0].userId
    assert.equal((await vakt.call(user, 'GET', '/authentication/usercontext', undefined, { 'x-vakt-view-as': viewed })).statusCode, 403)
  }
})

test('someone of the provider who holds every feature there gives no one a role, themselves neither', async () => {
  const { user, userId } = await createColleague(['admin'])
  const answer = await vakt.call(user, 'PUT', `${people}/${userId}`, { roles: ['api-permission-global-admin'] })
  assert.equal(answer.statusCode, 403)
  const invitation = { email: 'x@example.com', name: 'X', roles: ['api-permission-global-admin'] }
  assert.equal((await vakt.call(user, 'POST', `/admin/customer/${provider.customerId}/invitation`, invitation)).statusCode, 403)
})

test('roles of the provider and limits count at the provider only, name customers that exist, and are in the audit log', async () => {
  const { userId, change } = await createColleague(['vakt-service-desk'], [seen.customerId])
  assert.equal(keyOf(await change({ staffCustomers: [] })), 'users.limit_empty')
  assert.equal(keyOf(await change({ staffCustomers: ['nowhere'] })), 'users.limit_unknown')
  const [{ details }] = await work("select details from recorded_action where action = 'user.change' and target = $1", [userId])
  assert.deepEqual(details.after, { roles: ['vakt-service-desk'], staffCustomers: [seen.customerId], isDisabled: false })

  const outsider: TestUser = { email: `anna@${seen.customerId}.example`, roles: ['vakt-technician'] }
  assert.deepEqual((await signIn(outsider)).json().result.permissions, [])
  assert.equal((await vakt.call(outsider, 'GET', '/ticket')).statusCode, 403)
  const path = `/admin/customer/${seen.customerId}/user`
  const [found] = await resultOf(admin, path)
  const elsewhere = (body: object) => vakt.call(admin, 'PUT', `${path}/${found.userId}`, body)
  assert.equal(keyOf(await elsewhere({ roles: ['vakt-technician'] })), 'users.staff_elsewhere')
  assert.equal(keyOf(await elsewhere({ staffCustomers: [seen.customerId] })), 'users.limit_elsewhere')
})

test('an invited colleague has the role and the customers of the invitation from the first request', async () => {
  const email = `invited@${provider.emailDomain}`
  const body = { email, name: 'Nina', roles: ['vakt-technician'], staffCustomers: [seen.customerId] }
  const path = `/admin/customer/${provider.customerId}/invitation`
  assert.equal((await vakt.call(admin, 'POST', path, body)).statusCode, 200)
  const nina: TestUser = { email, roles: [] }
  await signIn(nina)
  assert.deepEqual(idsIn(await resultOf(nina, '/ticket')), [seen.customerId])
})

test('a colleague who comes by the domain of the provider gets the role of the sign-in rules, unless the identity provider names one', async () => {
  await work("update customer set welcome_role = 'vakt-read-only' where customer_id = $1", [provider.customerId])
  const [by, named]: TestUser[] = [
    { email: `welcome@${provider.emailDomain}`, roles: [] },
    { email: `named@${provider.emailDomain}`, roles: ['vakt-technician'] },
  ]
  assert.deepEqual((await signIn(by as TestUser)).json().result.permissions, ['vakt-read-only'])
  assert.deepEqual((await signIn(named as TestUser)).json().result.permissions, ['vakt-technician'])
  assert.ok(idsIn(await resultOf(by as TestUser, '/ticket')).includes(seen.customerId))
  assert.equal((await work("select from recorded_action where action = 'user.welcome'", [])).length, 1)
  await work('update customer set welcome_role = null where customer_id = $1', [provider.customerId])
})

test('the service desk opens tickets for the people of a customer and keeps its incident contacts, where it reaches', async () => {
  const desk = (await createColleague(['vakt-service-desk'], [seen.customerId])).user
  const reader = (await createColleague(['vakt-read-only'])).user
  const { customerId, emailDomain } = seen
  await signIn({ email: `anna@${emailDomain}`, roles: [] })
  const { people } = await resultOf(desk, `/customer/${customerId}/ticket/requester?q=anna`)
  assert.deepEqual(
    people.map(({ email }: { email: string }) => email),
    [`anna@${emailDomain}`],
  )
  const ticket = { subject: 'Printer', description: 'It prints nothing.', email: desk.email, requesterId: people[0].userId }
  const created = await vakt.call(desk, 'POST', `/customer/${customerId}/ticket`, ticket)
  assert.equal(created.statusCode, 200, created.body)
  const path = `/customer/${customerId}/incident-contact`
  const { version } = await resultOf(desk, path)
  const contacts = [{ userId: people[0].userId, address: '', fromSeverity: 'high', hours: 'always', language: 'en' }]
  const saved = await vakt.call(desk, 'PUT', path, { contacts, version })
  assert.equal(saved.statusCode, 200, saved.body)
  for (const place of [`/customer/${customerId}/ticket/requester`, path]) {
    assert.equal((await vakt.call(reader, 'GET', place)).statusCode, 403, place)
    assert.equal((await vakt.call(desk, 'GET', place.replace(customerId, hidden.customerId))).statusCode, 404, place)
  }
})

test('staff handle major incidents as their role says; one who is limited reaches none that is about another customer', async () => {
  const technician = (await createColleague(['vakt-technician'])).user
  const reader = (await createColleague(['vakt-read-only'])).user
  const limited = (await createColleague(['vakt-technician'], [seen.customerId])).user
  const incidents = [seen, hidden].map(({ customerId, incidentId }) => ({ customerId, incidentId }))
  const body = { title: { en: 'Network down' }, incidents }
  assert.equal((await vakt.call(reader, 'POST', '/major-incident', body)).statusCode, 403)
  assert.equal(keyOf(await vakt.call(limited, 'POST', '/major-incident', body)), 'major_incident.incident_unknown')
  const opened = await vakt.call(technician, 'POST', '/major-incident', body)
  assert.equal(opened.statusCode, 200, opened.body)
  const path = `/major-incident/${opened.json().result.majorIncidentId}`
  for (const user of [technician, reader]) assert.equal((await resultOf(user, path)).parts.length, 2)
  assert.equal((await resultOf(limited, '/major-incident')).length, 0)
  assert.equal((await vakt.call(limited, 'GET', path)).statusCode, 404)
  const update = { text: { en: 'We replace the switch.' }, ends: true }
  assert.equal((await vakt.call(reader, 'POST', `${path}/update`, update)).statusCode, 403)
  assert.equal((await vakt.call(limited, 'POST', `${path}/update`, update)).statusCode, 404)
  assert.equal((await vakt.call(technician, 'POST', `${path}/update`, update)).statusCode, 204)
})

test('a major incident is there for someone who is limited as long as it is about their customers alone', async () => {
  const technician = (await createColleague(['vakt-technician'])).user
  // That the provider is one of them shows no major incident of others.
  const limited = (await createColleague(['vakt-technician'], [provider.customerId, seen.customerId])).user
  const [mine, others] = [seen, hidden].map(({ customerId, incidentId }) => ({ customerId, incidentId }))
  const opened = await vakt.call(limited, 'POST', '/major-incident', { title: { en: 'Disks full' }, incidents: [mine] })
  assert.equal(opened.statusCode, 200, opened.body)
  const { majorIncidentId } = opened.json().result
  const path = `/major-incident/${majorIncidentId}`
  const call = async (method: 'GET' | 'PUT' | 'POST', address: string, body?: object, user = limited) =>
    (await vakt.call(user, method, address, body)).statusCode
  const listed = async () =>
    ((await resultOf(limited, '/major-incident')) as { majorIncidentId: string }[]).map((one) => one.majorIncidentId)
  const named = async () =>
    (await resultOf(limited, `/customer/${seen.customerId}/incident/${seen.incidentId}`)).majorIncident?.majorIncidentId
  assert.deepEqual([await listed(), await named()], [[majorIncidentId], majorIncidentId])
  assert.equal(await call('POST', `${path}/update`, { text: { en: 'We make room.' } }), 204)
  const { parts, updates, customers } = await resultOf(limited, path)
  assert.deepEqual([parts.length, updates.length, customers], [1, 1, 1])
  assert.equal(keyOf(await vakt.call(limited, 'PUT', path, { add: [others] })), 'major_incident.incident_unknown')
  assert.equal(keyOf(await vakt.call(limited, 'PUT', path, { remove: [mine] })), 'major_incident.last_incident')

  assert.equal(await call('PUT', path, { add: [others] }, technician), 204)
  assert.deepEqual([await listed(), await named()], [[], null])
  for (const [method, address, body] of [
    ['GET', path, undefined],
    ['PUT', path, { takeLead: true }],
    ['POST', `${path}/update`, { text: { en: 'Hello' } }],
    ['POST', `${path}/reopen`, undefined],
  ] as const)
    assert.equal(await call(method, address, body), 404, `${method} ${address}`)

  assert.equal(await call('PUT', path, { remove: [others] }, technician), 204)
  assert.equal(await call('PUT', path, { takeLead: true }), 204)
  assert.equal(await call('POST', `${path}/update`, { text: { en: 'There is room.' }, ends: true }), 204)
  assert.equal(await call('POST', `${path}/reopen`), 204)
})

test('technicians match signals and read agents of the customers that they see; the service desk matches none', async () => {
  const limited = (await createColleague(['vakt-technician'], [seen.customerId])).user
  const desk = (await createColleague(['vakt-service-desk'])).user
  for (const { customerId } of [seen, hidden]) {
    const token = await createIngestToken(vakt.database, customerId)
    const labels = { alertname: 'Lost', severity: 'low', instance: `nothing of ${customerId}` }
    const alert = { status: 'firing', fingerprint: `lost ${customerId}`, labels, annotations: {}, startsAt: new Date().toISOString() }
    await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
  }
  await vakt.work()
  assert.deepEqual(idsIn(await resultOf(limited, '/admin/unmatched-signal')), [seen.customerId])
  const found: { alertId: string; customer: { customerId: string } }[] = await resultOf(admin, '/admin/unmatched-signal')
  const [{ entityId }] = await work('select entity_id as "entityId" from entity where customer_id = $1', [seen.customerId])
  const bind = (customerId: string) => {
    const alertId = found.find(({ customer }) => customer.customerId === customerId)?.alertId
    const path = `/admin/customer/${customerId}/unmatched-signal/${alertId}/binding`
    return vakt.call(limited, 'POST', path, { entityCustomerId: customerId, entityId })
  }
  assert.equal((await bind(hidden.customerId)).statusCode, 404)
  const bound = await bind(seen.customerId)
  assert.equal(bound.statusCode, 200, bound.body)
  assert.equal((await vakt.call(desk, 'GET', '/admin/unmatched-signal')).statusCode, 403)
  assert.equal((await vakt.call(limited, 'GET', '/admin/set-aside-signal')).statusCode, 403)
  for (const path of ['/admin/agent', '/admin/agent/count', '/admin/agent/version'])
    assert.equal((await vakt.call(limited, 'GET', path)).statusCode, 200, path)
})
