import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receptionOf } from './customer-reception.ts'

test('health is known only of who something arrived from in the past 24 hours', () => {
  const now = Date.parse('2026-11-27T12:00:00Z')
  const at = (lastReceivedAt: string | null, isConnected = true) => receptionOf({ isConnected, lastReceivedAt }, now)
  assert.equal(at(null, false), 'none')
  assert.equal(at(null), 'silent')
  assert.equal(at('2026-11-26T12:00:00.000Z'), 'silent')
  assert.equal(at('2026-11-26T12:00:00.001Z'), 'current')
  assert.equal(at('2026-11-27T12:01:00.000Z'), 'current')
})
