import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSchedules } from './compare-schedules.ts'

test('schedules start when another cron library says, over years, leap days and changes of the clocks', () => {
  const { compared, different } = compareSchedules(40)
  assert.deepEqual(different, [])
  assert.ok(compared > 6000, String(compared))
})
