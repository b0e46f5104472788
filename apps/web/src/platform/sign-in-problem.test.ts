import assert from 'node:assert/strict'
import test from 'node:test'
import { ApiError } from './request.ts'
import { SignInError } from './sign-in-error.ts'
import { problemOf } from './sign-in-problem.ts'

const answered = (status: number) => new ApiError(status, { errors: [], requestId: 'r-1' })

test('tells a server that does not answer from one that has a fault, and from one that refuses', () => {
  for (const status of [0, 502, 503, 504]) assert.equal(problemOf(answered(status))?.what, 'server')
  assert.deepEqual(problemOf(answered(500)), { what: 'fault', requestId: 'r-1' })
  assert.equal(problemOf(answered(401)), null)
})

test('tells a provider that does not answer from one that knows nobody', () => {
  assert.equal(problemOf(new SignInError('network', 'Failed to fetch'))?.what, 'provider')
  assert.equal(problemOf(new SignInError('network', 'No matching state found in storage')), null)
  assert.equal(problemOf(new SignInError('login_required', 'login_required')), null)
  assert.equal(problemOf(new SignInError('timeout', 'IFrame timed out without a response')), null)
})
