import assert from 'node:assert/strict'
import test from 'node:test'
import { occurrencesOf } from './alert-occurrences.ts'

const step = (at: string, name: string, values: Record<string, string> = {}) => ({ at, step: name, values })
const trail = [
  step('08-24', 'received'),
  step('08-24', 'incident-opened', { incidentId: '7' }),
  step('08-25', 'resolved'),
  step('11-21', 'reopened'),
  step('11-21', 'incident-opened', { incidentId: '9' }),
  step('11-21', 'ticket-opened', { ticketId: '10350' }),
]

test('the occurrence of the incident comes first, and those before it apart', () => {
  const { current, earlier } = occurrencesOf(trail, '9')
  assert.deepEqual([current?.startedAt, current?.entries.length, earlier.map(({ startedAt }) => startedAt)], ['11-21', 3, ['08-24']])
  assert.deepEqual(occurrencesOf(trail, '7').current?.startedAt, '08-24')
})

test('where the trail names no such incident the latest occurrence stands for it', () => {
  assert.equal(occurrencesOf(trail, '12').current?.startedAt, '11-21')
  assert.deepEqual(occurrencesOf([], '12'), { current: null, earlier: [] })
})
