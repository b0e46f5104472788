import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const { customerId, emailDomain } = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
const tickets = `/customer/${customerId}/ticket`

async function marksFor(user: TestUser, ticketId: string, path = tickets) {
  const answer = await vakt.call(user, 'GET', path)
  assert.equal(answer.statusCode, 200, answer.body)
  const row = answer.json().result.find((one: { ticketId: string }) => one.ticketId === ticketId)
  return { isUnread: row.isUnread, customerAnswered: row.customerAnswered }
}

const open = (user: TestUser, ticketId: string) =>
  vakt.call(user, 'PUT', `${tickets}/${ticketId}/presence/${crypto.randomUUID()}`, { doing: 'reading' })
const say = (user: TestUser, ticketId: string, body: object) => vakt.call(user, 'POST', `${tickets}/${ticketId}/comment`, body)

test('a ticket is unread until it is opened, and again when someone else changes it', async () => {
  for (const user of [anna, karin]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  const created = await vakt.call(anna, 'POST', tickets, { subject: 'No access', description: 'Since today.', email: anna.email })
  const { ticketId } = created.json().result
  assert.deepEqual(await marksFor(karin, ticketId), { isUnread: true, customerAnswered: false })
  assert.deepEqual(await marksFor(karin, ticketId, '/ticket'), { isUnread: true, customerAnswered: false })

  assert.equal((await open(karin, ticketId)).statusCode, 200)
  assert.equal((await marksFor(karin, ticketId)).isUnread, false)

  assert.equal((await say(karin, ticketId, { body: 'Looking into it.', private: false })).statusCode, 200)
  assert.deepEqual(await marksFor(karin, ticketId), { isUnread: false, customerAnswered: false })
  assert.equal((await marksFor(anna, ticketId)).isUnread, true)

  assert.equal((await say(anna, ticketId, { body: 'It works again.', private: false })).statusCode, 200)
  assert.deepEqual(await marksFor(karin, ticketId), { isUnread: true, customerAnswered: true })
  assert.deepEqual(await marksFor(anna, ticketId), { isUnread: false, customerAnswered: true })

  // An internal note is no answer, and no news to the customer.
  await say(karin, ticketId, { body: 'Was the proxy.', private: true })
  assert.deepEqual(await marksFor(anna, ticketId), { isUnread: false, customerAnswered: true })
})

test('nothing is marked on a ticket that is done', async () => {
  const created = await vakt.call(anna, 'POST', tickets, { subject: 'Done soon', description: 'x', email: anna.email })
  const { ticketId } = created.json().result
  const resolved = { tickets: [{ customerId, ticketId }], status: 'resolved', comment: 'Fixed.' }
  assert.equal((await vakt.call(karin, 'PUT', '/ticket/bulk', resolved)).json().result.changed, 1)
  assert.deepEqual(await marksFor(anna, ticketId), { isUnread: false, customerAnswered: false })
})
