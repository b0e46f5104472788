import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStatuses, statusAfterComment } from './ticket-status.ts'

test('a closed ticket stays closed', () => {
  assert.deepEqual(nextStatuses('closed'), [])
  assert.equal(statusAfterComment('closed', { isStaff: false }), 'closed')
})

test("the customer's comment opens a resolved ticket again, the staff's does not", () => {
  assert.equal(statusAfterComment('resolved', { isStaff: false }), 'in_progress')
  assert.equal(statusAfterComment('resolved', { isStaff: true }), 'resolved')
})

test('a comment changes no status that is not resolved', () => {
  assert.equal(statusAfterComment('waiting_for_customer', { isStaff: false }), 'waiting_for_customer')
})
