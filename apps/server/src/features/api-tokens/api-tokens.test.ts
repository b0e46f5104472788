import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const path = '/authentication/api-token'
const tickets = ['@feature.tickets.write']

const work = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)
const withToken = (secret: string, method: string, url: string, body?: object) =>
  vakt.call(null, method, url, body, { authorization: `Bearer ${secret}` })

async function createScene(wanted: object = {}) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const { result } = (await vakt.call(user, 'POST', path, { name: 'Script', scope: tickets, ...wanted })).json()
  return { customerId, user, tokenId: result.tokenId as string, secret: result.secret as string }
}
const status = async (secret: string, customerId: string, what = 'ticket') =>
  (await withToken(secret, 'GET', `/customer/${customerId}/${what}`)).statusCode

test('works like its user within its scope, and shows its secret once', async () => {
  const { customerId, user, secret } = await createScene()
  assert.match(secret, /^vakt_pat_[A-Za-z0-9_-]{43}$/)
  assert.deepEqual([await status(secret, customerId), await status(secret, customerId, 'alert')], [200, 403])
  const made = await withToken(secret, 'POST', `/customer/${customerId}/ticket`, { subject: 'A', description: 'B', email: user.email })
  assert.equal(made.statusCode, 200)
  const list = await vakt.call(user, 'GET', path)
  assert.ok(!list.body.includes(secret.slice(9)))
  assert.deepEqual(list.json().result[0].scope, ['@feature.tickets.read', '@feature.tickets.write'])
  const rows = await work('select t::text as row from api_token t where customer_id = $1', [customerId])
  assert.ok(!rows[0].row.includes(secret.slice(9)))
})

test('is refused after it was revoked, has expired, or its user was disabled', async () => {
  const revoked = await createScene()
  assert.equal((await vakt.call(revoked.user, 'DELETE', `${path}/${revoked.tokenId}`)).statusCode, 204)
  const expired = await createScene({ expiresAt: new Date(Date.now() + 60_000).toISOString() })
  assert.equal(await status(expired.secret, expired.customerId), 200)
  await work('update api_token set expires_at = now() where token_id = $1', [expired.tokenId])
  const disabled = await createScene()
  await work('update app_user set disabled_at = now() where customer_id = $1', [disabled.customerId])
  for (const { secret, customerId } of [revoked, expired, disabled]) assert.equal(await status(secret, customerId), 401)
})

test('may never do more than its user may at that moment', async () => {
  const { customerId, secret } = await createScene()
  await vakt.call(staff, 'PUT', `/admin/customer/${customerId}/permission`, {
    enabledFeatures: ['@feature.overview.read'],
    role_feature_mappings: [],
    version: 0,
  })
  assert.equal(await status(secret, customerId), 403)
})

test('makes and revokes no tokens, and administers nothing', async () => {
  const { customerId, user, tokenId, secret } = await createScene()
  assert.equal((await withToken(secret, 'POST', path, { name: 'Another', scope: tickets })).statusCode, 403)
  assert.equal((await withToken(secret, 'DELETE', `${path}/${tokenId}`)).statusCode, 403)
  assert.equal((await vakt.call(user, 'GET', path)).json().result.length, 1)
  const ofStaff = (await vakt.call(staff, 'POST', path, { name: 'Staff', scope: tickets })).json().result.secret
  assert.deepEqual([await status(ofStaff, customerId), await status(ofStaff, customerId, 'alert')], [200, 403])
  assert.equal((await withToken(ofStaff, 'GET', '/admin/customer')).statusCode, 403)
})

test('reaches no other customer, and no one revokes the token of another', async () => {
  const [a, b] = [await createScene(), await createScene()]
  assert.equal(await status(a.secret, b.customerId), 404)
  assert.equal((await vakt.call(b.user, 'DELETE', `${path}/${a.tokenId}`)).statusCode, 404)
  const colleague = { email: a.user.email.replace('anna', 'bo'), roles: ['admin'] }
  assert.equal((await vakt.call(colleague, 'DELETE', `${path}/${a.tokenId}`)).statusCode, 404)
  assert.equal(await status(a.secret, a.customerId), 200)
})

test('when it was last used is written at most once in a minute', async () => {
  const { customerId, tokenId, secret } = await createScene()
  const lastUsed = async () => (await work('select last_used_at as at from api_token where token_id = $1', [tokenId]))[0].at?.getTime()
  assert.equal(await lastUsed(), undefined)
  await status(secret, customerId)
  const first = await lastUsed()
  assert.ok(first)
  await status(secret, customerId)
  assert.equal(await lastUsed(), first)
  await work("update api_token set last_used_at = last_used_at - interval '2 minutes' where token_id = $1", [tokenId])
  await status(secret, customerId)
  assert.ok((await lastUsed()) >= first)
})

test('a scope wider than one’s rights, an expiry that has passed and a secret that is nearly right are refused', async () => {
  const { customerId, user, secret } = await createScene()
  const reader = { email: user.email.replace('anna', 'rita'), roles: ['reader'] }
  const create = async (by: typeof user, wanted: object) =>
    (await vakt.call(by, 'POST', path, { name: 'x', ...wanted })).json().errors[0].message_translation_key
  assert.equal(await create(reader, { scope: tickets }), 'api_tokens.scope_too_wide')
  assert.equal(await create(user, { scope: [] }), 'api_tokens.scope_empty')
  assert.equal(await create(user, { scope: tickets, expiresAt: '2020-01-01T00:00:00Z' }), 'api_tokens.expiry_past')
  const changed = secret.slice(0, -2) + (secret.endsWith('AA') ? 'BB' : 'AA')
  for (const wrong of [changed, secret.slice(0, -1), `${secret}A`, secret.toUpperCase()]) assert.equal(await status(wrong, customerId), 401)
})

test('a token for reading writes nothing: neither feedback, nor views, nor what belongs to its user', async () => {
  const { customerId, user, secret } = await createScene({ scope: ['@feature.tickets.read', '@feature.overview.read'] })
  const at = `/customer/${customerId}`
  const ticket = { subject: 'A', description: 'B', email: user.email }
  const writes: [string, string, object?][] = [
    ['POST', `${at}/ticket`, { ...ticket, area: 'feedback' }],
    ['POST', `${at}/ticket-view`, { name: 'Mine', filter: {} }],
    ['PUT', `${at}/ticket/1/presence/abcdefgh`, { doing: 'reading' }],
    ['POST', '/authentication/usercontext', {}],
    ['PUT', '/authentication/usercontext', { preferred_language: 'sv' }],
    ['PUT', '/notification/preference', { choices: [{ kind: 'created', byMail: false, inPortal: false }] }],
    ['PUT', '/notification/read', {}],
    ['DELETE', '/authentication/photo'],
    ['POST', `${at}/ticket/attachment/00000000-0000-4000-8000-000000000000/a.txt`],
  ]
  for (const [method, url, body] of writes) assert.equal((await withToken(secret, method, url, body)).statusCode, 403, `${method} ${url}`)
  assert.equal((await withToken(secret, 'GET', '/authentication/usercontext')).statusCode, 200)
  const [{ count }] = await work('select count(*)::int as count from ticket where customer_id = $1', [customerId])
  assert.equal(count, 0)
})

test('a token that may write tickets attaches files to them', async () => {
  const { customerId, user, secret } = await createScene()
  const made = await withToken(secret, 'POST', `/customer/${customerId}/ticket`, { subject: 'A', description: 'B', email: user.email })
  const attached = await vakt.app.inject({
    method: 'POST',
    url: `/api/v1/customer/${customerId}/ticket/attachment/${made.json().result.temp_id}/note.txt`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' },
    payload: 'a note',
  })
  assert.equal(attached.statusCode, 200)
})

test('stops working when its owner has not signed in for 90 days, says so, and works again once they do', async () => {
  const { customerId, user, secret } = await createScene()
  const day = 86_400_000
  const signInBy = async () => Date.parse((await vakt.call(user, 'GET', path)).json().result[0].signInBy)
  assert.ok(Math.abs((await signInBy()) - Date.now() - 90 * day) < day)
  await work("update app_user set last_seen_at = now() - interval '89 days' where customer_id = $1", [customerId])
  assert.equal(await status(secret, customerId), 200)
  await work("update app_user set last_seen_at = now() - interval '91 days' where customer_id = $1", [customerId])
  const refused = await withToken(secret, 'GET', `/customer/${customerId}/ticket`)
  assert.deepEqual([refused.statusCode, refused.json().errors[0].message_translation_key], [401, 'error.api_token_owner_away'])
  assert.match(refused.json().errors[0].message, /has not signed in to Vakt for 90 days/)
  assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}/ticket`)).statusCode, 200)
  assert.equal(await status(secret, customerId), 200)
})
