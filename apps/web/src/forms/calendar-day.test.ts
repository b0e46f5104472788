import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, startOfDay } from './calendar-day.ts'

test('a day is kept as the moment at which it begins here, and read back as the same day', () => {
  for (const day of ['0001-01-01', '1969-12-31', '2026-03-29', '2026-11-21', '2028-02-29', '9999-12-31']) {
    const moment = startOfDay(day)
    assert.match(moment, /Z$/)
    assert.equal(new Date(moment).getHours(), 0)
    assert.equal(dayOf(moment), day)
  }
})

test('what is no day becomes empty', () => {
  for (const text of ['', 'soon', '2026-02-30', '2027-02-29', '2026-13-01', '0000-12-31', '10000-01-01', '2026-1-1']) {
    assert.equal(startOfDay(text), '')
  }
  assert.equal(dayOf('soon'), '')
})
