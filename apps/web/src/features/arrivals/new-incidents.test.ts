import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Arrived, createArrivalCheck } from './new-incidents.ts'

const incident = (incidentId: string, severity: Arrived['severity'] = 'critical'): Arrived => ({
  incidentId,
  severity,
  customerId: '1001',
})

test('what was there at first is not new, what comes is new once, and low severities never', () => {
  const findNew = createArrivalCheck()
  assert.deepEqual(findNew([incident('1')]), [])
  assert.deepEqual(findNew([incident('2'), incident('3', 'low'), incident('1')]), [incident('2')])
  assert.deepEqual(findNew([incident('1')]), [])
  assert.deepEqual(findNew([incident('2')]), [])
})
