import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findIncidentToJoin } from './incident-joining.ts'

const now = new Date('2026-01-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const options = { now, joinMinutes: 10 }
const open = [
  { incidentId: '1', subject: 'vm-1', rule: 'cpu', changedAt: minutesAgo(60) },
  { incidentId: '2', subject: 'vm-1', rule: 'disk', changedAt: minutesAgo(10) },
]

test('an alert joins the open incident of its rule on its entity, however old', () => {
  const found = findIncidentToJoin({ subject: 'vm-1', rule: 'cpu', isMatched: true }, open, options)
  assert.deepEqual([found?.incident.incidentId, found?.reason], ['1', 'same-rule'])
})

test('a second rule joins what changed on the entity within the time to join, and not a minute later', () => {
  const alert = { subject: 'vm-1', rule: 'memory', isMatched: true }
  assert.equal(findIncidentToJoin(alert, open, options)?.incident.incidentId, '2')
  assert.equal(findIncidentToJoin(alert, open, { now: new Date(now.getTime() + 60_000), joinMinutes: 10 }), null)
})

test('another entity never shares an incident, nor does what matched no entity share one by time', () => {
  assert.equal(findIncidentToJoin({ subject: 'vm-2', rule: 'cpu', isMatched: true }, open, options), null)
  assert.equal(findIncidentToJoin({ subject: 'vm-1', rule: 'memory', isMatched: false }, open, options), null)
})
