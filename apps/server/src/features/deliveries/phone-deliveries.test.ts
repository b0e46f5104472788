import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createElks } from '#server/platform/phone/elks-client.ts'
import { startElksServer } from '#server/testing/elks-server.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { deskFrom, newNumber, openPhoneDesk, phoneOf } from '#server/testing/phone-desk.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { checkMessages } from './check-messages.ts'
import { summariseHeld } from './summarise-held.ts'

const { database, close } = await createTestDatabase()
const elks = await startElksServer()
after(() => Promise.all([close(), elks.close()]))
const phone = phoneOf(createElks(elks.settings))
const desk = openPhoneDesk(database, phone)
const { customerId } = await createCustomer(database)
const stateOf = async (deliveryId: string) => {
  const { state, reason, report } = await desk.read(deliveryId)
  return [state, reason, report].filter((part) => part !== null).join(' ')
}

test('an SMS is handed over once, with its price, and a second one within five minutes is held and summarised', async () => {
  const number = newNumber()
  const first = await desk.plan({ customerId, number, text: 'Disk – full' })
  const other = await createCustomer(database)
  const second = await desk.plan({ customerId: other.customerId, number, text: 'Memory full' })
  assert.deepEqual([first.outcome, second.outcome], ['planned', 'held_back'])
  assert.equal((await desk.plan({ customerId, number, channel: 'voice' })).outcome, 'planned')
  await desk.send()
  await desk.send()
  const ours = () => elks.messages.filter(({ to }) => to === number)
  assert.deepEqual(
    ours().map(({ message }) => message),
    ['Disk - full'],
  )
  const row = await desk.read(first.deliveryId)
  assert.deepEqual([row.provider, row.parts, row.price_millionths, row.currency], ['46elks', 1, '350000', 'SEK'])

  const settings = { origin: 'https://vakt.test', from: deskFrom, isSending: false, phone: phone.settings }
  await summariseHeld(desk.contextAt(4), settings)
  assert.equal(await stateOf(second.deliveryId), 'held')
  await summariseHeld(desk.contextAt(6), settings)
  assert.equal(await stateOf(second.deliveryId), 'summarised')
  await desk.send(7)
  assert.match(ours()[1]?.message ?? '', /1 meddelande.*Memory full|1 message.*Memory full/)
})

test('a thousand incidents at once to one number are one SMS and one summary', async () => {
  const number = newNumber()
  for (let index = 0; index < 1000; index += 1) await desk.plan({ customerId, number, text: `Incident ${index}` })
  await desk.send()
  const settings = { origin: 'https://vakt.test', from: deskFrom, isSending: false, phone: phone.settings }
  for (const minutes of [1, 6, 7]) await summariseHeld(desk.contextAt(minutes), settings)
  await desk.send(8)
  const texts = elks.messages.filter(({ to }) => to === number).map(({ message }) => message ?? '')
  assert.equal(texts.length, 2)
  assert.match(texts[1] ?? '', /999 (meddelanden|messages)/)
})

test('a number of a country that is not allowed, or that cannot have an SMS, is never written to', async () => {
  assert.equal((await desk.plan({ customerId, number: '+14155552671' })).outcome, 'country_not_allowed')
  assert.equal((await desk.plan({ customerId, number: '08-123 456' })).outcome, 'number_wrong')
  assert.equal((await desk.plan({ customerId, number: '+46 8 123 456', channel: 'voice', language: 'sv' })).outcome, 'language_not_spoken')
})

test('after a lost answer the provider is asked: what it has is sent, what it has not stays unknown and is not repeated', async () => {
  const [there, lost] = [newNumber(), newNumber()]
  elks.answer = 'break-after'
  const taken = await desk.plan({ customerId, number: there })
  await desk.send()
  elks.answer = 'break'
  const gone = await desk.plan({ customerId, number: lost })
  await desk.send()
  elks.answer = null
  assert.equal(await stateOf(taken.deliveryId), 'unknown connection_lost')
  await checkMessages(desk.contextAt(1), phone.settings)
  assert.deepEqual([await stateOf(taken.deliveryId), await stateOf(gone.deliveryId)], ['sent', 'unknown connection_lost'])
  await checkMessages(desk.contextAt(3), phone.settings)
  assert.equal(await stateOf(gone.deliveryId), 'unknown not_at_provider')
  await desk.send(10)
  assert.equal(elks.messages.filter(({ to }) => to === lost).length, 0)
  assert.equal(elks.messages.filter(({ to }) => to === there).length, 1)
})

test('a worker that died while it handed an SMS over leaves it unknown, and the provider is asked', async () => {
  const number = newNumber()
  const { deliveryId } = await desk.plan({ customerId, number, text: 'Died on the way' })
  await workForAllCustomers({ pool: database.worker }, (transaction) =>
    transaction.query("update mail_delivery set state = 'sending', claimed_until = now() - interval '1 second' where delivery_id = $1", [
      deliveryId,
    ]),
  )
  const form = { from: '+46766861004', to: number, message: 'Died on the way' }
  await elks.post(`${elks.url}/a1/sms`, form, { authorization: `Basic ${Buffer.from('user-1:right').toString('base64')}` })
  await desk.send()
  assert.equal(await stateOf(deliveryId), 'unknown worker_lost')
  await checkMessages(desk.contextAt(1), phone.settings)
  assert.equal(await stateOf(deliveryId), 'sent')
  await desk.send(5)
  assert.equal(elks.messages.filter(({ to }) => to === number).length, 1)
})

test('a customer with a hundred messages whose outcome was lost has another’s asked for at once', async () => {
  const [{ customerId: busy }, { customerId: quiet }] = [await createCustomer(database), await createCustomer(database)]
  const ids: string[] = []
  for (let index = 0; index < 100; index += 1) ids.push((await desk.plan({ customerId: busy, number: newNumber() })).deliveryId)
  const { deliveryId } = await desk.plan({ customerId: quiet, number: newNumber() })
  await workForAllCustomers({ pool: database.worker }, (transaction) =>
    transaction.query(
      `update mail_delivery set state = 'unknown', reason = 'worker_lost', finished_at = now() - interval '20 minutes',
         created_at = now() - case when delivery_id = any ($1) then interval '40 minutes' else interval '30 minutes' end
       where delivery_id = any ($1) or delivery_id = $2`,
      [ids, deliveryId],
    ),
  )
  await checkMessages(desk.contextAt(0), phone.settings)
  assert.equal(await stateOf(deliveryId), 'unknown not_at_provider')
  for (let turn = 0; turn < 2; turn += 1) await checkMessages(desk.contextAt(0), phone.settings)
  assert.equal(await stateOf(ids.at(-1) ?? ''), 'unknown not_at_provider')
})

test('what no report came about is asked for after a quarter of an hour', async () => {
  const [silent, arrived] = [await desk.plan({ customerId, number: newNumber() }), await desk.plan({ customerId, number: newNumber() })]
  await desk.send()
  const { provider_id: id } = await desk.read(arrived.deliveryId)
  for (const message of elks.messages) if (message.id === id) message.status = 'delivered'
  await checkMessages(desk.contextAt(10), phone.settings)
  assert.equal(await stateOf(arrived.deliveryId), 'sent')
  await checkMessages(desk.contextAt(17), phone.settings)
  assert.deepEqual([await stateOf(arrived.deliveryId), await stateOf(silent.deliveryId)], ['sent delivered', 'sent no_report'])
})

test('while the provider is out of order everything waits, and then goes out once', async () => {
  const number = newNumber()
  const desk = openPhoneDesk(database, phone)
  elks.answer = { status: 401 }
  const { deliveryId } = await desk.plan({ customerId, number })
  await desk.send()
  assert.equal(await stateOf(deliveryId), 'waiting sign_in_refused')
  elks.answer = null
  await openPhoneDesk(database, phone).send(2)
  assert.equal(await stateOf(deliveryId), 'sent')
  assert.equal(elks.messages.filter(({ to }) => to === number).length, 1)
  const { rows } = await workForAllCustomers({ pool: database.worker }, (transaction) =>
    transaction.query('select attempts from mail_delivery where delivery_id = $1', [deliveryId]),
  )
  assert.equal(rows[0]?.attempts, 1)
})
