import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFiltered, ticketSearch } from './ticket-search.ts'

test('shows only open tickets and says so by nothing in the address', () => {
  assert.deepEqual(ticketSearch({}), {})
  assert.deepEqual(ticketSearch({ onlyOpen: true }), {})
  assert.deepEqual(ticketSearch({ onlyOpen: 'false' }), { onlyOpen: false })
})

test('takes one value as a list, and numbers written as text', () => {
  assert.deepEqual(ticketSearch({ priority: '2', type: 'incident', status: ['closed', 'new'] }), {
    type: ['incident'],
    priority: [2],
    status: ['new', 'closed'],
  })
})

test('forgets what it does not know', () => {
  assert.deepEqual(ticketSearch({ priority: [0, 9, 'x', null], type: 'bug', status: {}, onlyOpen: 'maybe' }), {})
})

test('showing closed ones narrows nothing down', () => {
  assert.equal(isFiltered({ onlyOpen: false }), false)
  assert.equal(isFiltered({ priority: [1] }), true)
})
