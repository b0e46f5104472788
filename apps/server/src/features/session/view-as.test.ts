import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const work = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)
const as = (by: TestUser, userId: string, method: string, path: string, body?: object) =>
  vakt.call(by, method, path, body, { 'x-vakt-view-as': userId })

async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database, {
    roles: { desk: ['@feature.tickets.write'], 'api-permission-global-admin': ['@feature.overview.read', '@feature.tickets.write'] },
  })
  const user = { email: `anna@${emailDomain}`, roles: ['desk'] }
  await vakt.call(user, 'POST', '/authentication/usercontext', {})
  const [{ userId }] = (await vakt.call(staff, 'GET', `/admin/customer/${customerId}/user`)).json().result
  return { customerId, user, userId: userId as string }
}

test('staff see exactly what the user may see', async () => {
  const { customerId, userId } = await createScene()
  const status = async (path: string) => (await as(staff, userId, 'GET', path)).statusCode
  assert.equal(await status(`/customer/${customerId}/ticket`), 200)
  assert.equal(await status(`/customer/${customerId}/alert`), 403)
  assert.equal(await status('/admin/customer'), 403)
  assert.equal(await status(`/customer/${provider.customerId}`), 404)
  const context = (await as(staff, userId, 'GET', '/authentication/usercontext')).json().result
  assert.deepEqual([context.customer_id, context.name, context.permissions], [customerId, 'anna', ['desk']])
})

test('private comments stay out of sight', async () => {
  const { customerId, user, userId } = await createScene()
  const { ticketId } = (
    await vakt.call(user, 'POST', `/customer/${customerId}/ticket`, { subject: 'A', description: 'B', email: user.email })
  ).json().result
  const path = `/customer/${customerId}/ticket/${ticketId}`
  await vakt.call(staff, 'POST', `${path}/comment`, { body: 'For us.', private: true })
  assert.equal((await vakt.call(staff, 'GET', path)).json().result.comments.length, 1)
  assert.equal((await as(staff, userId, 'GET', path)).json().result.comments.length, 0)
})

test('changes nothing: whatever is not a GET is refused', async () => {
  const { customerId, user, userId } = await createScene()
  const ticket = { subject: 'A', description: 'B', email: user.email }
  const refused = await as(staff, userId, 'POST', `/customer/${customerId}/ticket`, ticket)
  assert.deepEqual([refused.statusCode, refused.json().errors[0].message_translation_key], [403, 'error.viewing_only'])
  assert.equal((await as(staff, userId, 'PUT', '/authentication/usercontext', { preferred_language: 'sv' })).statusCode, 403)
  assert.equal((await as(staff, userId, 'DELETE', `/authentication/api-token/${randomUUID()}`)).statusCode, 403)
  assert.deepEqual((await work('select count(*)::int as count from ticket where customer_id = $1', [customerId]))[0], { count: 0 })
})

test('is recorded at the customer once in an hour, as done by the staff', async () => {
  const { customerId, userId } = await createScene()
  for (let round = 0; round < 3; round++) await as(staff, userId, 'GET', `/customer/${customerId}/ticket`)
  await as(staff, userId, 'GET', `/customer/${customerId}/ticket?format=csv`)
  const actions = await work(
    "select action, actor_name from recorded_action where customer_id = $1 and action in ('user.view-as', 'list.export') order by action_id",
    [customerId],
  )
  assert.deepEqual(actions, [
    { action: 'user.view-as', actor_name: 'karin' },
    { action: 'list.export', actor_name: 'karin' },
  ])
})

test('the header is refused from everybody else, also for themselves and on open calls', async () => {
  const [a, b] = [await createScene(), await createScene()]
  const own = `/customer/${a.customerId}/ticket`
  for (const userId of [a.userId, b.userId, randomUUID(), '', 'x']) assert.equal((await as(a.user, userId, 'GET', own)).statusCode, 403)
  const secret = (await vakt.call(staff, 'POST', '/authentication/api-token', { name: 'x', scope: ['@feature.tickets.read'] })).json()
    .result.secret
  const headers = { authorization: `Bearer ${secret}`, 'x-vakt-view-as': a.userId }
  assert.equal((await vakt.call(null, 'GET', own, undefined, headers)).statusCode, 403)
  const open = await vakt.call(null, 'GET', '/authentication/configuration', undefined, { 'x-vakt-view-as': a.userId })
  assert.equal(open.statusCode, 403)
  assert.equal((await vakt.call(null, 'GET', own, undefined, { 'x-vakt-view-as': a.userId })).statusCode, 401)
})

test('nobody, a disabled user and the provider’s own people cannot be seen as', async () => {
  const { customerId, userId } = await createScene()
  const path = `/customer/${customerId}/ticket`
  assert.equal((await as(staff, randomUUID(), 'GET', path)).statusCode, 404)
  await work('update app_user set disabled_at = now() where user_id = $1', [userId])
  assert.equal((await as(staff, userId, 'GET', path)).statusCode, 403)
  const [colleague] = await work('select user_id from app_user where customer_id = $1', [provider.customerId])
  assert.equal((await as(staff, colleague.user_id, 'GET', path)).statusCode, 403)
})
