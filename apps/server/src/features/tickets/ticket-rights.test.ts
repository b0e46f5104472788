import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const settings = { ticketVisibility: 'all', hoursShown: true, ticketFromSeverity: 'low', incidentJoinMinutes: 10, mailLanguage: 'sv' }
const time = { note: 'Looked at it', minutes: 15, date: '2026-11-22', hourType: 'normal', billable: true }

async function createPlace(customerPriority: 'own' | 'all' | 'none' = 'own') {
  const customer = await createCustomer(vakt.database)
  const path = `/customer/${customer.customerId}/ticket`
  const person = (name: string): TestUser => ({ email: `${name}@${customer.emailDomain}`, roles: ['admin'] })
  const saved = await vakt.call(karin, 'PUT', `/admin/customer/${customer.customerId}/settings`, {
    ...settings,
    customerPriority,
    version: 0,
  })
  assert.equal(saved.statusCode, 200, saved.body)
  const open = (user: TestUser, ticket: object = {}) =>
    vakt.call(user, 'POST', path, { subject: 'The till is slow', description: 'Since this morning.', email: user.email, ...ticket })
  const numberOf = async (opening: ReturnType<typeof open>) => (await opening).json().result.ticketId as string
  const read = async (user: TestUser, id: string) => (await vakt.call(user, 'GET', `${path}/${id}`)).json().result
  const change = async (user: TestUser, id: string, facts: object) => {
    const { version } = await read(karin, id)
    return vakt.call(user, 'PUT', `${path}/${id}`, { version, ...facts })
  }
  return { ...customer, path, anna: person('anna'), bo: person('bo'), open, numberOf, read, change }
}

const keyOf = (answer: { statusCode: number; json(): { errors: { message_translation_key: string }[] } }) =>
  answer.statusCode === 200 ? 'done' : answer.json().errors[0]?.message_translation_key

test('a customer’s people set the priority of their own tickets, of all or of none, as their settings say; staff always', async () => {
  for (const [right, onOwn, onOther] of [
    ['own', 'done', 'ticket.priority_of_staff'],
    ['all', 'done', 'done'],
    ['none', 'ticket.priority_of_staff', 'ticket.priority_of_staff'],
  ] as const) {
    const { anna, bo, open, numberOf, read, change } = await createPlace(right)
    const id = await numberOf(open(anna))
    const seen = await Promise.all([read(anna, id), read(bo, id), read(karin, id)])
    const may = seen.map(({ mayChange }) => (mayChange.priority ? 'done' : 'ticket.priority_of_staff'))
    assert.deepEqual(may, [onOwn, onOther, 'done'], right)
    assert.equal(keyOf(await change(anna, id, { priority: 1 })), onOwn, right)
    assert.equal(keyOf(await change(bo, id, { urgency: 2 })), onOther, right)
    assert.equal(keyOf(await change(karin, id, { priority: 3 })), 'done', right)
    assert.equal(
      keyOf(await change(bo, id, { priority: 3, subject: 'The till is slow again' })),
      'done',
      'what stays as it is asks for no right',
    )
    assert.equal(keyOf(await open(bo, { priority: 1 })), right === 'none' ? 'ticket.priority_of_staff' : 'done', right)
    assert.equal(keyOf(await open(bo, { priority: 1, area: 'feedback' })), 'done', 'feedback has a priority of its own')
  }
})

test('the id of an external ticket that staff set is theirs to change, and a new id without a link leaves none of the old', async () => {
  const { anna, open, numberOf, read, change } = await createPlace()
  const id = await numberOf(open(anna))
  assert.equal(keyOf(await change(anna, id, { externalId: 'A-1', externalUrl: 'https://desk.example/A-1' })), 'done')
  assert.equal(keyOf(await change(anna, id, { externalId: 'A-2' })), 'done')
  assert.deepEqual([(await read(anna, id)).externalId, (await read(anna, id)).externalUrl], ['A-2', null])
  assert.equal(keyOf(await change(karin, id, { externalId: 'INC0012345', externalUrl: 'https://desk.example/INC0012345' })), 'done')
  for (const facts of [{ externalId: 'X' }, { externalUrl: 'https://elsewhere.example/' }, { externalId: null, externalUrl: null }])
    assert.equal(keyOf(await change(anna, id, facts)), 'ticket.fact_of_staff')
  const seen = await read(anna, id)
  assert.deepEqual([seen.externalId, seen.externalUrl, seen.mayChange.external], ['INC0012345', 'https://desk.example/INC0012345', false])
})

test('time is registered with a comment, or with the comment that resolves, in one piece; a customer registers none', async () => {
  const { anna, path, open, numberOf, read } = await createPlace()
  const id = await numberOf(open(anna))
  const said = await vakt.call(karin, 'POST', `${path}/${id}/comment`, { body: 'We look at it.', hours: time })
  assert.equal(said.statusCode, 200, said.body)
  const resolving = { status: 'resolved', comment: 'Fixed.', hours: { ...time, minutes: 30, billable: false } }
  assert.equal((await vakt.call(karin, 'PUT', `${path}/${id}/status`, { ...resolving, version: 999 })).statusCode, 409)
  const { version } = await read(karin, id)
  assert.equal(keyOf(await vakt.call(karin, 'PUT', `${path}/${id}/status`, { ...resolving, version })), 'done')
  const { hours, status, comments } = await read(anna, id)
  assert.deepEqual([hours.totals.billable, hours.totals.nonBillable, status, comments.length], [15, 30, 'resolved', 2])
  assert.equal(keyOf(await vakt.call(anna, 'POST', `${path}/${id}/comment`, { body: 'Mine', hours: time })), 'ticket.fact_of_staff')
  const wrong = await vakt.call(karin, 'POST', `${path}/${id}/comment`, { body: 'Again', hours: { ...time, minutes: 0 } })
  assert.equal(wrong.statusCode, 400)
  assert.equal((await read(karin, id)).comments.length, 2, 'a comment whose time is refused is not written')
})

test('staff open a ticket for someone without an account, who stays its requester by name and address', async () => {
  const { anna, emailDomain, open, numberOf, read } = await createPlace()
  await open(anna)
  const id = await numberOf(open(karin, { requesterName: '  Gunnar Ek ', email: 'gunnar@butik.example' }))
  assert.deepEqual((await read(karin, id)).requester, { name: 'Gunnar Ek', email: 'gunnar@butik.example' })
  const known = await numberOf(open(karin, { requesterName: 'Anna at the till', email: `ANNA@${emailDomain}` }))
  assert.deepEqual(
    (await read(karin, known)).requester,
    { name: 'anna', email: anna.email },
    'an address of the customer’s people is theirs',
  )
  assert.equal(keyOf(await open(karin, { requesterName: '   ', email: 'gunnar@butik.example' })), 'ticket.create.name_empty')
  assert.equal(keyOf(await open(anna, { requesterName: 'Gunnar', email: 'gunnar@butik.example' })), 'ticket.fact_of_staff')
})
