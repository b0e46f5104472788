import assert from 'node:assert/strict'
import test from 'node:test'
import { entityPath, entityTicketPath, incidentPath, ticketPath } from './paths.ts'

test('a path names the customer and what it leads to', () => {
  assert.equal(entityPath('1001', 'e1'), '/my-environment/1001/e1/information')
  assert.equal(incidentPath('1001', 'i1'), '/incidents/1001/i1')
  assert.equal(ticketPath('1001', '7'), '/tickets/1001/7/details')
  assert.equal(entityTicketPath('1001', 'e1', '7'), '/my-environment/1001/e1/tickets/7')
})

test('what an id holds stays within its part of the path', () => {
  assert.equal(ticketPath('10/01', '7?all#å'), '/tickets/10%2F01/7%3Fall%23%C3%A5/details')
})
