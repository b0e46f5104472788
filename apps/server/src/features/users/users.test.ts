import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import { createTestApp, signToken, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
const address = await vakt.app.listen({ port: 0, host: '127.0.0.1' })
after(() => vakt.close())
const administrator = 'api-permission-global-admin'
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: [administrator] }

const work = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)
const signIn = (user: TestUser) => vakt.call(user, 'POST', '/authentication/usercontext', {})

async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  await signIn(user)
  const path = `/admin/customer/${customerId}`
  const [{ userId }] = (await vakt.call(staff, 'GET', `${path}/user`)).json().result
  return { customerId, emailDomain, path, user, userId }
}
const invite = (path: string, email: string, roles: string[] = ['reader']) =>
  vakt.call(staff, 'POST', `${path}/invitation`, { email, name: 'Nina', roles })
const keyOf = (answer: { json(): { errors: { message_translation_key: string }[] } }) => answer.json().errors[0]?.message_translation_key

test('an invited address becomes a user of the customer with its roles, beside that of its domain', async () => {
  const { customerId, path } = await createScene()
  const elsewhere = await createCustomer(vakt.database)
  const email = `Nina@${elsewhere.emailDomain}`
  const invited = await invite(path, email)
  assert.equal(invited.statusCode, 200)
  const nina = { email, roles: [] }
  const context = (await signIn(nina)).json().result
  assert.equal(context.customer_id, elsewhere.customerId)
  assert.deepEqual(
    context.customers.map(({ customer_id: id }: { customer_id: string }) => id).toSorted(),
    [customerId, elsewhere.customerId].toSorted(),
  )
  assert.equal((await vakt.call(nina, 'GET', `/customer/${customerId}/ticket`)).statusCode, 404)
  await vakt.call(nina, 'POST', '/authentication/customer', { customer_id: customerId })
  assert.equal((await vakt.call(nina, 'GET', `/customer/${customerId}/ticket`)).statusCode, 200)
  const [invitation] = (await vakt.call(staff, 'GET', `${path}/invitation`)).json().result
  assert.ok(invitation.acceptedAt)
  const actions = await work('select action from recorded_action where customer_id = $1 and target = $2 order by action_id', [
    customerId,
    invited.json().result.invitationId,
  ])
  assert.deepEqual(actions, [{ action: 'user.invite' }, { action: 'user.accept-invitation' }])
})

test('an address that is not verified, an expired and a revoked invitation open nothing', async () => {
  const { path } = await createScene()
  const outside = () => `${randomUUID()}@example.com`
  const [unverified, expired, revoked] = [outside(), outside(), outside()]
  for (const email of [unverified, expired]) await invite(path, email)
  await work("update invitation set expires_at = now() - interval '1 second' where email = $1", [expired])
  const { invitationId } = (await invite(path, revoked)).json().result
  const saysJson = { 'content-type': 'application/json' }
  assert.equal((await vakt.call(staff, 'DELETE', `${path}/invitation/${invitationId}`, undefined, saysJson)).statusCode, 204)
  assert.equal((await vakt.call(staff, 'DELETE', `${path}/invitation/${invitationId}`)).statusCode, 404)
  assert.equal((await signIn({ email: unverified, roles: [], claims: { email_verified: false } })).statusCode, 403)
  for (const email of [expired, revoked]) assert.equal((await signIn({ email, roles: [] })).statusCode, 403)
  for (const email of [expired, revoked]) assert.equal((await invite(path, email)).statusCode, 200, 'they can be invited again')
})

test('an invitation that is revoked while it is accepted makes no account', async () => {
  const { customerId, path } = await createScene()
  const email = `late-${randomUUID()}@nowhere.example`
  const { invitationId } = (await invite(path, email)).json().result
  const holder = new pg.Client(vakt.owner)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('update invitation set revoked_at = now() where invitation_id = $1', [invitationId])
    const accepting = signIn({ email, roles: [] })
    await until(
      async () =>
        (await holder.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount,
    )
    await holder.query('commit')
    assert.equal((await accepting).statusCode, 403)
  } finally {
    await holder.end()
  }
  assert.deepEqual(await work('select 1 from app_user where customer_id = $1 and email = $2', [customerId, email]), [])
})

test('one address is invited once at a time, and not when it is a user already', async () => {
  const { path, user } = await createScene()
  const email = `${randomUUID()}@example.com`
  const answers = await Promise.all([invite(path, email), invite(path, email.toUpperCase())])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409])
  assert.equal(keyOf(await invite(path, user.email)), 'users.invite.is_user')
  assert.equal(keyOf(await invite(path, 'nobody')), 'users.invite.email_wrong')
})

test('an invitation is emailed in the language of the customer, and once', async () => {
  const { customerId, path } = await createScene()
  await work("update customer set mail_language = 'sv' where customer_id = $1", [customerId])
  const email = `${randomUUID()}@example.com`
  const { isEmailed } = (await invite(path, email)).json().result
  assert.equal((await invite(path, email)).statusCode, 409)
  const mails = await work('select kind, state, language, subject, text_body, html_body from mail_delivery where address = $1', [email])
  assert.equal(mails.length, 1)
  const [{ kind, state, language, subject, text_body: text, html_body: html }] = mails
  assert.deepEqual([kind, language, isEmailed], ['invitation', 'sv', state === 'waiting'])
  assert.match(subject, /^Du är inbjuden till driftportalen för /)
  assert.match(text, new RegExp(`Välkommen, Nina[\\s\\S]*karin har bjudit in dig[\\s\\S]*${email}`, 'i'))
  assert.match(text, /Svar på det här meddelandet läses inte\.$/m)
  assert.match(html, /Logga in/)
})

test('lists the users in pages by name and finds them by a part of name or address', async () => {
  const { emailDomain, path } = await createScene()
  for (const name of ['bo', 'cia', 'dan']) await signIn({ email: `${name}@${emailDomain}`, roles: ['reader'] })
  const first = (await vakt.call(staff, 'GET', `${path}/user?limit=3`)).json()
  const second = (
    await vakt.call(staff, 'GET', `${path}/user?limit=3`, undefined, { 'x-continuation-token': first.continuation_token })
  ).json()
  const names = [...first.result, ...second.result].map(({ name }) => name)
  assert.deepEqual(names, ['anna', 'bo', 'cia', 'dan'])
  assert.equal(second.continuation_token, null)
  const [found] = (await vakt.call(staff, 'GET', `${path}/user?q=CIA`)).json().result
  assert.deepEqual([found.name, found.identityRoles, found.roles], ['cia', ['reader'], []])
})

test('a role given in Vakt counts from the next request and is recorded', async () => {
  const { customerId, emailDomain, path } = await createScene()
  const bo = { email: `bo@${emailDomain}`, roles: [] }
  await signIn(bo)
  const [{ userId }] = (await vakt.call(staff, 'GET', `${path}/user?q=bo`)).json().result
  assert.equal((await vakt.call(bo, 'GET', `/customer/${customerId}/ticket`)).statusCode, 403)
  assert.equal((await vakt.call(staff, 'PUT', `${path}/user/${userId}`, { roles: ['reader'] })).statusCode, 200)
  assert.equal((await vakt.call(bo, 'GET', `/customer/${customerId}/ticket`)).statusCode, 200)
  const [action] = await work("select details from recorded_action where action = 'user.change' and target = $1", [userId])
  const { name, email, ...changed } = action.details
  assert.deepEqual([name, email], ['bo', bo.email])
  assert.deepEqual(changed, { before: { roles: [], isDisabled: false }, after: { roles: ['reader'], isDisabled: false } })
  assert.deepEqual((await vakt.call(staff, 'GET', `${path}/user/${userId}`)).json().result.roles, ['reader'])
  assert.equal(keyOf(await vakt.call(staff, 'PUT', `${path}/user/${userId}`, { roles: [administrator] })), 'users.administrator_elsewhere')
})

test('disabling someone refuses their token at once and ends their live stream', { timeout: 10_000 }, async () => {
  const { customerId, path, user, userId } = await createScene()
  const headers = { authorization: `Bearer ${await signToken(user)}` }
  const look = () => fetch(`${address}/api/v1/customer/${customerId}/ticket`, { headers })
  assert.equal((await look()).status, 200)
  const stream = await fetch(`${address}/api/v1/live`, { headers })
  await vakt.call(staff, 'PUT', `${path}/user/${userId}`, { isDisabled: true })
  assert.equal((await look()).status, 401)
  const heard = await stream.text()
  assert.match(heard, /access\.changed/)
  await vakt.call(staff, 'PUT', `${path}/user/${userId}`, { isDisabled: false })
  assert.equal((await look()).status, 200)
})

test('of the last two administrators only one can be disabled, also at the same moment', async () => {
  const alone = await createTestApp()
  try {
    const { customerId, emailDomain } = await createCustomer(alone.database, { isProvider: true })
    const people: TestUser[] = ['karin', 'oskar'].map((name) => ({ email: `${name}@${emailDomain}`, roles: [administrator] }))
    const [karin, oskar] = people as [TestUser, TestUser]
    for (const person of people) await alone.call(person, 'POST', '/authentication/usercontext', {})
    const path = `/admin/customer/${customerId}/user`
    const users: { userId: string }[] = (await alone.call(karin, 'GET', path)).json().result
    const [first, second] = users.map(({ userId }) => `${path}/${userId}`) as [string, string]
    const answers = await Promise.all([
      alone.call(karin, 'PUT', second, { isDisabled: true }),
      alone.call(oskar, 'PUT', first, { isDisabled: true }),
    ])
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    // The loser is told so, or is disabled before the request is looked at.
    assert.ok(statuses[0] === 200 && [401, 409].includes(statuses[1] ?? 0), String(statuses))
    const { rows } = await alone.database.worker.query('select count(*)::int as count from app_user where disabled_at is null')
    assert.equal(rows[0].count, 1)
  } finally {
    await alone.close()
  }
})

test('the last administrator by a role given in Vakt cannot be stripped of it', async () => {
  const alone = await createTestApp()
  try {
    const { customerId, emailDomain } = await createCustomer(alone.database, { isProvider: true })
    const karin = { email: `karin@${emailDomain}`, roles: [] }
    await alone.call(karin, 'POST', '/authentication/usercontext', {})
    await workForAllCustomers({ pool: alone.database.worker }, (transaction) =>
      transaction.query('update app_user set roles = $1', [[administrator]]),
    )
    const path = `/admin/customer/${customerId}/user`
    const [{ userId }] = (await alone.call(karin, 'GET', path)).json().result
    for (const change of [{ roles: [] }, { isDisabled: true }])
      assert.equal(keyOf(await alone.call(karin, 'PUT', `${path}/${userId}`, change)), 'users.last_administrator')
    const many = await alone.call(karin, 'PUT', `${path}/bulk`, { userIds: [userId], isDisabled: true })
    assert.deepEqual([many.json().result.changed, many.json().result.refused[0].message_translation_key], [0, 'users.last_administrator'])
  } finally {
    await alone.close()
  }
})

test('many users are disabled and enabled together; one of another customer is refused', async () => {
  const { path, user, userId } = await createScene()
  const elsewhere = await createScene()
  const change = async (of: string, userIds: string[], isDisabled: boolean) => {
    const answer = await vakt.call(staff, 'PUT', `${of}/user/bulk`, { userIds, isDisabled })
    assert.equal(answer.statusCode, 200, answer.body)
    const { changed, refused } = answer.json().result
    return [changed, refused.map((one: { id: string; message_translation_key: string }) => [one.id, one.message_translation_key])]
  }
  assert.deepEqual(await change(path, [userId, elsewhere.userId], true), [1, [[elsewhere.userId, 'error.not_found']]])
  assert.equal((await signIn(user)).statusCode, 401)
  assert.equal((await signIn(elsewhere.user)).statusCode, 200)
  assert.deepEqual(await change(path, [userId], false), [1, []])
  assert.equal((await signIn(user)).statusCode, 200)
})
