import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { featureKeys } from '@vakt/contract/features.ts'
import { findStaff } from '#server/features/deliveries/recipients.ts'
import { findPagedPerson } from '#server/features/paging/linked-page.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const admin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const people = `/admin/customer/${provider.customerId}/user`

type Answer = { statusCode: number; body: string; json(): { errors: { message_translation_key: string; message: string }[] } }
const keyOf = (answer: Answer) => answer.json().errors[0]?.message_translation_key
const signIn = (user: TestUser) => vakt.call(user, 'POST', '/authentication/usercontext', {})
const resultOf = async (user: TestUser, path: string) => (await vakt.call(user, 'GET', path)).json().result
const work = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

let made = 0
const next = () => {
  made += 1
  return made
}
const bodyOf = (features: readonly string[], name = `Role ${next()}`) => ({
  name: { en: name, sv: '' },
  description: 'For a test',
  features,
})

async function createRole(features: readonly string[], name?: string) {
  const answer = await vakt.call(admin, 'POST', '/admin/staff-role', bodyOf(features, name))
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}

async function createColleague(roles: string[], staffCustomers: string[] | null = null) {
  made += 1
  const user: TestUser = { email: `colleague${made}@${provider.emailDomain}`, roles: [] }
  await signIn(user)
  const [{ userId }] = await resultOf(admin, `${people}?q=${user.email}`)
  const change = (body: object) => vakt.call(admin, 'PUT', `${people}/${userId}`, body)
  const given = await change({ roles, staffCustomers })
  assert.equal(given.statusCode, 200, given.body)
  return { user, userId, change }
}

await signIn(admin)
const customer = await createCustomer(vakt.database)
const hidden = await createCustomer(vakt.database)
const at = (customerId: string, what: string) => `/customer/${customerId}/${what}`

test('who is given an own role may do what it says, and what it says later from the next request', async () => {
  const created = await createRole(['@feature.tickets.write'], 'Nät & brandvägg')
  assert.equal(created.role, 'vakt-own-nat-brandvagg')
  assert.deepEqual(created.features, ['@feature.tickets.read', '@feature.tickets.write'])
  const { user } = await createColleague([created.role])
  const context = (await signIn(user)).json().result
  assert.deepEqual(context.permissions, [created.role])
  assert.deepEqual(context.own_roles, [{ role: created.role, name: created.name, features: created.features }])
  const look = async (what: string) => (await vakt.call(user, 'GET', at(customer.customerId, what))).statusCode
  assert.deepEqual([await look('ticket'), await look('alert')], [200, 403])

  const change = { ...bodyOf(['@feature.overview.read'], 'Nät'), version: created.version }
  const changed = await vakt.call(admin, 'PUT', `/admin/staff-role/${created.role}`, change)
  assert.equal(changed.statusCode, 200, changed.body)
  assert.equal(changed.json().result.role, created.role)
  assert.deepEqual([await look('ticket'), await look('alert')], [403, 200])
  assert.equal(keyOf(await vakt.call(admin, 'PUT', `/admin/staff-role/${created.role}`, change)), 'staff_roles.changed')
  const [{ details }] = await work("select details from recorded_action where action = 'staff-role.change' and target = $1", [created.role])
  assert.deepEqual([details.before.features.length, details.after.features.length], [2, 1])
  assert.deepEqual([details.before.name, details.after.name], ['Nät & brandvägg', 'Nät'])
})

test('an own role with every feature administers nothing, and gives no one a role', async () => {
  const { role } = await createRole(featureKeys)
  const { user, userId } = await createColleague([role])
  assert.equal((await vakt.call(user, 'GET', at(customer.customerId, 'ticket'))).statusCode, 200)
  const refused: [string, string, object?][] = [
    ['GET', '/admin/staff-role'],
    ['POST', '/admin/staff-role', bodyOf(featureKeys)],
    ['GET', `/admin/customer/${customer.customerId}/user`],
    ['PUT', `${people}/${userId}`, { roles: ['api-permission-global-admin'] }],
    ['POST', `/admin/customer/${customer.customerId}/invitation`, { email: 'x@example.com', name: 'X', roles: ['admin'] }],
    ['POST', at(customer.customerId, 'service-token'), { name: 'All', scope: featureKeys }],
  ]
  for (const [method, path, body] of refused)
    assert.equal((await vakt.call(user, method as 'GET', path, body)).statusCode, 403, `${method} ${path}`)
})

test('an own role for chosen customers reaches those alone', async () => {
  const { role } = await createRole(['@feature.tickets.read'])
  const { user } = await createColleague([role], [customer.customerId])
  assert.equal((await vakt.call(user, 'GET', at(customer.customerId, 'ticket'))).statusCode, 200)
  assert.equal((await vakt.call(user, 'GET', at(hidden.customerId, 'ticket'))).statusCode, 404)
  assert.equal((await vakt.call(user, 'GET', '/ticket')).statusCode, 200)
})

test('a role is removed once no one has it, is invited with it or gets it by the sign-in rules', async () => {
  const { role } = await createRole(['@feature.tickets.read'])
  const remove = () => vakt.call(admin, 'DELETE', `/admin/staff-role/${role}`)
  const { change, user } = await createColleague([role])
  const refused = await remove()
  assert.deepEqual([refused.statusCode, keyOf(refused)], [409, 'staff_roles.has_people'])
  assert.match(refused.json().errors[0]?.message ?? '', new RegExp(user.email.split('@')[0] ?? ''))
  await change({ roles: [] })

  const path = `/admin/customer/${provider.customerId}/invitation`
  const invitation = await vakt.call(admin, 'POST', path, { email: `in${made}@${provider.emailDomain}`, name: 'Nina', roles: [role] })
  assert.equal(invitation.statusCode, 200, invitation.body)
  assert.equal(keyOf(await remove()), 'staff_roles.is_invited')
  await vakt.call(admin, 'DELETE', `${path}/${invitation.json().result.invitationId}`)

  const record = `/admin/customer/${provider.customerId}`
  const welcome = async (welcomeRole: string | null) => {
    const { name, emailDomains, tenants, version } = await resultOf(admin, record)
    return vakt.call(admin, 'PUT', record, { name, emailDomains, tenants, version, welcomeRole })
  }
  const set = await welcome(role)
  assert.equal(set.statusCode, 200, set.body)
  assert.equal(keyOf(await remove()), 'staff_roles.is_welcome')
  const newcomer: TestUser = { email: `newcomer${made}@${provider.emailDomain}`, roles: [] }
  assert.deepEqual((await signIn(newcomer)).json().result.permissions, [role])
  assert.equal((await welcome(null)).statusCode, 200)
  const [{ userId }] = await resultOf(admin, `${people}?q=${newcomer.email}`)
  await vakt.call(admin, 'PUT', `${people}/${userId}`, { roles: [] })

  assert.equal((await remove()).statusCode, 204)
  assert.equal(keyOf(await change({ roles: [role] })), 'users.staff_role_gone')
  assert.equal(keyOf(await welcome(role)), 'users.staff_role_gone')
  // As the identity provider may go on naming it.
  const named: TestUser = { email: `named${made}@${provider.emailDomain}`, roles: [role] }
  assert.deepEqual((await signIn(named)).json().result.permissions, [])
  assert.equal((await vakt.call(named, 'GET', '/ticket')).statusCode, 403)
})

test('someone disabled whom the identity provider gave a role does not keep it from being removed', async () => {
  const { role } = await createRole(['@feature.tickets.read'])
  const named: TestUser = { email: `disabled${next()}@${provider.emailDomain}`, roles: [role] }
  await signIn(named)
  const remove = () => vakt.call(admin, 'DELETE', `/admin/staff-role/${role}`)
  assert.equal(keyOf(await remove()), 'staff_roles.has_people')
  const [{ userId }] = await resultOf(admin, `${people}?q=${named.email}`)
  assert.equal((await vakt.call(admin, 'PUT', `${people}/${userId}`, { isDisabled: true })).statusCode, 200)
  assert.equal((await remove()).statusCode, 204)
})

test('roles have names that are told apart, rights that there are, and count at the provider alone', async () => {
  const { role } = await createRole(['@feature.tickets.read'], 'Nights')
  const create = (body: object) => vakt.call(admin, 'POST', '/admin/staff-role', body)
  assert.equal(keyOf(await create(bodyOf(['@feature.tickets.read'], ' nights '))), 'staff_roles.name_taken')
  assert.equal(keyOf(await create(bodyOf(['@feature.tickets.read'], 'Tekniker'))), 'staff_roles.name_taken')
  assert.equal(keyOf(await create(bodyOf(['@feature.tickets.read'], ' '))), 'staff_roles.name_empty')
  assert.equal(keyOf(await create(bodyOf([]))), 'staff_roles.features_empty')
  assert.equal((await create(bodyOf(['@feature.everything']))).statusCode, 400)
  assert.equal(keyOf(await create({ ...bodyOf(['@feature.tickets.read']), role })), 'staff_roles.key_taken')
  assert.equal(keyOf(await create({ ...bodyOf(['@feature.tickets.read']), role: 'api-permission-global-admin' })), 'staff_roles.key_wrong')
  const outsider: TestUser = { email: `anna@${customer.emailDomain}`, roles: [role] }
  assert.deepEqual((await signIn(outsider)).json().result.permissions, [])
  const path = `/admin/customer/${customer.customerId}/user`
  const [{ userId }] = await resultOf(admin, path)
  assert.equal(keyOf(await vakt.call(admin, 'PUT', `${path}/${userId}`, { roles: [role] })), 'users.staff_elsewhere')
})

test('who may not see incidents gets no mail about them, and a role that there is not makes no one staff', async () => {
  const [watching, reporting] = [await createRole(['@feature.overview.read']), await createRole(['@feature.report.read'])]
  const told = (await createColleague([watching.role], [customer.customerId])).user
  const others = [
    (await createColleague([watching.role], [hidden.customerId])).user,
    (await createColleague([reporting.role])).user,
    { email: `unknown${next()}@${provider.emailDomain}`, roles: ['vakt-own-nowhere'] },
  ]
  await signIn(others[2] as TestUser)
  const found = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => findStaff(transaction, customer.customerId))
  const addresses = found.map(({ email }) => email)
  assert.ok(addresses.includes(admin.email) && addresses.includes(told.email))
  assert.ok(!others.some(({ email }) => addresses.includes(email)))
})

test('someone whose role there is not is offered for no ticket, incident or page, and takes over no other customer', async () => {
  const { role } = await createRole(['@feature.tickets.write', '@feature.overview.read'])
  const colleague = await createColleague([role], [customer.customerId])
  const named: TestUser = { email: `gone${next()}@${provider.emailDomain}`, roles: ['vakt-own-nowhere'] }
  await signIn(named)
  const [{ userId }] = await resultOf(admin, `${people}?q=${named.email}`)
  const opened = await vakt.call(admin, 'POST', at(customer.customerId, 'ticket'), {
    ...{ subject: 'Disk', description: 'Full.', type: 'request', area: 'other', email: admin.email },
  })
  const { ticketId } = opened.json().result
  const [{ id: incidentId }] = await work(
    `insert into incident (customer_id, subject, rule, title, severity, opened_at, changed_at)
     values ($1, 'shop', 'CPU', 'CPU is high', 'high', now(), now()) returning incident_id as id`,
    [customer.customerId],
  )
  const ticket = at(customer.customerId, `ticket/${ticketId}`)
  for (const asker of [admin, colleague.user])
    for (const path of [`${ticket}/person`, at(customer.customerId, `incident/${incidentId}/person`)]) {
      const offered: string[] = (await resultOf(asker, path)).people.map(({ userId }: { userId: string }) => userId)
      assert.ok(offered.includes(colleague.userId), `${asker.email} ${path}`)
      assert.ok(!offered.includes(userId), `${asker.email} ${path}`)
    }
  const pagedOf = (id: string) => findPagedPerson(vakt.database.app, { userId: id, customerId: customer.customerId })
  assert.equal((await pagedOf(colleague.userId))?.email, colleague.user.email)
  assert.equal(await pagedOf(userId), undefined)
  await work('update ticket set assignee_id = $2 where customer_id = $1 returning ticket_id', [customer.customerId, colleague.userId])
  assert.deepEqual((await resultOf(admin, `${people}/${colleague.userId}/holding?to=${userId}`)).hidden, ['tickets'])
})

test('a role that names a right of another release is shown and counts without it', async () => {
  const { role } = await createRole(['@feature.tickets.read'])
  await work("update staff_role set features = features || '{@feature.later.write}' where role = $1 returning role", [role])
  const { user } = await createColleague([role])
  assert.deepEqual((await signIn(user)).json().result.own_roles[0].features, ['@feature.tickets.read'])
  const listed = (await resultOf(admin, '/admin/staff-role')) as { role: string; features: string[] }[]
  assert.deepEqual(listed.find((one) => one.role === role)?.features, ['@feature.tickets.read'])
})
