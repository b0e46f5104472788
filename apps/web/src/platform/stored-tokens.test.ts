import assert from 'node:assert/strict'
import test from 'node:test'
import { isSafari, mayBeSignedIn, readStoredTokens } from './stored-tokens.ts'

const configuration = {
  authority: 'https://idp.example',
  clientId: 'vakt',
  scope: 'openid',
  prompt: 'login',
  isExternal: true,
  isDemo: false,
  needsSetUp: false,
}
const user = { id_token: 'i', access_token: 'a', expires_at: 1000, profile: { sub: 's' } }
const storageWith = (key: string, value: unknown) => ({ getItem: (asked: string) => (asked === key ? JSON.stringify(value) : null) })

test('reads tokens that still live, of this provider and client only', () => {
  const storage = storageWith('vakt.user:https://idp.example:vakt', user)
  assert.deepEqual(readStoredTokens(configuration, storage, 999_999), { subject: 's', idToken: 'i', accessToken: 'a', expires: 1000 })
  assert.equal(readStoredTokens(configuration, storage, 1_000_000), null)
  assert.equal(readStoredTokens({ ...configuration, clientId: 'other' }, storage, 0), null)
})

test('takes anything incomplete for nothing', () => {
  assert.equal(readStoredTokens(configuration, storageWith('vakt.user:https://idp.example:vakt', { ...user, profile: {} }), 0), null)
  assert.equal(readStoredTokens(configuration, { getItem: () => null }, 0), null)
})

test('tells Safari from the browsers that name it', () => {
  const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
  assert.equal(isSafari(safari), true)
  assert.equal(isSafari(safari.replace('Version/18.0', 'Chrome/156.0')), false)
  assert.equal(isSafari('Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/153.0'), false)
})

test('who signed in before may be signed in still, anyone who only began to is not', () => {
  assert.equal(mayBeSignedIn({ 'vakt.user:https://idp.example:vakt': '{}' }), true)
  assert.equal(mayBeSignedIn({ 'vakt.sign-in.1': '{}', 'vakt.language': 'sv' }), false)
})
