import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ticketStatuses } from '@vakt/contract/tickets/tickets.ts'
import { type Changer, decideStatus, nextStatuses } from './ticket-status.ts'

const changers: Changer[] = ['customer', 'staff', 'system']
const comment = 'Because.'

test('no change goes without a comment, by no matter whom', () => {
  for (const by of changers)
    for (const from of ticketStatuses)
      for (const to of [undefined, ...ticketStatuses])
        assert.deepEqual(decideStatus({ from, ...(to ? { to } : {}), by, comment: ' \n' }), { refused: 'comment_required' })
})

test('a closed ticket stays closed for everyone', () => {
  for (const by of changers) {
    assert.deepEqual(nextStatuses('closed', by), [])
    for (const to of [undefined, ...ticketStatuses])
      assert.deepEqual(decideStatus({ from: 'closed', ...(to ? { to } : {}), by, comment }), { refused: 'closed' })
  }
})

test("the customer's comment opens a resolved ticket again, that of the staff or of Vakt does not", () => {
  assert.deepEqual(decideStatus({ from: 'resolved', by: 'customer', comment }), { status: 'in_progress' })
  assert.deepEqual(decideStatus({ from: 'resolved', by: 'staff', comment }), { status: 'resolved' })
  assert.deepEqual(decideStatus({ from: 'resolved', by: 'system', comment }), { status: 'resolved' })
})

test('a comment alone changes no status that is not resolved', () => {
  for (const by of changers)
    for (const from of ['new', 'in_progress', 'waiting_for_customer'] as const)
      assert.deepEqual(decideStatus({ from, by, comment }), { status: from })
})

test('a customer resolves, closes, reopens and answers; taking up and waiting are the provider’s to say', () => {
  const customer = (from: (typeof ticketStatuses)[number], to: (typeof ticketStatuses)[number]) =>
    decideStatus({ from, to, by: 'customer', comment })
  assert.deepEqual(customer('in_progress', 'resolved'), { status: 'resolved' })
  assert.deepEqual(customer('resolved', 'in_progress'), { status: 'in_progress' })
  assert.deepEqual(customer('waiting_for_customer', 'in_progress'), { status: 'in_progress' })
  assert.deepEqual(customer('new', 'in_progress'), { refused: 'not_yours' })
  assert.deepEqual(customer('in_progress', 'waiting_for_customer'), { refused: 'not_yours' })
})

test('nothing goes back to new, to where it is, or past what the list of next statuses says', () => {
  for (const by of changers)
    for (const from of ticketStatuses.filter((status) => status !== 'closed'))
      for (const to of ticketStatuses) {
        const decision = decideStatus({ from, to, by, comment })
        if (to === from) assert.deepEqual(decision, { refused: 'unchanged' })
        else if (to === 'new') assert.deepEqual(decision, { refused: 'not_possible' })
        else assert.equal('status' in decision, nextStatuses(from, by).includes(to))
      }
})
