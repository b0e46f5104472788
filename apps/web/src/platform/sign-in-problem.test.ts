import assert from 'node:assert/strict'
import test from 'node:test'
import { ApiError } from './request.ts'
import { SignInError } from './sign-in-error.ts'
import { problemOf, providerErrorOf } from './sign-in-problem.ts'

const answered = (status: number) => new ApiError(status, { errors: [], requestId: '' })

test('tells a server that does not answer from one that refuses', () => {
  assert.equal(problemOf(answered(0)), 'server')
  assert.equal(problemOf(answered(503)), 'server')
  assert.equal(problemOf(answered(401)), null)
})

test('tells a provider that does not answer from one that knows nobody', () => {
  assert.equal(problemOf(new SignInError('network', 'Failed to fetch')), 'provider')
  assert.equal(problemOf(new SignInError('network', 'No matching state found in storage')), null)
  assert.equal(problemOf(new SignInError('login_required', 'login_required')), null)
  assert.equal(problemOf(new SignInError('timeout', 'IFrame timed out without a response')), null)
})

test('gives the code of a provider that refuses, and none when somebody gives up or is not signed in there', () => {
  assert.equal(providerErrorOf(new SignInError('invalid_request', 'invalid_request: nonce required')), 'invalid_request')
  assert.equal(providerErrorOf(new SignInError('access_denied', 'access_denied')), null)
  assert.equal(providerErrorOf(new SignInError('login_required', 'login_required')), null)
  assert.equal(providerErrorOf(new Error('invalid_request')), null)
})
