import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const own = await createCustomer(vakt.database)
const other = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const user: TestUser = { email: `anna@${own.emailDomain}`, roles: ['admin'] }
const colleague: TestUser = { email: `rolf@${own.emailDomain}`, roles: ['reader'] }
const stranger: TestUser = { email: `bo@${other.emailDomain}`, roles: ['admin'] }
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
for (const one of [colleague, stranger]) await vakt.call(one, 'POST', '/authentication/usercontext', {})

const path = '/list-view'
const view = { list: 'incidents', name: ' Critical ', search: { severity: ['critical'] } }
const create = async (caller: TestUser, wanted: object = {}) =>
  (await vakt.call(caller, 'POST', path, { ...view, ...wanted })).json().result
const read = async (caller: TestUser) => (await vakt.call(caller, 'GET', path)).json().result
const namesFor = async (caller: TestUser) => (await read(caller)).views.map(({ name }: { name: string }) => name)

test('a view of a list is its owner’s until it is shared, and never another customer’s', async () => {
  const { viewId, ...created } = await create(user)
  assert.deepEqual(created, { ...view, name: 'Critical', isShared: false, isOwn: true, owner: created.owner })
  assert.deepEqual([await namesFor(user), await namesFor(colleague)], [['Critical'], []])
  const one = `${path}/${viewId}`
  assert.equal((await vakt.call(colleague, 'PUT', one, { name: 'Mine' })).statusCode, 404)
  assert.equal((await vakt.call(user, 'PUT', one, { isShared: true })).statusCode, 200)
  assert.deepEqual([await namesFor(colleague), await namesFor(stranger), await namesFor(staff)], [['Critical'], [], []])
  assert.equal((await vakt.call(colleague, 'DELETE', one)).statusCode, 403)
  for (const caller of [stranger, staff]) assert.equal((await vakt.call(caller, 'DELETE', one)).statusCode, 404)
  assert.equal((await vakt.call(colleague, 'POST', path, { ...view, isShared: true })).statusCode, 403)
  assert.equal((await vakt.call(user, 'DELETE', one)).statusCode, 204)
  assert.deepEqual(await namesFor(user), [])
})

test('a list is shown with the columns and the view that its user chose for it', async () => {
  const { viewId } = await create(user)
  const choose = async (body: object) => (await vakt.call(user, 'PUT', '/list-choice', body)).statusCode
  assert.equal(await choose({ list: 'incidents', columns: ['severity'] }), 204)
  assert.equal(await choose({ list: 'incidents', defaultViewId: viewId }), 204)
  assert.equal(await choose({ list: 'webhooks', columns: null }), 204)
  assert.equal(await choose({ list: 'webhooks', defaultViewId: viewId }), 404)
  assert.deepEqual((await read(user)).choices, [
    { list: 'incidents', columns: ['severity'], defaultViewId: viewId },
    { list: 'webhooks', columns: null, defaultViewId: null },
  ])
  assert.deepEqual((await read(colleague)).choices, [])
  await vakt.call(user, 'DELETE', `${path}/${viewId}`)
  assert.equal((await read(user)).choices[0].defaultViewId, null)
})

test('views of tickets and of other lists stay apart', async () => {
  const tickets = `/customer/${own.customerId}/ticket-view`
  const { viewId } = await create(user, { name: 'Of incidents' })
  const made = (await vakt.call(user, 'POST', tickets, { name: 'Of tickets', search: {} })).json().result
  assert.equal(made.list, undefined)
  assert.deepEqual(await namesFor(user), ['Of incidents'])
  const ofTickets = (await vakt.call(user, 'GET', tickets)).json().result.views.map(({ name }: { name: string }) => name)
  assert.deepEqual(ofTickets, ['Of tickets'])
  assert.equal((await vakt.call(user, 'DELETE', `${tickets}/${viewId}`)).statusCode, 404)
  assert.equal((await vakt.call(user, 'DELETE', `${path}/${made.viewId}`)).statusCode, 404)
  const choice = `/customer/${own.customerId}/ticket-list-choice`
  assert.equal((await vakt.call(user, 'PUT', choice, { defaultViewId: viewId })).statusCode, 404)
})

test('what is no list, no name and no search is refused with its field', async () => {
  const refused = async (wanted: object) => {
    const answer = await vakt.call(user, 'POST', path, { ...view, ...wanted })
    return [answer.statusCode, answer.json().errors[0].property]
  }
  assert.deepEqual(await refused({ list: 'tickets' }), [400, 'list'])
  assert.deepEqual(await refused({ name: ' ' }), [400, 'name'])
  assert.deepEqual(await refused({ search: { q: 'text' } }), [400, 'search.q'])
})
