import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTicketSearch } from './create-ticket-search.ts'

test('takes what a ticket is about from the address, and nothing that cannot be an id', () => {
  const entityId = '0a1b2c3d-0000-4000-8000-00000000000f'
  assert.deepEqual(createTicketSearch({ entityId, incidentId: 42, subject: 'CPU', x: 1 }), { entityId, incidentId: '42', subject: 'CPU' })
  assert.deepEqual(createTicketSearch({ entityId: 'x', incidentId: '-1', subject: ' ' }), {})
  assert.deepEqual(createTicketSearch({ entityId: [entityId], incidentId: { a: 1 }, subject: 'x'.repeat(300) }), {
    subject: 'x'.repeat(250),
  })
})
