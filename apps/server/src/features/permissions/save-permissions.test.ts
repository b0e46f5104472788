import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { featureKeys } from '@vakt/contract/features.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, signToken } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const path = `/admin/customer/${customerId}/permission`
  return { customerId, path, user: { email: `anna@${emailDomain}`, roles: ['admin'] } }
}
const admin = { role: 'admin', features: ['@feature.tickets.write'] }

test('a change counts from the next request, also for a token that was good a moment before', async () => {
  const { customerId, path, user } = await createScene()
  const headers = { authorization: `Bearer ${await signToken(user)}` }
  const look = (what: string) => vakt.app.inject({ url: `/api/v1/customer/${customerId}/${what}`, headers })
  assert.equal((await look('alert')).statusCode, 200)
  const saved = await vakt.call(staff, 'PUT', path, {
    enabledFeatures: ['@feature.tickets.write'],
    role_feature_mappings: [admin],
    version: 0,
  })
  assert.equal(saved.statusCode, 200)
  assert.equal((await look('alert')).statusCode, 403)
  assert.equal((await look('ticket')).statusCode, 200)
})

test('write implies read in what is stored, and null switches everything on', async () => {
  const { path } = await createScene()
  const narrow = await vakt.call(staff, 'PUT', path, {
    enabledFeatures: ['@feature.tickets.write'],
    role_feature_mappings: [admin],
    version: 0,
  })
  assert.deepEqual(narrow.json().result.enabledFeatures, ['@feature.tickets.read', '@feature.tickets.write'])
  assert.deepEqual(narrow.json().result.role_feature_mappings, [
    { role: 'admin', features: ['@feature.tickets.read', '@feature.tickets.write'] },
  ])
  const wide = await vakt.call(staff, 'PUT', path, { enabledFeatures: null, role_feature_mappings: [], version: 1 })
  assert.equal(wide.json().result.enabledFeatures, null)
  assert.deepEqual((await vakt.call(staff, 'GET', path)).json().result, wide.json().result)
})

test('of two changes made from the same state one is told that someone else was faster', async () => {
  const { path } = await createScene()
  const save = (features: readonly string[]) =>
    vakt.call(staff, 'PUT', path, { enabledFeatures: features, role_feature_mappings: [admin], version: 0 })
  const answers = await Promise.all([save([]), save(featureKeys)])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  assert.equal(refused?.json().errors[0].message_translation_key, 'permissions.changed')
  assert.equal((await vakt.call(staff, 'GET', path)).json().result.version, 1)
})

test('unknown features, roles listed twice and fields of other things are refused', async () => {
  const { path } = await createScene()
  const good = { enabledFeatures: null, role_feature_mappings: [admin], version: 0 }
  for (const wrong of [
    { ...good, enabledFeatures: ['@feature.everything'] },
    { ...good, role_feature_mappings: [{ role: 'admin', features: ['*'] }] },
    { ...good, role_feature_mappings: [admin, admin] },
    { ...good, ignoresGlobalAdminMapping: true },
    { ...good, version: '0' },
  ])
    assert.equal((await vakt.call(staff, 'PUT', path, wrong)).statusCode, 400, JSON.stringify(wrong))
  assert.equal((await vakt.call(staff, 'GET', path)).json().result.version, 0)
})

test('is recorded with what was and what is, and told to the open browsers of the customer', async () => {
  const { customerId, path } = await createScene()
  const client = await vakt.database.connect()
  await client.query('listen vakt_live')
  const announced = once(client, 'notification')
  await vakt.call(staff, 'PUT', path, { enabledFeatures: [], role_feature_mappings: [admin], version: 0 })
  const { rows } = await vakt.database.worker.query(
    'select actor_name, details from recorded_action where customer_id = $1 and action = $2',
    [customerId, 'permissions.change'],
  )
  assert.equal(rows[0].actor_name, 'karin')
  assert.deepEqual([rows[0].details.before.enabledFeatures, rows[0].details.after.enabledFeatures], [null, []])
  const [{ payload }] = await announced
  await client.end()
  assert.deepEqual(JSON.parse(payload), { type: 'access.changed', customerId })
})

test('a customer’s administrator sees permissions, a reader does not, and no one but the provider’s administrators sets them', async () => {
  const { path, user } = await createScene()
  const reader = { email: user.email.replace('anna', 'bo'), roles: ['reader'] }
  const other = await createScene()
  const body = { enabledFeatures: null, role_feature_mappings: [], version: 0 }
  assert.deepEqual([(await vakt.call(user, 'GET', path)).statusCode, (await vakt.call(user, 'PUT', path, body)).statusCode], [200, 403])
  assert.deepEqual([(await vakt.call(reader, 'GET', path)).statusCode, (await vakt.call(reader, 'PUT', path, body)).statusCode], [403, 403])
  assert.equal((await vakt.call(user, 'GET', other.path)).statusCode, 404)
})
