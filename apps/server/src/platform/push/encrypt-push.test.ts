import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPushBrowser, readVapid } from '#server/testing/push-service.ts'
import { encryptPush } from './encrypt-push.ts'
import { createVapid } from './vapid.ts'

const decode = (text: string) => Buffer.from(text, 'base64url')

test('encrypts as the example of RFC 8291, appendix A', () => {
  const encrypted = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: decode('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      auth: decode('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    { privateKey: decode('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: decode('DGv6ra1nlYgDCS1FRnbzlw') },
  )
  assert.equal(
    encrypted.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('only the browser that subscribed reads a message; a key that is no point of the curve is refused', () => {
  const [browser, other] = [createPushBrowser(), createPushBrowser()]
  const keys = { p256dh: decode(browser.keys.p256dh), auth: decode(browser.keys.auth) }
  const body = encryptPush(Buffer.from('Kritisk: disken är full'), keys)
  assert.equal(browser.read(body), 'Kritisk: disken är full')
  assert.throws(() => other.read(body))
  assert.notDeepEqual(encryptPush(Buffer.from('x'), keys), encryptPush(Buffer.from('x'), keys))
  assert.throws(() => encryptPush(Buffer.from('x'), { ...keys, p256dh: Buffer.alloc(65, 4) }))
})

test('the same secret gives the same key; the token names the push service, and ends within a day', () => {
  const vapid = createVapid(Buffer.alloc(32, 1), 'vakt@vakt.example')
  assert.equal(createVapid(Buffer.alloc(32, 1), 'other@vakt.example').publicKey, vapid.publicKey)
  assert.notEqual(createVapid(Buffer.alloc(32, 2), 'vakt@vakt.example').publicKey, vapid.publicKey)
  const now = new Date('2026-11-25T12:00:00Z')
  const claims = readVapid(vapid.authorize('https://push.example:8443/send/abc', now))
  assert.deepEqual(claims, {
    aud: 'https://push.example:8443',
    exp: now.getTime() / 1000 + 12 * 3600,
    sub: 'mailto:vakt@vakt.example',
    key: vapid.publicKey,
  })
  assert.equal(Buffer.from(vapid.publicKey, 'base64url').length, 65)
})
