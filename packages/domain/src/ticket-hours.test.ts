import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumHours } from './ticket-hours.ts'

test('hours add up to what is billable, what is not, and each hour type', () => {
  const totals = sumHours([
    { minutes: 90, hourType: 'normal', billable: true },
    { minutes: 30, hourType: 'double_overtime', billable: true },
    { minutes: 15, hourType: 'normal', billable: false },
  ])
  assert.deepEqual(totals, {
    billable: 120,
    nonBillable: 15,
    byType: [
      { hourType: 'normal', billable: 90, nonBillable: 15 },
      { hourType: 'double_overtime', billable: 30, nonBillable: 0 },
    ],
  })
  assert.deepEqual(sumHours([]), { billable: 0, nonBillable: 0, byType: [] })
})
