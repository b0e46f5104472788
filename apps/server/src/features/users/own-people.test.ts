import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const signIn = (user: TestUser) => vakt.call(user, 'POST', '/authentication/usercontext', {})
type Answer = { json(): { errors: { field?: string; message_translation_key: string }[] } }
const keyOf = (answer: Answer) => answer.json().errors[0]?.message_translation_key

/** A customer with an administrator, Anna, and a reader, Bo. */
async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const bo: TestUser = { email: `bo@${emailDomain}`, roles: ['reader'] }
  for (const user of [anna, bo]) await signIn(user)
  const path = `/admin/customer/${customerId}`
  const users: { userId: string; name: string }[] = (await vakt.call(anna, 'GET', `${path}/user`)).json().result
  const idOf = (name: string) => users.find((user) => user.name === name)?.userId
  const invite = (by: TestUser, email: string, roles = ['reader']) =>
    vakt.call(by, 'POST', `${path}/invitation`, { email, name: 'Nina', roles })
  return { customerId, emailDomain, path, anna, bo, annaId: idOf('anna'), boId: idOf('bo'), invite }
}

test('an administrator of a customer brings in a colleague, gives them more, and ends it', async () => {
  const { customerId, path, anna, invite } = await createScene()
  const nina: TestUser = { email: `${randomUUID()}@example.com`, roles: [] }
  assert.equal((await invite(anna, nina.email)).statusCode, 200)
  assert.equal((await signIn(nina)).json().result.customer_id, customerId)
  const [{ userId }] = (await vakt.call(anna, 'GET', `${path}/user?q=${nina.email.slice(0, 12)}`)).json().result
  assert.equal((await vakt.call(anna, 'PUT', `${path}/user/${userId}`, { roles: ['admin'] })).statusCode, 200)
  assert.equal((await vakt.call(nina, 'GET', `${path}/user`)).statusCode, 200)
  assert.equal((await vakt.call(anna, 'PUT', `${path}/user/${userId}`, { isDisabled: true })).statusCode, 200)
  assert.equal((await vakt.call(nina, 'GET', `${path}/user`)).statusCode, 401)
  const actions = (await vakt.call(staff, 'GET', `/admin/recorded-action?customerId=${customerId}`)).json().result
  const done = actions.filter(({ action }: { action: string }) => action.startsWith('user.change'))
  assert.deepEqual(
    done.map(({ actor }: { actor: { name: string } }) => actor.name),
    ['anna', 'anna'],
  )
})

test('someone with fewer rights than the customer has sees and changes no one, and an administrator only their own customer', async () => {
  const { path, bo, boId, anna, invite } = await createScene()
  const elsewhere = await createScene()
  const someone = `${randomUUID()}@example.com`
  for (const [user, status, at] of [
    [bo, 403, path],
    [anna, 404, elsewhere.path],
  ] as const) {
    const answers = await Promise.all([
      vakt.call(user, 'GET', `${at}/user`),
      vakt.call(user, 'GET', `${at}/permission`),
      vakt.call(user, 'GET', `${at}/invitation`),
      vakt.call(user, 'PUT', `${at}/user/${boId}`, { isDisabled: true }),
      vakt.call(user, 'POST', `${at}/invitation`, { email: someone, name: 'Nina', roles: ['reader'] }),
    ])
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      answers.map(() => status),
    )
  }
  assert.equal((await invite(anna, someone)).statusCode, 200)
})

test('an administrator of a customer gives the roles of the customer alone, and cannot change themselves', async () => {
  const { path, anna, annaId, boId, invite } = await createScene()
  const change = (id: string | undefined, body: object) => vakt.call(anna, 'PUT', `${path}/user/${id}`, body)
  assert.equal(keyOf(await change(boId, { roles: ['provider-staff'] })), 'users.role_unknown')
  assert.equal(keyOf(await change(boId, { roles: ['api-permission-global-admin'] })), 'users.administrator_elsewhere')
  assert.equal(keyOf(await invite(anna, `${randomUUID()}@example.com`, ['provider-staff'])), 'users.role_unknown')
  assert.equal(keyOf(await change(annaId, { isDisabled: true })), 'users.not_yourself')
  assert.equal(keyOf(await change(annaId, { roles: [] })), 'users.not_yourself')
  const many = (await vakt.call(anna, 'PUT', `${path}/user/bulk`, { userIds: [annaId, boId], isDisabled: true })).json().result
  assert.deepEqual([many.changed, many.refused[0].message_translation_key], [1, 'users.not_yourself'])
})

test('people whom their domain makes those of the provider are invited by staff only, those of another customer by anyone', async () => {
  const { anna, invite } = await createScene()
  const elsewhere = await createCustomer(vakt.database)
  const email = `Nina.${randomUUID()}@${provider.emailDomain}`
  assert.equal(keyOf(await invite(anna, email)), 'users.invite.other_domain')
  assert.equal((await invite(staff, email)).statusCode, 200)
  assert.equal((await invite(anna, `Nina.${randomUUID()}@${elsewhere.emailDomain}`)).statusCode, 200)
})
