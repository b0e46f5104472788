import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Arrived, createArrivalCheck, watched } from './new-incidents.ts'

const incident = (incidentId: string, severity: Arrived['severity'] = 'critical', minute = 0): Arrived => ({
  incidentId,
  severity,
  customerId: '1001',
  openedAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
})

test('what was there at first is not new, what comes is new once, and low severities never', () => {
  const findNew = createArrivalCheck()
  assert.deepEqual(findNew([incident('1')]), [])
  assert.deepEqual(findNew([incident('2'), incident('3', 'low'), incident('1')]), [incident('2')])
  assert.deepEqual(findNew([incident('1')]), [])
  assert.deepEqual(findNew([incident('2')]), [])
})

test('an old one that moves up into the list because another was resolved is not new', () => {
  const findNew = createArrivalCheck()
  const latest = Array.from({ length: watched }, (_, index) => incident(String(index), 'critical', 59 - index))
  findNew(latest)
  assert.deepEqual(findNew([...latest.slice(1), incident('old', 'critical', 1)]), [])
  const fresh = incident('fresh', 'critical', 59)
  assert.deepEqual(findNew([fresh, ...latest.slice(1)]), [fresh])
})
