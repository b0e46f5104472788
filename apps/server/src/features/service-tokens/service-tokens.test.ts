import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { featureKeys } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const tickets = ['@feature.tickets.write']
const pathOf = (customerId: string) => `/customer/${customerId}/service-token`

const run = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)
const withToken = (secret: string, method: string, url: string, body?: object) =>
  vakt.call(null, method, url, body, { authorization: `Bearer ${secret}` })
const status = async (secret: string, customerId: string, what = 'ticket') =>
  (await withToken(secret, 'GET', `/customer/${customerId}/${what}`)).statusCode
const keyOf = (answer: { json(): { errors: { message_translation_key: string }[] } }) => answer.json().errors[0]?.message_translation_key

async function createScene(wanted: object = {}, customer?: { customerId: string; emailDomain: string }, by?: TestUser) {
  const { customerId, emailDomain } = customer ?? (await createCustomer(vakt.database))
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const answer = await vakt.call(by ?? user, 'POST', pathOf(customerId), { name: 'Terraform', scope: tickets, ...wanted })
  assert.equal(answer.statusCode, 200, answer.body)
  const { tokenId, secret } = answer.json().result as { tokenId: string; secret: string }
  return { customerId, emailDomain, user, tokenId, secret }
}

test('acts within its scope at its customer only, and is shown once', async () => {
  const { customerId, user, secret, tokenId } = await createScene()
  assert.match(secret, /^vakt_svc_[\w-]{43}$/)
  const other = await createCustomer(vakt.database)
  assert.deepEqual(
    [await status(secret, customerId), await status(secret, customerId, 'alert'), await status(secret, other.customerId)],
    [200, 403, 404],
  )
  const list = await vakt.call(user, 'GET', pathOf(customerId))
  assert.ok(!list.body.includes(secret.slice(0, 30)))
  const [token] = list.json().result
  assert.deepEqual(
    [token.tokenId, token.ending, token.createdBy, token.scope],
    [tokenId, secret.slice(-4), 'anna', ['@feature.tickets.read', '@feature.tickets.write']],
  )
  assert.ok(token.lastUsedAt)
  const rows = await run('select t::text as row from service_token t where customer_id = $1', [customerId])
  assert.ok(!rows[0].row.includes(secret.slice(9, 30)))
})

test('opens tickets and comments under its own name, for the person whose address it gives', async () => {
  const { customerId, user, secret, tokenId } = await createScene()
  const create = (email: string) =>
    withToken(secret, 'POST', `/customer/${customerId}/ticket`, { subject: 'Plan failed', description: 'See the log.', email })
  const [known, unknown] = [await create(user.email), await create('pipeline@elsewhere.example')]
  assert.deepEqual([known.statusCode, unknown.statusCode], [200, 200])
  const { ticketId, temp_id } = known.json().result
  const comment = await withToken(secret, 'POST', `/customer/${customerId}/ticket/${ticketId}/comment`, { body: 'Applied.' })
  assert.equal(comment.statusCode, 200)
  const change = await withToken(secret, 'PUT', `/customer/${customerId}/ticket/${ticketId}/status`, {
    status: 'resolved',
    version: 1,
    comment: 'Done.',
  })
  assert.ok([200, 400, 409].includes(change.statusCode))
  const file = await withToken(secret, 'POST', `/customer/${customerId}/ticket/attachment/${temp_id}/log.txt`, { log: 'x' })
  assert.equal(file.statusCode, 200, file.body)
  const rows = await run('select requester_name, requester_id from ticket where customer_id = $1 order by ticket_id', [customerId])
  assert.deepEqual(
    rows.map(({ requester_name, requester_id }) => [requester_name, requester_id !== null]),
    [
      ['anna', true],
      ['service token: Terraform', false],
    ],
  )
  const [written] = await run('select author_name, author_id from ticket_comment where customer_id = $1 limit 1', [customerId])
  assert.deepEqual([written.author_name, written.author_id], ['service token: Terraform', tokenId])
  const [action] = await run(
    "select actor_type, actor_id, actor_name from recorded_action where customer_id = $1 and action = 'ticket.create' limit 1",
    [customerId],
  )
  assert.deepEqual([action.actor_type, action.actor_id, action.actor_name], ['service-token', tokenId, 'service token: Terraform'])
})

test('for reading writes nothing, and has no settings, sessions or notifications of its own', async () => {
  const { customerId, secret } = await createScene({ scope: featureKeys.filter((key) => key.endsWith('.read')) })
  const body = { subject: 'A', description: 'B', email: 'a@b.example' }
  assert.equal((await withToken(secret, 'POST', `/customer/${customerId}/ticket`, body)).statusCode, 403)
  assert.equal((await withToken(secret, 'POST', `/customer/${customerId}/ticket`, { ...body, area: 'feedback' })).statusCode, 403)
  for (const [method, url] of [
    ['GET', '/authentication/usercontext'],
    ['GET', '/notification'],
    ['GET', '/authentication/session'],
    ['POST', '/authentication/sign-out'],
  ] as const)
    assert.equal(keyOf(await withToken(secret, method, url, method === 'POST' ? {} : undefined)), 'error.not_with_api_token', url)
})

test('one of the provider acts at every customer within its scope and administers none', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const { secret } = await createScene({}, provider, staff)
  assert.deepEqual([await status(secret, customerId), await status(secret, customerId, 'alert')], [200, 403])
  assert.equal((await withToken(secret, 'GET', '/admin/customer')).statusCode, 403)
  assert.equal((await withToken(secret, 'GET', `/admin/customer/${customerId}/webhook`)).statusCode, 403)
  const [look] = await run("select actor_type, actor_name from recorded_action where customer_id = $1 and action = 'customer.look'", [
    customerId,
  ])
  assert.deepEqual([look.actor_type, look.actor_name], ['service-token', 'service token: Terraform'])
  await run('update customer set ignores_global_admin_mapping = true where customer_id = $1', [customerId])
  assert.equal(await status(secret, customerId), 403)
})

test('a rotated secret works until its overlap is over; a revoked or expired token is refused', async () => {
  const { customerId, user, tokenId, secret } = await createScene({ expiresAt: new Date(Date.now() + 60_000).toISOString() })
  const rotated = (await vakt.call(user, 'POST', `${pathOf(customerId)}/${tokenId}/rotate`, { overlapHours: 1 })).json().result
  assert.equal(rotated.tokenId, tokenId)
  assert.ok(Date.parse(rotated.previousUntil) <= Date.now() + 60_000, 'the old secret ends no later than it would have')
  assert.deepEqual([await status(secret, customerId), await status(rotated.secret, customerId)], [200, 200])
  await run("update service_token set previous_until = now() - interval '1 second' where token_id = $1", [tokenId])
  assert.deepEqual([await status(secret, customerId), await status(rotated.secret, customerId)], [401, 200])
  assert.equal((await vakt.call(user, 'DELETE', `${pathOf(customerId)}/${tokenId}`)).statusCode, 204)
  assert.equal(await status(rotated.secret, customerId), 401)
  const expired = await createScene({ expiresAt: new Date(Date.now() + 60_000).toISOString() })
  await run("update service_token set expires_at = now() - interval '1 second' where token_id = $1", [expired.tokenId])
  assert.equal(await status(expired.secret, expired.customerId), 401)
})

test('is managed by those who administer the customer, and by no token', async () => {
  const { customerId, emailDomain, user, secret } = await createScene({ scope: featureKeys })
  const create = (by: TestUser) => vakt.call(by, 'POST', pathOf(customerId), { name: 'x', scope: tickets })
  assert.equal((await withToken(secret, 'POST', pathOf(customerId), { name: 'x', scope: tickets })).statusCode, 403)
  assert.equal((await withToken(secret, 'GET', pathOf(customerId))).statusCode, 403)
  await run('insert into customer_role_feature (customer_id, role, features) values ($1, $2, $3)', [
    customerId,
    'operator',
    ['@feature.myenvironment.write'],
  ])
  assert.equal((await create({ email: `olle@${emailDomain}`, roles: ['operator'] })).statusCode, 403)
  assert.equal((await create(staff)).statusCode, 200)
  await run("update customer set ticket_visibility = 'own' where customer_id = $1", [customerId])
  assert.deepEqual([(await create(user)).statusCode, (await create(staff)).statusCode], [403, 200])
  await run("update customer set enabled_features = '{@feature.tickets.write}', ticket_visibility = 'all' where customer_id = $1", [
    customerId,
  ])
  assert.deepEqual([await status(secret, customerId), await status(secret, customerId, 'alert')], [200, 403])
})

test('what cannot be is refused with a reason', async () => {
  const { customerId, user } = await createScene()
  const create = async (wanted: object, by = user) =>
    keyOf(await vakt.call(by, 'POST', pathOf(customerId), { name: 'x', scope: tickets, ...wanted }))
  assert.equal(await create({ name: ' ' }), 'service_tokens.name_empty')
  assert.equal(await create({ name: 'a\r\nBcc: b' }), 'form.one_line')
  assert.equal(await create({ scope: [] }), 'service_tokens.scope_empty')
  assert.equal(await create({ expiresAt: '2020-01-01T00:00:00Z' }), 'service_tokens.expiry_past')
  await run("update customer set enabled_features = '{@feature.tickets.write,@feature.myenvironment.write}' where customer_id = $1", [
    customerId,
  ])
  assert.equal(await create({ scope: ['@feature.report.read'] }), 'service_tokens.scope_not_enabled')
  for (const wrong of ['vakt_svc_', `vakt_svc_${'x'.repeat(43)}`, 'vakt_svc_!']) assert.equal(await status(wrong, customerId), 401)
})
