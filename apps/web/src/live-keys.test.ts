import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import type { LiveEvent } from '@vakt/contract/live/live-events.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { isAffected } from '#web/platform/live-keys.ts'
import { liveKeys } from './live-keys.ts'

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
  shown
    .filter((queryKey) => isAffected(liveKeys, event, { queryKey, data }))
    .map((key) => key.filter((part) => typeof part === 'string').join(' '))

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

/** How screens follow each kind of event: by the keys of features, or as the platform says; a named content also by what shows it under another name. */
const followedBy: Record<LiveEvent['type'], 'keys' | 'platform' | 'both'> = {
  'alert.changed': 'keys',
  'alert-rule.changed': 'keys',
  'process-model.changed': 'keys',
  'incident.changed': 'keys',
  'ticket.changed': 'keys',
  'ticket.presence': 'keys',
  'entity.changed': 'keys',
  'agent-configuration.changed': 'keys',
  'connector.changed': 'keys',
  'monitoring-source.changed': 'keys',
  'service-window.changed': 'keys',
  'process-run.changed': 'keys',
  'custom-dashboard.changed': 'keys',
  'notification.changed': 'keys',
  'unmatched.changed': 'keys',
  'outbox.changed': 'keys',
  'access.changed': 'platform',
  'content.changed': 'both',
  'session.ended': 'platform',
  'download.failed': 'platform',
}

test('each kind of event has the queries that it changes, declared by their features', () => {
  const declared = new Set(Object.values(liveKeys).flatMap((keys) => Object.keys(keys)))
  const expected = Object.entries(followedBy).filter(([, by]) => by !== 'platform')
  assert.deepEqual([...declared].toSorted(), expected.map(([type]) => type).toSorted())
})

test('queries are named as their keys are listed, and each feature that declares keys is listed', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
  const sources = globSync('{features,shared}/**/*.{ts,tsx}', { cwd: import.meta.dirname }).map(read)
  for (const word of Object.keys(liveKeys))
    assert.ok(
      sources.some((source) => source.includes(`['${word}'`) || source.includes(` = '${word}'`)),
      word,
    )
  const list = read('live-keys.ts')
  for (const path of globSync('features/*/live-keys.ts', { cwd: import.meta.dirname })) assert.ok(list.includes(`#web/${path}`), path)
})

test('an event that this release does not know affects nothing', () => {
  assert.deepEqual(affected({ type: 'weather.changed', customerId: '1001' } as unknown as LiveEvent), [])
})
