import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startElksServer } from '#server/testing/elks-server.ts'
import { startTwilioServer } from '#server/testing/twilio-server.ts'
import { createElks } from './elks-client.ts'
import { createPhoneCallbacks } from './phone-callbacks.ts'
import type { PhoneProvider } from './phone-provider.ts'
import { readNumber } from './read-number.ts'
import { createTwilio } from './twilio-client.ts'
import { isSignedByTwilio, signTwilio } from './twilio-signature.ts'

const message = {
  from: '+46766861004',
  to: '+46701234567',
  text: 'Disk full – on web-01',
  reportUrl: 'https://vakt.test/hooks/phone/sms/1/x',
}
const call = { ...message, language: 'en' as const, key: { prompt: 'Press one.', url: 'https://vakt.test/hooks/phone/key/1/x?a=1&b=2' } }
const begin = async () => {}
const kindOf = ({ kind, reason }: Awaited<ReturnType<PhoneProvider['sendSms']>>) => `${kind} ${reason}`.trim()

test('46elks takes an SMS and a call, says what it cost, and is asked after a lost answer', async (t) => {
  const elks = await startElksServer()
  t.after(() => elks.close())
  const provider = createElks(elks.settings)
  const sent = await provider.sendSms(message, begin)
  assert.equal(sent.kind, 'sent')
  assert.deepEqual(
    { ...sent, answer: '' },
    {
      kind: 'sent',
      reason: '',
      answer: '',
      providerId: 's1',
      parts: 1,
      price: { millionths: 350_000, currency: 'SEK' },
    },
  )
  assert.equal(elks.messages[0]?.whendelivered, message.reportUrl)
  await provider.makeCall(call, begin)
  const actions = JSON.parse(elks.calls[0]?.voice_start ?? '')
  assert.match(actions.play, /^en_US\/Disk full on web-01 Press one\.$/)
  assert.deepEqual(actions.next, { ivr: 'sound/beep', digits: 1, timeout: 10, repeat: 3, next: call.key.url })

  elks.answer = 'break-after'
  const since = new Date()
  assert.equal(kindOf(await provider.sendSms({ ...message, text: 'Second' }, begin)), 'unknown connection_lost')
  assert.equal((await provider.find('sms', { to: message.to, text: 'Second', since }))?.providerId, 's2')
  assert.equal(await provider.find('sms', { to: message.to, text: 'Third', since }), null)
  elks.messages[1] = { ...(elks.messages[1] ?? { id: 's2' }), status: 'delivered' }
  assert.equal((await provider.readStatus('sms', 's2')).state, 'delivered')
})

test('what a provider answers decides whether a message is tried again', async (t) => {
  const [elks, twilio] = await Promise.all([startElksServer(), startTwilioServer()])
  t.after(() => Promise.all([elks.close(), twilio.close()]))
  for (const [server, provider] of [
    [elks, createElks(elks.settings)],
    [twilio, createTwilio(twilio.settings)],
  ] as const) {
    const answers: [typeof server.answer, string][] = [
      [{ status: 503 }, 'later refused_for_now'],
      [{ status: 502 }, 'unknown connection_lost'],
      [{ status: 429, headers: { 'retry-after': '7' } }, 'unavailable refused_for_now'],
      [{ status: 401 }, 'unavailable sign_in_refused'],
      [{ status: 403, body: { error: 'Not enough credits' } }, 'unavailable no_credit'],
      [{ status: 200, body: { surprise: true } }, 'unknown connection_lost'],
      ['break', 'unknown connection_lost'],
    ]
    for (const [answer, expected] of answers) {
      server.answer = answer
      assert.equal(kindOf(await provider.sendSms(message, begin)), expected, provider.name)
    }
    server.answer = null
    assert.equal(kindOf(await provider.sendSms({ ...message, to: 'nobody' }, begin)), 'refused number_refused', provider.name)
  }
  twilio.answer = { status: 400, body: { code: 21408, message: 'Permission to send an SMS has not been enabled for the region' } }
  assert.equal(kindOf(await createTwilio(twilio.settings).sendSms(message, begin)), 'refused country_not_allowed')
  const gone = await startElksServer()
  await gone.close()
  const nowhere = createElks(gone.settings)
  assert.match(kindOf(await nowhere.sendSms(message, begin)), /^unavailable unreachable/)
  const stopped = async () => {
    throw new Error('not ours any more')
  }
  elks.answer = null
  const before = elks.messages.length
  await assert.rejects(createElks(elks.settings).sendSms(message, stopped), /not ours/)
  assert.equal(elks.messages.length, before)
})

test('Twilio reads Swedish, and its text cannot leave the element that it is in', async (t) => {
  const twilio = await startTwilioServer()
  t.after(() => twilio.close())
  const provider = createTwilio(twilio.settings)
  const hostile = { ...call, language: 'sv' as const, text: 'Å <Hangup/> & "x"\u0007' }
  const made = await provider.makeCall(hostile, begin)
  assert.equal(made.kind, 'sent')
  const twiml = twilio.calls[0]?.Twiml ?? ''
  assert.match(twiml, /<Say language="sv-SE" voice="Polly.Elin-Neural">Å &lt;Hangup\/&gt; &amp; &quot;x&quot;/)
  assert.match(twiml, /action="https:\/\/vakt\.test\/hooks\/phone\/key\/1\/x\?a=1&amp;b=2"/)
  await provider.makeCall({ ...hostile, text: '&'.repeat(1000) }, begin)
  assert.ok((twilio.calls[1]?.Twiml ?? '').length < 6000)
  const report = await provider.readReport('voice', new URLSearchParams({ CallStatus: 'no-answer' }))
  assert.deepEqual(report, { state: 'failed', reason: 'not_answered', price: null })
  const lost = await provider.readReport('sms', new URLSearchParams({ MessageStatus: 'undelivered', ErrorCode: '30003' }))
  assert.deepEqual(lost, { state: 'failed', reason: 'unreachable_phone', price: null })
})

test('the signature of Twilio is the one that its own library makes, with and without the port', () => {
  const form = new URLSearchParams({ To: '+46701234567', MessageSid: 'SM1', MessageStatus: 'delivered' })
  const url = 'https://vakt.example/hooks/twilio/sms?x=1'
  assert.equal(signTwilio('12345', url, form), 'N5yfO7Y9HDGbCt+WmEv/ZRDFZNQ=')
  const signature = signTwilio('12345', url.replace('.example', '.example:443'), form)
  assert.ok(isSignedByTwilio('12345', { url, form, signature }))
  assert.ok(!isSignedByTwilio('54321', { url, form, signature }))
  form.set('MessageStatus', 'failed')
  assert.ok(!isSignedByTwilio('12345', { url, form, signature }))
})

test('a number is E.164, one that can be reached this way, and of a country that is allowed', () => {
  const read = (text: string, channel: 'sms' | 'voice' = 'sms') => {
    const found = readNumber(text, { channel, countries: ['SE', 'NO'] })
    return 'number' in found ? found.number : found.problem
  }
  for (const text of ['070-123 45 67', '+46 (0)70 123 45 67', '0046701234567']) assert.equal(read(text), '+46701234567')
  assert.equal(read('08-123 456'), 'number_wrong')
  assert.equal(read('08-123 456', 'voice'), '+468123456')
  assert.equal(read('+4790012345'), '+4790012345')
  for (const wrong of ['112', '+46900123456', '+46 70 123 45', '+46701234567;ext=12', '', 'x'.repeat(500)])
    assert.equal(read(wrong, 'voice'), 'number_wrong', wrong)
  for (const other of ['+14155552671', '+390612345678', '+881612345678']) assert.notEqual(read(other, 'voice').at(0), '+', other)
})

test('an address for callbacks is good for one delivery and one purpose', () => {
  const callbacks = createPhoneCallbacks('https://vakt.test', Buffer.alloc(32, 1))
  const [, kind = '', id = '', key = ''] = /phone\/(\w+)\/([^/]+)\/([\w-]+)$/.exec(callbacks.addressOf('sms', 'one')) ?? []
  assert.ok(callbacks.isOurs(kind, id, key))
  assert.ok(!callbacks.isOurs('key', id, key))
  assert.ok(!callbacks.isOurs('sms', 'two', key))
  assert.ok(!callbacks.isOurs('sms', 'one', `${key}x`))
  assert.ok(callbacks.isReplyAddress(callbacks.replyAddress.split('/').at(-1) ?? ''))
  assert.ok(!callbacks.isReplyAddress(key))
})
