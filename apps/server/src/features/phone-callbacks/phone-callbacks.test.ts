import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { checkMessages } from '#server/features/deliveries/check-messages.ts'
import { createElks } from '#server/platform/phone/elks-client.ts'
import type { PhoneChannel } from '#server/platform/phone/phone-provider.ts'
import { createTwilio } from '#server/platform/phone/twilio-client.ts'
import { startElksServer } from '#server/testing/elks-server.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { newNumber, openPhoneDesk, phoneOf } from '#server/testing/phone-desk.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { startTwilioServer } from '#server/testing/twilio-server.ts'

const [elks, twilio] = await Promise.all([startElksServer(), startTwilioServer()])
const byElks = phoneOf(createElks(elks.settings))
const byTwilio = phoneOf(createTwilio(twilio.settings))
const [vakt, signed] = await Promise.all([createTestApp({ phone: byElks }), createTestApp({ phone: byTwilio })])
after(() => Promise.all([vakt.close(), signed.close(), elks.close(), twilio.close()]))

const post = async (app: typeof vakt, url: string, form: Record<string, string> | string, headers: Record<string, string> = {}) => {
  const payload = typeof form === 'string' ? form : String(new URLSearchParams(form))
  const { pathname, search } = new URL(url)
  return app.app.inject({
    ...{ method: 'POST', url: pathname + search, payload },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

async function sent(channel: PhoneChannel = 'sms') {
  const desk = openPhoneDesk(vakt.database, byElks)
  const { customerId } = await createCustomer(vakt.database)
  const { deliveryId } = await desk.plan({ customerId, number: newNumber(), channel })
  await desk.send()
  const url = byElks.callbacks.addressOf(channel, deliveryId)
  const stateOf = async () => {
    const { state, report, reason } = await desk.read(deliveryId)
    return [state, report, reason].filter((part) => part !== null).join(' ')
  }
  return { deliveryId, url, stateOf, report: (status: string) => post(vakt, url, { id: 's1', status }) }
}

test('reports may repeat and come in any order: what arrived stays delivered', async () => {
  const { report, stateOf } = await sent()
  for (const [status, expected] of [
    ['sent', 'sent'],
    ['failed', 'failed failed not_delivered'],
    ['sent', 'failed failed not_delivered'],
    ['delivered', 'sent delivered'],
    ['failed', 'sent delivered'],
    ['delivered', 'sent delivered'],
    ['created', 'sent delivered'],
    ['surprise', 'sent delivered'],
  ] as const) {
    assert.equal((await report(status)).statusCode, 204)
    assert.equal(await stateOf(), expected, status)
  }
})

test('a report that comes before the answer to the request counts', async () => {
  const desk = openPhoneDesk(vakt.database, byElks)
  const { customerId } = await createCustomer(vakt.database)
  const { deliveryId } = await desk.plan({ customerId, number: newNumber() })
  assert.equal((await post(vakt, byElks.callbacks.addressOf('sms', deliveryId), { id: 's1', status: 'failed' })).statusCode, 204)
  await desk.send()
  assert.equal((await desk.read(deliveryId)).state, 'failed')
})

test('a forged report is answered 401 and changes nothing', async () => {
  const one = await sent()
  const other = await sent()
  const key = one.url.split('/').at(-1) ?? ''
  const forged = [
    other.url.replace(/[^/]+$/, key),
    one.url.replace('/sms/', '/voice/'),
    one.url.replace('/sms/', '/key/'),
    `${one.url}x`,
    one.url.replace(/[^/]+$/, ''),
    byElks.callbacks.addressOf('sms', one.deliveryId).replace(one.deliveryId, randomUUID()),
  ]
  for (const url of forged) assert.ok([401, 404].includes((await post(vakt, url, { id: 's1', status: 'failed' })).statusCode), url)
  assert.deepEqual([await one.stateOf(), await other.stateOf()], ['sent', 'sent'])
  const unknown = byElks.callbacks.addressOf('sms', randomUUID())
  assert.equal((await post(vakt, unknown, { id: 's1', status: 'delivered' })).statusCode, 404)
})

test('what Twilio reports must be signed by Twilio for the public address', async () => {
  const desk = openPhoneDesk(signed.database, byTwilio)
  const { customerId } = await createCustomer(signed.database)
  const { deliveryId } = await desk.plan({ customerId, number: newNumber() })
  await desk.send()
  const url = byTwilio.callbacks.addressOf('sms', deliveryId)
  const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' }
  assert.equal((await post(signed, url, fields)).statusCode, 401)
  assert.equal((await post(signed, url, fields, { 'x-twilio-signature': 'AAAA' })).statusCode, 401)
  const wrong = twilio.callBack(url.replace('vakt.test', 'localhost'), fields)
  assert.equal((await post(signed, url, wrong.payload, wrong.headers)).statusCode, 401)
  const right = twilio.callBack(url, fields)
  assert.equal((await post(signed, url, right.payload.replace('delivered', 'failed'), right.headers)).statusCode, 401)
  assert.equal((await desk.read(deliveryId)).report, null)
  assert.equal((await post(signed, url, right.payload, right.headers)).statusCode, 204)
  assert.equal((await desk.read(deliveryId)).report, 'delivered')
})

test('a call that someone answered is delivered, one that no one answered failed', async () => {
  const answered = await sent('voice')
  const [call] = elks.calls.slice(-1)
  Object.assign(call ?? {}, { state: 'success', start: '2026-11-23T10:00:00', cost: '11400' })
  await post(vakt, answered.url, { id: call?.id ?? '' })
  assert.equal(await answered.stateOf(), 'sent delivered')
  const ignored = await sent('voice')
  const [other] = elks.calls.slice(-1)
  Object.assign(other ?? {}, { state: 'failed' })
  await post(vakt, ignored.url, { id: other?.id ?? '' })
  assert.equal(await ignored.stateOf(), 'failed failed not_answered')
})

test('what Twilio names as price only afterwards is asked for', async () => {
  const desk = openPhoneDesk(signed.database, byTwilio)
  const { customerId } = await createCustomer(signed.database)
  const number = newNumber()
  const { deliveryId } = await desk.plan({ customerId, number })
  await desk.send()
  for (const message of twilio.messages) if (message.To === number) Object.assign(message, { status: 'sent', price: '-0.0525' })
  await checkMessages(desk.contextAt(1), byTwilio.settings)
  assert.equal((await desk.read(deliveryId)).price_millionths, null)
  await checkMessages(desk.contextAt(4), byTwilio.settings)
  const { price_millionths: price, currency, state, reason } = await desk.read(deliveryId)
  assert.deepEqual([price, currency, state, reason], ['52500', 'USD', 'sent', null])
})

test('a key in a call by Twilio counts only where Twilio signed it, and is answered in Swedish', async () => {
  const desk = openPhoneDesk(signed.database, byTwilio)
  const { customerId } = await createCustomer(signed.database)
  const provider = await createCustomer(signed.database, { isProvider: true })
  const staff = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
  await signed.call(staff, 'POST', '/authentication/usercontext', {})
  const [{ userId }] = (await signed.call(staff, 'GET', '/admin/on-call-people')).json().result
  const entity = await createEntity(signed.database, customerId)
  const labels = { alertname: 'DiskFull', severity: 'low', instance: entity.name }
  const alert = { status: 'firing', fingerprint: 'f', labels, annotations: {}, startsAt: new Date().toISOString() }
  await signed.send('alertmanager', await createIngestToken(signed.database, customerId), {
    version: '4',
    status: 'firing',
    alerts: [alert],
  })
  await signed.work()
  const [{ incidentId }] = (await signed.call(staff, 'GET', `/customer/${customerId}/alert?entityId=${entity.entityId}`)).json().result
  const number = newNumber()
  const recipient = { userId, customerId: provider.customerId }
  await desk.plan({ customerId, number, channel: 'voice', language: 'sv', incidentId, recipient, name: 'Karin', text: 'Disken är full' })
  await desk.send()
  const twiml = twilio.calls.find(({ To }) => To === number)?.Twiml ?? ''
  assert.match(twiml, /<Say language="sv-SE"[^>]*>Disken är full Tryck ett för att kvittera\.<\/Say>/)
  const url = /action="([^"]+)"/.exec(twiml)?.[1] ?? ''
  assert.equal((await post(signed, url, { Digits: '1' })).statusCode, 401)
  const pressed = twilio.callBack(url, { CallSid: 'CA1', Digits: '1' })
  const answer = await post(signed, url, pressed.payload, pressed.headers)
  assert.match(answer.body, /<Say language="sv-SE"[^>]*>Kvitterad av karin/)
  assert.match(answer.headers['content-type'] as string, /^text\/xml/)
})
