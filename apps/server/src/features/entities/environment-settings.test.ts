import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

async function createPlace() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const path = `/customer/${customerId}`
  const [admin, reader] = ['admin', 'reader'].map((role) => ({ email: `${role}@${emailDomain}`, roles: [role] }))
  assert.ok(admin && reader)
  const save = (settings: object, user = admin) => vakt.call(user, 'PUT', `${path}/environment-settings`, { hiddenTypes: [], ...settings })
  const get = async (part: string) => (await vakt.call(reader, 'GET', `${path}/${part}`)).json().result
  return { customerId, reader, save, get }
}

test('the chosen tags group the overview, entities without them are shown as such, and no tags make one group', async () => {
  const { customerId, save, get } = await createPlace()
  await createEntity(vakt.database, customerId, { tags: { team: 'Butik 🛒', application: 'kassa' } })
  await createEntity(vakt.database, customerId, { tags: { application: 'kassa' } })
  assert.deepEqual(await get('environment-settings'), { tagKeys: ['application', 'environment'], hiddenTypes: [], version: 0 })
  const saved = await save({ tagKeys: ['team', 'application'], version: 0 })
  assert.deepEqual(saved.json().result, { tagKeys: ['team', 'application'], hiddenTypes: [], version: 1 })
  const grouped = await get('incident/overview')
  assert.deepEqual(grouped.tagKeys, ['team', 'application'])
  assert.deepEqual(
    grouped.groups.map(({ value }: { value: string | null }) => value),
    ['Butik 🛒', null],
  )
  await save({ tagKeys: [], version: 1 })
  assert.deepEqual(
    (await get('incident/overview')).groups.map(({ entities }: { entities: number }) => entities),
    [2],
  )
})

test('hidden types are kept in lower case, each once', async () => {
  const { save } = await createPlace()
  const { result } = (await save({ tagKeys: [], hiddenTypes: ['Microsoft.Compute/disks', ' microsoft.compute/DISKS '], version: 0 })).json()
  assert.deepEqual(result.hiddenTypes, ['microsoft.compute/disks'])
})

test('refuses three levels, the same tag twice, an empty one, what someone else changed first, and those who may only look', async () => {
  const { save, reader } = await createPlace()
  for (const tagKeys of [['a', 'b', 'c'], ['a', 'a'], [''], ['  '], 'application', [1], ['x'.repeat(513)]]) {
    const refused = await save({ tagKeys, version: 0 })
    assert.equal(refused.statusCode, 400, JSON.stringify(tagKeys))
    assert.match(refused.json().errors[0].property, /^tagKeys/)
  }
  assert.equal((await save({ tagKeys: ['__proto__'], version: 0 })).statusCode, 200)
  assert.equal((await save({ tagKeys: ['a'], version: 0 })).statusCode, 409)
  assert.equal((await save({ tagKeys: ['a'], version: 1 }, reader)).statusCode, 403)
})
