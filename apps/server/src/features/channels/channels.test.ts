import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { createElks } from '#server/platform/phone/elks-client.ts'
import { startElksServer } from '#server/testing/elks-server.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { newNumber, openPhoneDesk, phoneOf } from '#server/testing/phone-desk.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const elks = await startElksServer()
const phone = phoneOf(createElks(elks.settings))
const [vakt, silent] = await Promise.all([createTestApp({ phone }), createTestApp()])
after(() => Promise.all([vakt.close(), silent.close(), elks.close()]))

async function staffOf(app: typeof vakt) {
  const { emailDomain } = await createCustomer(app.database, { isProvider: true })
  const staff = { email: `karin@${emailDomain}`, roles: [globalAdminRole] }
  await app.call(staff, 'POST', '/authentication/usercontext', {})
  const test = (channel: string, body: object) => app.call(staff, 'POST', `/admin/channel/${channel}/test`, { language: 'en', ...body })
  const list = async () => (await app.call(staff, 'GET', '/admin/channel')).json().result
  const message = async (deliveryId: string) => (await app.call(staff, 'GET', `/admin/outbox/${deliveryId}`)).json().result
  return { staff, test, list, message }
}

test('a test SMS is sent by the provider, and the channel says what it cost and how it went', async () => {
  const { test, list, message } = await staffOf(vakt)
  const number = newNumber()
  const answer = await test('sms', { to: number.replace('+46', '0') })
  assert.equal(answer.statusCode, 200, answer.body)
  const { deliveryId } = answer.json().result
  assert.equal((await message(deliveryId)).state, 'waiting')
  await openPhoneDesk(vakt.database, phone).send()
  assert.equal(elks.messages.at(-1)?.to, number)
  assert.equal((await message(deliveryId)).state, 'sent')
  const again = await test('sms', { to: number })
  assert.deepEqual([again.statusCode, again.json().errors[0].message_translation_key], [409, 'channels.held_back'])

  const reported = await vakt.app.inject({
    ...{ method: 'POST', url: new URL(phone.callbacks.addressOf('sms', deliveryId)).pathname },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'id=s1&status=delivered',
  })
  assert.equal(reported.statusCode, 204)
  const { state, price, parts, channel } = await message(deliveryId)
  assert.deepEqual(
    { state, price, parts, channel },
    {
      state: 'delivered',
      price: { millionths: 350_000, currency: 'SEK' },
      parts: 1,
      channel: 'sms',
    },
  )
  const { channels, countries, replyAddress } = await list()
  const sms = channels.find(({ name }: { name: string }) => name === 'sms')
  assert.deepEqual(sms.counts, [{ state: 'delivered', count: 1 }])
  assert.deepEqual(sms.spent, [{ millionths: 350_000, currency: 'SEK' }])
  assert.match(sms.carrier, /^46elks/)
  assert.deepEqual(countries, ['SE', 'NO'])
  assert.match(replyAddress, /^https:\/\/vakt\.test\/hooks\/phone\/reply\//)
  assert.deepEqual(channels.find(({ name }: { name: string }) => name === 'voice').languages, ['en'])
})

test('a number that may not be reached, a language that is not read and an unknown channel are refused', async () => {
  const { test } = await staffOf(vakt)
  const key = async (channel: string, body: object) => (await test(channel, body)).json().errors[0].message_translation_key
  assert.equal(await key('sms', { to: '+14155552671' }), 'channels.country_not_allowed')
  assert.equal(await key('sms', { to: '112' }), 'channels.number_wrong')
  assert.equal(await key('sms', {}), 'channels.number_wrong')
  assert.equal(await key('voice', { to: newNumber(), language: 'sv' }), 'channels.language_not_spoken')
  assert.equal((await test('fax', { to: newNumber() })).statusCode, 404)
})

test('without a provider a test is kept as it would be sent, and a mail goes to who asked', async () => {
  const { staff, test, list, message } = await staffOf(silent)
  const { channels } = await list()
  assert.deepEqual(
    channels.map(({ carrier }: { carrier: unknown }) => carrier),
    [null, null, null],
  )
  const kept = await message((await test('sms', { to: newNumber() })).json().result.deliveryId)
  assert.deepEqual([kept.state, kept.text], ['kept', 'Test from Vakt: SMS reach this phone. Nothing needs to be done.'])
  const mail = await message((await test('mail', {})).json().result.deliveryId)
  assert.deepEqual([mail.state, mail.recipient.address, mail.channel], ['kept', staff.email, 'mail'])
})
