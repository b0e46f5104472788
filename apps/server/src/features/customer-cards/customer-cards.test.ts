import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CustomerCard } from '@vakt/contract/customers/customer-cards.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const empty: CustomerCard = { contacts: [], instructions: [], contractNotes: '', version: 0 }
const card: CustomerCard = {
  contacts: [
    { name: 'Maria', role: 'Duty manager', phone: '+46701234567', email: 'maria@nordan.example' },
    { name: 'Bo', role: '', phone: '', email: '' },
  ],
  instructions: [{ text: 'Call Maria at night.' }, { text: 'Never restart the till servers before 22:00.' }],
  contractNotes: 'Gold.\nOn call around the clock.',
  version: 0,
}

async function createPlace() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const path = `/admin/customer/${customerId}/card`
  const save = (change: object) => vakt.call(staff, 'PUT', path, { ...card, ...change })
  const read = async () => (await vakt.call(staff, 'GET', path)).json().result
  return { customerId, path, save, read, admin: { email: `anna@${emailDomain}`, roles: ['admin'] } as TestUser }
}

test('a card is empty until someone writes it, keeps its order, and the audit log has what stood there before', async () => {
  const { customerId, save, read } = await createPlace()
  assert.deepEqual(await read(), empty)
  assert.equal((await save({ contractNotes: `  ${card.contractNotes}\n` })).statusCode, 200)
  assert.deepEqual(await read(), { ...card, version: 1 })
  const turned = { contacts: card.contacts.toReversed(), instructions: card.instructions.slice(1), version: 1 }
  assert.deepEqual((await save(turned)).json().result, { ...card, ...turned, version: 2 })
  const { result } = (await vakt.call(staff, 'GET', `/admin/recorded-action?customerId=${customerId}&action=customer.card`)).json()
  assert.deepEqual(result[0].details, { before: { ...card, version: 1 }, after: { ...card, ...turned, version: 2 } })
})

test('of two editors one wins, and the other is told', async () => {
  const { save, read } = await createPlace()
  assert.equal((await save({ contractNotes: 'Mine' })).statusCode, 200)
  const late = await save({ contractNotes: 'Theirs' })
  assert.deepEqual([late.statusCode, late.json().errors[0].message_translation_key], [409, 'customer_card.changed'])
  assert.equal((await read()).contractNotes, 'Mine')
})

test('neither the customer’s own administrators nor another’s read or write it, and no customer is made by writing', async () => {
  const { path, save, admin } = await createPlace()
  const other = await createPlace()
  await save({})
  for (const [person, status] of [
    [admin, 403],
    [other.admin, 404],
  ] as const) {
    assert.equal((await vakt.call(person, 'GET', path)).statusCode, status)
    assert.equal((await vakt.call(person, 'PUT', path, { ...card, version: 1 })).statusCode, status)
  }
  assert.deepEqual(await other.read(), empty)
  assert.equal((await vakt.call(staff, 'GET', '/admin/customer/nobody/card')).statusCode, 404)
  assert.equal((await vakt.call(staff, 'PUT', '/admin/customer/nobody/card', card)).statusCode, 404)
})

test('nothing of the card is in what the customer’s people are sent of an own ticket', async () => {
  const { customerId, save, admin } = await createPlace()
  await save({})
  const body = { subject: 'Printer', description: 'd', email: 'a@b.example' }
  const { ticketId } = (await vakt.call(admin, 'POST', `/customer/${customerId}/ticket`, body)).json().result
  const answers = [
    await vakt.call(admin, 'GET', `/customer/${customerId}/ticket/${ticketId}`),
    await vakt.call(admin, 'GET', `/customer/${customerId}`),
    await vakt.call(admin, 'POST', '/authentication/usercontext', {}),
  ]
  for (const answer of answers) {
    assert.equal(answer.statusCode, 200, answer.body)
    assert.doesNotMatch(answer.body, /Maria|till servers|Gold/)
  }
})

test('what is wrong is named by its row', async () => {
  const { save } = await createPlace()
  const [maria] = card.contacts
  for (const [wrong, property] of [
    [{ contacts: [{ ...maria, name: ' ' }] }, 'contacts.0.name'],
    [{ contacts: [maria, { ...maria, phone: '070-123' }] }, 'contacts.1.phone'],
    [{ contacts: [{ ...maria, email: 'maria@nordan' }] }, 'contacts.0.email'],
    [{ contacts: [{ ...maria, email: `${'a.'.repeat(120)}@` }] }, 'contacts.0.email'],
    [{ instructions: [{ text: '' }] }, 'instructions.0.text'],
    [{ instructions: Array.from({ length: 21 }, () => ({ text: 'x' })) }, 'instructions'],
    [{ contractNotes: 'x'.repeat(4001) }, 'contractNotes'],
  ] as const) {
    const answer = await save(wrong)
    assert.equal(answer.statusCode, 400, property)
    assert.equal(answer.json().errors[0].property, property)
  }
})
