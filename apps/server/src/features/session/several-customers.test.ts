import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { allowMoves } from '#server/features/users/move-accounts.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, signToken, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const issuer = 'https://provider.test'

const work = <T>(run: (transaction: Transaction) => Promise<T>) => workForAllCustomers({ pool: vakt.database.worker }, run)
const query = async (text: string, values: unknown[] = []) => (await work((transaction) => transaction.query(text, values))).rows
const open = (user: TestUser, headers = {}) => vakt.call(user, 'POST', '/authentication/usercontext', {}, headers)
const contextOf = async (user: TestUser) => (await open(user)).json().result
const choose = (user: TestUser, customerId: string) => vakt.call(user, 'POST', '/authentication/customer', { customer_id: customerId })
const reach = async (user: TestUser, ...customerIds: string[]) =>
  Promise.all(customerIds.map(async (id) => (await vakt.call(user, 'GET', `/customer/${id}`)).statusCode))
const keyOf = (answer: { json(): { errors: { message_translation_key: string }[] } }) => answer.json().errors[0]?.message_translation_key

/** A customer with an administrator of its own. */
async function createSide() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const admin: TestUser = { email: `admin@${emailDomain}`, roles: ['admin'] }
  await open(admin)
  const path = `/admin/customer/${customerId}`
  const find = async (email: string) => (await vakt.call(admin, 'GET', `${path}/user?q=${encodeURIComponent(email)}`)).json().result
  return {
    customerId,
    emailDomain,
    admin,
    path,
    find,
    invite: (email: string, roles: string[]) => vakt.call(admin, 'POST', `${path}/invitation`, { email, name: 'Eva', roles }),
    change: async (email: string, change: object) => vakt.call(admin, 'PUT', `${path}/user/${(await find(email))[0].userId}`, change),
  }
}

/** Eva, administrator of A and reader of B; A is chosen. */
async function createScene() {
  const [a, b] = [await createSide(), await createSide()]
  const eva: TestUser = { email: `eva-${randomUUID()}@consultant.example`, roles: [] }
  await a.invite(eva.email, ['admin'])
  await open(eva)
  assert.equal((await b.invite(eva.email, ['reader'])).statusCode, 200)
  const context = await contextOf(eva)
  assert.equal(context.customer_id, a.customerId, 'joining does not choose')
  assert.deepEqual(new Set(context.customers.map((one: { customer_id: string }) => one.customer_id)), new Set([a.customerId, b.customerId]))
  return { a, b, eva }
}

test('someone who is invited to a second customer chooses between them, and has at each the rights given there', async () => {
  const { a, b, eva } = await createScene()
  assert.deepEqual(await reach(eva, a.customerId, b.customerId), [200, 404])
  assert.equal((await vakt.call(eva, 'GET', `${a.path}/user`)).statusCode, 200)
  assert.equal((await choose(eva, b.customerId)).statusCode, 204)
  assert.deepEqual(await reach(eva, a.customerId, b.customerId), [404, 200])
  const context = await contextOf(eva)
  assert.deepEqual([context.customer_id, context.permissions, context.customers.length], [b.customerId, ['reader'], 2])
  assert.equal((await vakt.call(eva, 'GET', `${b.path}/user`)).statusCode, 403)
  assert.equal((await vakt.call(eva, 'GET', `${a.path}/user`)).statusCode, 404)
  assert.equal((await choose(eva, a.customerId)).statusCode, 204)
  assert.deepEqual(await reach(eva, a.customerId, b.customerId), [200, 404])
})

test('what the identity provider says of someone’s roles counts at their first customer alone', async () => {
  const { b, eva } = await createScene()
  const withRoles = { ...eva, roles: ['admin', 'api-permission-global-admin'] }
  await choose(withRoles, b.customerId)
  assert.deepEqual((await contextOf(withRoles)).permissions, ['reader'])
  assert.equal((await vakt.call(withRoles, 'GET', `${b.path}/user`)).statusCode, 403)
})

test('another customer cannot be chosen, by id or by guessing', async () => {
  const { a, eva } = await createScene()
  const elsewhere = await createSide()
  for (const id of [elsewhere.customerId, 'none', provider.customerId]) assert.equal((await choose(eva, id)).statusCode, 404)
  assert.equal((await choose(a.admin, elsewhere.customerId)).statusCode, 404)
  assert.equal((await choose(staff, a.customerId)).statusCode, 404)
  assert.deepEqual(await reach(eva, a.customerId), [200])
})

test('each customer sees its own account alone, and neither invitation nor answer tells of the other', async () => {
  const { a, b, eva } = await createScene()
  const [atA, atB] = [await a.find(eva.email), await b.find(eva.email)]
  assert.deepEqual([atA.length, atB.length, atA[0].userId === atB[0].userId], [1, 1, false])
  assert.equal((await vakt.call(b.admin, 'PUT', `${b.path}/user/${atA[0].userId}`, { isDisabled: true })).statusCode, 404)
  assert.doesNotMatch(JSON.stringify([atB, (await vakt.call(b.admin, 'GET', `${b.path}/invitation`)).json()]), new RegExp(a.customerId))
  const stranger = `new-${randomUUID()}@consultant.example`
  const [known, unknown] = [await createSide(), await createSide()]
  const shapeOf = async (answer: Promise<{ json(): { result: object } }>) => Object.keys((await answer).json().result)
  assert.deepEqual(await shapeOf(known.invite(eva.email, ['reader'])), await shapeOf(unknown.invite(stranger, ['reader'])))
  assert.equal(keyOf(await a.invite(eva.email, ['reader'])), 'users.invite.is_user')
})

test('while sessions are open one account is ended: the person goes on at the other customer, and ends with the last', async () => {
  const { a, b, eva } = await createScene()
  const browsers = [{ 'x-vakt-session': randomUUID() }, { 'x-vakt-session': randomUUID() }]
  for (const headers of browsers) assert.equal((await open(eva, headers)).statusCode, 200)
  assert.equal((await a.change(eva.email, { isDisabled: true })).statusCode, 200)
  for (const headers of browsers) {
    assert.equal((await vakt.call(eva, 'GET', `/customer/${a.customerId}`, undefined, headers)).statusCode, 404)
    assert.equal((await vakt.call(eva, 'GET', `/customer/${b.customerId}`, undefined, headers)).statusCode, 200)
  }
  const context = await contextOf(eva)
  assert.deepEqual([context.customer_id, context.customers], [b.customerId, undefined])
  assert.equal((await choose(eva, a.customerId)).statusCode, 404)
  await b.change(eva.email, { isDisabled: true })
  const refused = await open(eva)
  assert.deepEqual([refused.statusCode, keyOf(refused)], [401, 'error.account_disabled'])
  await a.change(eva.email, { isDisabled: false })
  assert.equal((await contextOf(eva)).customer_id, a.customerId)
})

test('someone whose only account is disabled comes to a customer that invites them', async () => {
  const [a, b] = [await createSide(), await createSide()]
  const eva: TestUser = { email: `eva-${randomUUID()}@consultant.example`, roles: [] }
  await a.invite(eva.email, ['admin'])
  await open(eva)
  await a.change(eva.email, { isDisabled: true })
  assert.equal((await open(eva)).statusCode, 401)
  await b.invite(eva.email, ['reader'])
  assert.equal((await contextOf(eva)).customer_id, b.customerId)
  assert.deepEqual(await reach(eva, a.customerId), [404])
})

test('an invitation counts for a verified address alone, as long as it is open, and never beside an account at the provider', async () => {
  const { b, eva } = await createScene()
  const c = await createSide()
  const ids = async (user: TestUser) => ((await contextOf(user)).customers ?? []).map((one: { customer_id: string }) => one.customer_id)
  await c.invite(eva.email, ['reader'])
  assert.ok(!(await ids({ ...eva, claims: { email_verified: false } })).includes(c.customerId))
  await query("update invitation set expires_at = now() - interval '1 minute' where customer_id = $1", [c.customerId])
  assert.ok(!(await ids(eva)).includes(c.customerId))
  await c.invite(eva.email, ['reader'])
  assert.ok((await ids(eva)).includes(c.customerId))

  await open(staff)
  assert.equal(keyOf(await b.invite(staff.email, ['reader'])), 'users.invite.other_domain')
  await vakt.call(staff, 'POST', `${b.path}/invitation`, { email: staff.email, name: 'Karin', roles: ['reader'] })
  assert.deepEqual(await ids(staff), [])
  await vakt.call(staff, 'POST', `/admin/customer/${provider.customerId}/invitation`, { email: eva.email, name: 'Eva', roles: [] })
  assert.ok(!(await ids(eva)).includes(provider.customerId))
})

test('someone of a customer’s domain who is invited elsewhere first belongs to both', async () => {
  const [employer, client] = [await createSide(), await createSide()]
  const eva: TestUser = { email: `eva@${employer.emailDomain}`, roles: ['admin'] }
  assert.equal((await client.invite(eva.email, ['reader'])).statusCode, 200)
  const context = await contextOf(eva)
  assert.deepEqual([context.customer_id, context.permissions, context.customers.length], [employer.customerId, ['admin'], 2])
  await choose(eva, client.customerId)
  assert.deepEqual((await contextOf(eva)).permissions, ['reader'])
})

test('a session that is ended is over at each customer, one that a customer ends at this one', async () => {
  const { a, b, eva } = await createScene()
  const at = (name: string) => ({ 'x-vakt-session': name })
  const [mine, lost] = [at(randomUUID()), at(randomUUID())]
  for (const headers of [mine, lost]) await open(eva, headers)
  await choose(eva, b.customerId)
  const status = async (headers: object) =>
    (await vakt.call(eva, 'GET', `/customer/${b.customerId}`, undefined, headers as Record<string, string>)).statusCode
  assert.equal((await vakt.call(eva, 'DELETE', '/authentication/session', undefined, mine)).statusCode, 204)
  assert.deepEqual([await status(mine), await status(lost)], [200, 401], 'the lost one was never used at the customer that is chosen')

  const stolen = await signToken(eva, { issuedAt: new Date(Date.now() - 60_000) })
  const late = await vakt.call(null, 'GET', `/customer/${b.customerId}`, undefined, {
    authorization: `Bearer ${stolen}`,
    ...at(randomUUID()),
  })
  assert.equal(late.statusCode, 401)

  await choose(eva, a.customerId)
  const other = at(randomUUID())
  await open(eva, other)
  const [{ userId }] = await a.find(eva.email)
  const [{ userId: adminId }] = await a.find(a.admin.email)
  const handed = await vakt.call(a.admin, 'POST', `/admin/customer/${a.customerId}/user/${userId}/handover`, {
    to: adminId,
  })
  assert.ok(handed.statusCode < 300, handed.body)
  assert.equal(await status(other), 200)
})

test('closing one customer leaves the person at the other, and erasing it too', async () => {
  const { a, b, eva } = await createScene()
  const browser = { 'x-vakt-session': randomUUID() }
  await open(eva, browser)
  const closed = await vakt.call(staff, 'PUT', `/admin/customer/${a.customerId}/closing`, { confirmation: `Customer ${a.customerId}` })
  assert.ok(closed.statusCode < 300, closed.body)
  assert.equal((await vakt.call(eva, 'GET', `/customer/${b.customerId}`, undefined, browser)).statusCode, 200)
  assert.deepEqual(await reach(eva, a.customerId, b.customerId), [404, 200])
  assert.equal((await contextOf(eva)).customers, undefined)
  assert.equal((await choose(eva, a.customerId)).statusCode, 404)
  await query('delete from customer where customer_id = $1', [a.customerId])
  assert.equal((await contextOf(eva)).customer_id, b.customerId)
  const c = await createSide()
  await c.invite(eva.email, ['reader'])
  assert.equal((await contextOf(eva)).customers.length, 2)
})

test('an API token is of the customer where it was made, whichever is chosen', async () => {
  const { a, b, eva } = await createScene()
  const made = (await vakt.call(eva, 'POST', '/authentication/api-token', { name: 'x', scope: ['@feature.tickets.read'] })).json().result
  await choose(eva, b.customerId)
  const asToken = async (id: string) =>
    (await vakt.call(null, 'GET', `/customer/${id}`, undefined, { authorization: `Bearer ${made.secret}` })).statusCode
  assert.deepEqual([await asToken(a.customerId), await asToken(b.customerId)], [200, 404])
  const chosen = await vakt.call(
    null,
    'POST',
    '/authentication/customer',
    { customer_id: b.customerId },
    { authorization: `Bearer ${made.secret}` },
  )
  assert.equal(chosen.statusCode, 403)
  await a.change(eva.email, { isDisabled: true })
  assert.equal(await asToken(a.customerId), 401)
})

test('the accounts of a person move to another identity provider together', async () => {
  const { a, b, eva } = await createScene()
  await query("update app_user set issuer = 'https://old.test' where lower(email) = $1", [eva.email])
  const acting = { actor: { type: 'system' as const, job: 'set-up' }, now: new Date(), requestId: null }
  assert.equal(await work((transaction) => allowMoves(transaction, acting, { issuer, from: 'https://old.test' })), 1)
  const moved: TestUser = { ...eva, subject: `moved ${eva.email}` }
  assert.equal((await contextOf(moved)).customer_id, a.customerId)
  await choose(moved, b.customerId)
  assert.deepEqual((await contextOf(moved)).permissions, ['reader'])
})
