import assert from 'node:assert/strict'
import test from 'node:test'
import { expiryOf, renewedExpiry, tomorrow } from './token-lifetime.ts'

const now = new Date('2026-11-21T10:00:00Z')

test('a token holds for so many days, until a day, or until it is revoked', () => {
  assert.equal(expiryOf('30', '', now), '2026-12-21T10:00:00.000Z')
  assert.equal(expiryOf('365', '', now), '2027-11-21T10:00:00.000Z')
  assert.equal(expiryOf('date', '2027-01-01T00:00:00+01:00', now), '2026-12-31T23:00:00.000Z')
  assert.equal(expiryOf('never', '2027-01-01T00:00:00Z', now), null)
})

test('tomorrow is the next calendar day, also over the end of a year', () => {
  assert.equal(tomorrow(new Date(2026, 11, 31, 23, 59)), '2027-01-01')
  assert.equal(tomorrow(new Date(2028, 1, 28, 0, 1)), '2028-02-29')
})

test('a token that replaces another works as long as that one did', () => {
  const replaced = { createdAt: '2026-11-01T10:00:00Z', expiresAt: '2026-12-01T10:00:00Z' }
  assert.equal(renewedExpiry(replaced, now), '2026-12-21T10:00:00.000Z')
  assert.equal(renewedExpiry({ ...replaced, expiresAt: null }, now), null)
})
