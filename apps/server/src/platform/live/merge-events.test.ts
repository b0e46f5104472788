import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxIdsPerEvent } from '@vakt/contract/live/live-events.ts'
import { mergeEvents } from './merge-events.ts'

const customerId = '1001'
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `A${index}`)

test('equal events become one that names what each of them named', () => {
  const merged = mergeEvents([
    { type: 'ticket.changed', customerId, ticketId: '1' },
    { type: 'alert.changed', customerId, alertIds: ['A1'] },
    { type: 'ticket.changed', customerId, ticketId: '2', staffOnly: true },
    { type: 'ticket.changed', customerId: '1002', ticketId: '3' },
    { type: 'ticket.changed', customerId, ticketId: '4' },
    { type: 'alert.changed', customerId, alertIds: ['A1', 'A2'] },
  ])
  assert.deepEqual(merged, [
    { type: 'ticket.changed', customerId, ticketIds: ['1', '4'] },
    { type: 'alert.changed', customerId, alertIds: ['A1', 'A2'] },
    { type: 'ticket.changed', customerId, staffOnly: true, ticketIds: ['2'] },
    { type: 'ticket.changed', customerId: '1002', ticketIds: ['3'] },
  ])
})

test('nothing is named where one names nothing, or together they are too many', () => {
  const unnamed = [{ type: 'alert.changed', customerId }]
  assert.deepEqual(
    mergeEvents([
      { type: 'alert.changed', customerId, alertIds: ['A1'] },
      { type: 'alert.changed', customerId },
    ]),
    unnamed,
  )
  const [first, second] = [numbered(maxIdsPerEvent), ['B']]
  assert.deepEqual(mergeEvents([first, second].map((alertIds) => ({ type: 'alert.changed', customerId, alertIds }))), unnamed)
})
