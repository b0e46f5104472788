import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryOf } from './shown-tickets.ts'
import { ownTicketSearch, ticketSearch } from './ticket-search.ts'

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
  assert.equal(ticketSearch.isFiltered({ onlyOpen: false }), false)
  assert.equal(ticketSearch.isFiltered({ priority: [1] }), true)
})

test('a customer is named only where it is over all of them', () => {
  assert.deepEqual(ticketSearch({ of: ['1001'] }), {})
  assert.deepEqual(ticketSearch({ all: 'true', of: '1001' }), { all: true, of: ['1001'] })
  assert.deepEqual(ownTicketSearch({ all: 'true', of: '1001', q: 'till' }), { q: 'till' })
})

test('keeps a search of any length short, and days that are days', () => {
  assert.equal(ticketSearch({ q: 'x'.repeat(10_000) }).q?.length, 500)
  assert.equal(ticketSearch({ tag: Array.from({ length: 10_000 }, (_, index) => `t${index}`) }).tag?.length, 50)
  assert.deepEqual(ticketSearch({ q: '  ', tag: '', from: '2026-13-41', to: 'tomorrow', entity: 'x', sort: 'size' }), {})
})

test('asks for the days as they begin and end here, and for the open ones unless told otherwise', () => {
  const query = queryOf(ticketSearch({ from: '2026-11-20', to: '2026-11-20', group: 'Network', q: 'till' }))
  assert.equal(Date.parse(query.createdTo ?? '') - Date.parse(query.createdFrom ?? ''), 86_400_000)
  assert.deepEqual([query.assigneeGroup, query.search, query.onlyOpen], [['Network'], 'till', true])
})
