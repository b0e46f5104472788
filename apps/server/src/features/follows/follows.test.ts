import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createEntity } from '#server/testing/factories.ts'
import type { TestUser } from '#server/testing/test-app.ts'
import { openTicketDesks } from '#server/testing/ticket-desk.ts'

const { vakt, oskar, query, dispatchAll, userId, createDesk } = await openTicketDesks()
after(() => vakt.close())

const follow = (user: TestUser, path: string, body: object = { isFollowing: true }) => vakt.call(user, 'PUT', path, body)
const followed = async (user: TestUser) =>
  (await vakt.call(user, 'GET', '/followed')).json().result.followed as { kind: string; id: string | null; name: string; group: unknown }[]

test('a follower of a ticket is notified of a comment as those who take part; after stopping no more', async () => {
  const desk = await createDesk()
  const path = `${desk.path}/${desk.ticketId}/follow`
  const answer = await follow(oskar, path)
  assert.deepEqual(answer.json().result, { isFollowing: true, followers: [{ userId: await userId(oskar), name: 'oskar' }] })
  await desk.comment(desk.elin, 'Hur går det?')
  await dispatchAll()
  const toOskar = async () => (await desk.mails()).filter(({ address }) => address === oskar.email).length
  assert.equal(await toOskar(), 1)
  assert.equal((await follow(oskar, path, { isFollowing: false })).json().result.isFollowing, false)
  await desk.comment(desk.elin, 'Hallå?')
  await dispatchAll()
  assert.equal(await toOskar(), 1)
})

test('customers see whether they follow, not who else does; the list leaves out what they may not see any more', async () => {
  const desk = await createDesk()
  const base = `/customer/${desk.customerId}`
  const entity = await createEntity(vakt.database, desk.customerId, { tags: { application: 'till' } })
  await follow(oskar, `${base}/entity/${entity.entityId}/follow`)
  await follow(desk.elin, `${base}/entity/${entity.entityId}/follow`)
  assert.deepEqual((await follow(desk.elin, `${base}/entity/${entity.entityId}/follow`)).json().result, {
    isFollowing: true,
    followers: null,
  })
  await follow(desk.elin, `${desk.path}/${desk.ticketId}/follow`)
  await follow(desk.elin, `${base}/tag-group/follow`, { isFollowing: true, group: ['till', ''] })
  assert.equal((await vakt.call(desk.elin, 'GET', `${base}/tag-group/follow?group=till&group=`)).json().result.isFollowing, true)
  assert.equal((await vakt.call(desk.elin, 'GET', `${base}/tag-group/follow?group=till`)).json().result.isFollowing, false)
  assert.deepEqual(
    (await followed(desk.elin)).map(({ kind, name, group }) => ({ kind, name, group })),
    [
      {
        kind: 'tag_group',
        name: '',
        group: [
          { key: 'application', value: 'till' },
          { key: 'environment', value: null },
        ],
      },
      { kind: 'ticket', name: 'Kassan är <b>långsam</b>', group: null },
      { kind: 'entity', name: entity.name, group: null },
    ],
  )
  assert.equal((await followed(oskar)).filter(({ id }) => id === entity.entityId).length, 1)
  await query("update customer_role_feature set features = '{@feature.tickets.read}' where customer_id = $1 and role = 'admin'", [
    desk.customerId,
  ])
  assert.deepEqual(
    (await followed(desk.elin)).map(({ kind }) => kind),
    ['ticket'],
  )
})

test('what cannot be followed is said: an unknown thing, and more tags than there are keys', async () => {
  const desk = await createDesk()
  const base = `/customer/${desk.customerId}`
  assert.equal((await follow(desk.elin, `${base}/incident/999999/follow`)).statusCode, 404)
  assert.equal((await follow(desk.elin, `${base}/entity/nothing/follow`)).statusCode, 404)
  const deep = await follow(desk.elin, `${base}/tag-group/follow`, { isFollowing: true, group: ['a', 'b', 'c'] })
  assert.deepEqual([deep.statusCode, deep.json().errors[0].message_translation_key], [400, 'follow.group_deep'])
})
