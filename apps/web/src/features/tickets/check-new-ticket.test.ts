import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNewTicket } from './check-new-ticket.ts'

test('asks for a subject and a description, blanks not counting', () => {
  assert.deepEqual(checkNewTicket({ subject: '  \n', description: '' }), {
    subject: 'ticket.create.subject_empty',
    description: 'ticket.create.description_empty',
  })
})

test('refuses a subject that the server would refuse for its length', () => {
  assert.deepEqual(checkNewTicket({ subject: 'x'.repeat(251), description: 'y' }), { subject: 'ticket.create.subject_long' })
})

test('lets a complete ticket through', () => {
  assert.deepEqual(checkNewTicket({ subject: 'x'.repeat(250), description: 'y' }), {})
})
