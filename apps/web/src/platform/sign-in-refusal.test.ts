import assert from 'node:assert/strict'
import test from 'node:test'
import { ApiError } from './request.ts'
import { SignInError } from './sign-in-error.ts'
import { providerErrorOf, refusalOf } from './sign-in-refusal.ts'

const answered = (status: number, key?: string) =>
  new ApiError(status, { errors: key ? [{ property: '', message: 'Why', message_translation_key: key }] : [], requestId: 'r-1' })
const refused = (code: string, description = '') => new SignInError(code, `${code}: ${description}`, { description })

test('gives the code of a provider that refuses, and none when no one is signed in there', () => {
  assert.equal(providerErrorOf(refused('invalid_request', 'nonce required')), 'invalid_request')
  assert.equal(providerErrorOf(refused('access_denied', 'AADSTS50105: The user is not assigned to a role.')), 'access_denied, AADSTS50105')
  assert.equal(providerErrorOf(refused('<b>x</b>')), 'bxb')
  for (const code of ['login_required', 'interaction_required', 'network', 'no_session'])
    assert.equal(providerErrorOf(refused(code)), null, code)
  assert.equal(providerErrorOf(new Error('invalid_request')), null)
})

test('a user whom the server refuses after a good sign-in is told why, unless signing in again is what helps', () => {
  assert.equal(refusalOf(answered(401, 'error.account_disabled'))?.key, 'error.account_disabled')
  assert.deepEqual(refusalOf(answered(403)), { key: null, message: 'The server answered 403.', requestId: 'r-1', grantedBy: [] })
  assert.equal(refusalOf(answered(401, 'error.not_signed_in')), null)
  assert.equal(refusalOf(answered(401, 'error.session_ended')), null)
  assert.equal(refusalOf(answered(500)), null)
  assert.equal(refusalOf(new SignInError('login_required', 'login_required')), null)
})
