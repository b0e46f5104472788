import assert from 'node:assert/strict'
import test from 'node:test'
import type { LiveEvent } from '@vakt/contract/live/live-events.ts'
import { allCustomers } from './all-customers.ts'
import { isAffected } from './live-keys.ts'

const shown: unknown[][] = [
  ['alerts', '1001', 'list', {}],
  ['alerts', '1001', 'count'],
  ['alerts', '1001', 'one', 'A1'],
  ['alerts', '1001', 'in-incident', '7'],
  ['incidents', '1001', 'overview', {}],
  ['incidents', '1001', 'one', '7'],
  ['incidents', '1001', 'open-now', {}],
  ['incidents', allCustomers, 'states'],
  ['tickets', '1001', 'list', {}],
  ['tickets', '1001', 'one', '42'],
  ['tickets', '1001', 'deliveries', '42'],
  ['tickets', '1001', 'similar', 'printer'],
  ['tickets', allCustomers, 'list', {}],
  ['tickets', '1002', 'list', {}],
  ['entities', '1001', 'list', {}],
  ['entities', '1001', 'properties', 'E1'],
  ['unmatched-signals', 'list'],
  ['unmatched-signals', 'near', '1001', '5', ''],
  ['customers', '1001'],
  ['on-call', 'schedules'],
  ['follows', 'all'],
]
const affected = (event: LiveEvent, data?: unknown) =>
  shown.filter((queryKey) => isAffected(event, { queryKey, data })).map((key) => key.filter((part) => typeof part === 'string').join(' '))

test('an alert changes lists and counts of its customer, and the details of those it names', () => {
  assert.deepEqual(affected({ type: 'alert.changed', customerId: '1001', alertIds: ['A2'] }), ['alerts 1001 list', 'alerts 1001 count'])
  assert.deepEqual(affected({ type: 'alert.changed', customerId: '1001' }), ['alerts 1001 list', 'alerts 1001 count', 'alerts 1001 one A1'])
})

test('an incident changes what shows it: the overviews, its alerts, its ticket, entities with their marks', () => {
  const event: LiveEvent = { type: 'incident.changed', customerId: '1001', incidentIds: ['7'] }
  const others = ['incidents 1001 overview', 'incidents 1001 open-now', 'incidents all customers states', 'entities 1001 list']
  assert.deepEqual(affected(event, { incident: { incidentId: '7' } }).toSorted(), [
    'alerts 1001 in-incident 7',
    'entities 1001 list',
    'incidents 1001 one 7',
    'incidents 1001 open-now',
    'incidents 1001 overview',
    'incidents all customers states',
    'tickets 1001 one 42',
  ])
  assert.deepEqual(affected({ ...event, incidentIds: ['8'] }, { incident: { incidentId: '7' } }).toSorted(), others.toSorted())
  assert.deepEqual(affected({ ...event, customerId: '1002' }), ['incidents all customers states'])
})

test('what has no event of its own is named by the call that changed it', () => {
  assert.deepEqual(affected({ type: 'content.changed', customerId: '1', content: ['on-call', 'paging'], staffOnly: true }), [
    'on-call schedules',
  ])
  assert.deepEqual(affected({ type: 'content.changed', customerId: '1001', content: ['follows'], userId: 'U1' }), ['follows all'])
})

test('a ticket changes the lists of its customer and of all customers, and the details of those it names', () => {
  const lists = ['incidents 1001 open-now', 'incidents all customers states', 'tickets 1001 list', 'tickets all customers list']
  assert.deepEqual(affected({ type: 'ticket.changed', customerId: '1001', ticketIds: ['43'] }), lists)
  assert.deepEqual(affected({ type: 'ticket.changed', customerId: '1001', ticketIds: ['42', '43'] }), [
    'incidents 1001 open-now',
    'incidents all customers states',
    'tickets 1001 list',
    'tickets 1001 one 42',
    'tickets 1001 deliveries 42',
    'tickets all customers list',
  ])
})

test('unmatched signals of any customer are one list; changed rights concern everything', () => {
  assert.deepEqual(affected({ type: 'unmatched.changed', customerId: '1002' }), ['unmatched-signals list'])
  assert.equal(affected({ type: 'access.changed', customerId: '1002' }).length, shown.length)
})

test('an event that this release does not know affects nothing', () => {
  assert.deepEqual(affected({ type: 'weather.changed', customerId: '1001' } as unknown as LiveEvent), [])
})
