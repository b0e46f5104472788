import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const own = await createCustomer(vakt.database)
const other = await createCustomer(vakt.database)
const anna: TestUser = { email: `anna@${own.emailDomain}`, roles: ['admin'] }
const rolf: TestUser = { email: `rolf@${own.emailDomain}`, roles: ['admin'] }
const reader: TestUser = { email: `rut@${own.emailDomain}`, roles: ['reader'] }
const stranger: TestUser = { email: `bo@${other.emailDomain}`, roles: ['admin'] }
for (const one of [anna, rolf, reader, stranger]) await vakt.call(one, 'POST', '/authentication/usercontext', {})

const path = `/customer/${own.customerId}/custom-dashboard`
const tile = (tileId: string, change: object = {}) => ({ tileId, kind: 'openIncidents', width: 1, metric: null, ...change })
const board = (change: object = {}) => ({ name: ' Shop ', isShared: false, tiles: [tile('a'), tile('b', { width: 2 })], ...change })
const create = async (change: object = {}) => {
  const answer = await vakt.call(anna, 'POST', path, board(change))
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
const idsFor = async (user: TestUser) =>
  (await vakt.call(user, 'GET', path)).json().result.dashboards.map(({ dashboardId }: { dashboardId: string }) => dashboardId)
const statusOf = async (user: TestUser, method: string, address: string, body?: object) =>
  (await vakt.call(user, method, address, body)).statusCode

test('a dashboard is its owner’s until it is shared within the customer, and never another customer’s', async () => {
  const { dashboardId, version, ...created } = await create()
  assert.deepEqual([created.name, created.isOwn, created.tiles], ['Shop', true, board().tiles])
  const one = `${path}/${dashboardId}`
  const shared = { ...board({ isShared: true }), version }
  assert.deepEqual([(await idsFor(anna)).includes(dashboardId), await idsFor(rolf)], [true, []])
  assert.equal(await statusOf(rolf, 'PUT', one, shared), 404)
  assert.equal(await statusOf(rolf, 'DELETE', one), 404)
  assert.equal(await statusOf(anna, 'PUT', one, shared), 200)
  assert.deepEqual([await idsFor(rolf), await idsFor(reader)], [[dashboardId], [dashboardId]])
  assert.equal(await statusOf(reader, 'DELETE', one), 403)
  assert.equal(await statusOf(stranger, 'GET', path), 404)
  assert.equal(await statusOf(stranger, 'DELETE', `/customer/${other.customerId}/custom-dashboard/${dashboardId}`), 404)
  assert.equal(await statusOf(rolf, 'DELETE', one), 204)
  assert.equal((await idsFor(anna)).includes(dashboardId), false)
})

test('tiles stay in the order in which they were saved, and of two editors one wins', async () => {
  const { dashboardId, version, tiles } = await create()
  const save = (order: object[]) => vakt.call(anna, 'PUT', `${path}/${dashboardId}`, { ...board({ tiles: order }), version })
  const saved = await save(tiles.toReversed())
  assert.deepEqual(saved.json().result.tiles, tiles.toReversed())
  assert.equal((await save(tiles)).statusCode, 409)
})

test('what cannot be is refused with the field that is wrong', async () => {
  const refused = async (change: object) => {
    const answer = await vakt.call(anna, 'POST', path, board(change))
    return [answer.statusCode, answer.json().errors[0].property]
  }
  assert.deepEqual(await refused({ name: ' ' }), [400, 'name'])
  assert.deepEqual(await refused({ tiles: [tile('a'), tile('a')] }), [400, 'tiles.1.tileId'])
  assert.deepEqual(await refused({ tiles: [tile('a', { kind: 'metric' })] }), [400, 'tiles.0.metric'])
  assert.deepEqual(await refused({ tiles: [tile('a', { width: 4 })] }), [400, 'tiles.0.width'])
  assert.deepEqual(await refused({ tiles: [tile('a', { kind: 'script' })] }), [400, 'tiles.0.kind'])
})
