import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallHours, mayCallAt } from './call-hours.ts'

const office: CallHours = { startHour: 8, endHour: 17, timeZone: 'Europe/Stockholm', useFullDayOnWeekends: false }
const may = (hours: Partial<CallHours>, moment: string) => mayCallAt({ ...office, ...hours }, Date.parse(moment))

test('calls from the first hour to before the last one, by the clocks of the zone', () => {
  assert.equal(may({}, '2026-11-23T06:59:59Z'), false)
  assert.equal(may({}, '2026-11-23T07:00:00Z'), true)
  assert.equal(may({}, '2026-11-23T15:59:59Z'), true)
  assert.equal(may({}, '2026-11-23T16:00:00Z'), false)
  assert.equal(may({ timeZone: 'America/New_York' }, '2026-11-23T07:00:00Z'), false)
})

test('follows the change of clocks', () => {
  assert.equal(may({}, '2026-07-20T06:00:00Z'), true)
  assert.equal(may({}, '2026-11-20T06:00:00Z'), false)
  // 02:30 comes twice in this night, and 02:00 to 03:00 is missing in the other.
  assert.equal(may({ startHour: 2, endHour: 3 }, '2026-10-25T00:30:00Z'), true)
  assert.equal(may({ startHour: 2, endHour: 3 }, '2026-10-25T01:30:00Z'), true)
  assert.equal(may({ startHour: 2, endHour: 3 }, '2026-03-29T01:00:00Z'), false)
})

test('over midnight, the whole day, and weekends', () => {
  assert.equal(may({ startHour: 22, endHour: 6 }, '2026-11-23T22:00:00Z'), true)
  assert.equal(may({ startHour: 22, endHour: 6 }, '2026-11-23T12:00:00Z'), false)
  assert.equal(may({ startHour: 0, endHour: 0 }, '2026-11-23T12:00:00Z'), true)
  assert.equal(may({ startHour: 0, endHour: 24 }, '2026-11-23T22:59:00Z'), true)
  assert.equal(may({}, '2026-11-22T20:00:00Z'), false)
  assert.equal(may({ useFullDayOnWeekends: true }, '2026-11-22T20:00:00Z'), true)
  // Monday by the clocks of the zone, Sunday by UTC.
  assert.equal(may({ useFullDayOnWeekends: true }, '2026-11-22T23:30:00Z'), false)
})
