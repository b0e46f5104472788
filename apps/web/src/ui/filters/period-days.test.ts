import assert from 'node:assert/strict'
import test from 'node:test'
import { addMonths, dayOfMoment, namedPeriods, weeksOfMonth } from './period-days.ts'

test('a month is drawn in weeks from Monday on, of a leap year as well', () => {
  const february = weeksOfMonth('2028-02-10')
  assert.equal(february.length, 5)
  assert.equal(february[0]?.[0], '2028-01-31')
  assert.equal(february.at(-1)?.[1], '2028-02-29')
  // It begins on a Monday and has four weeks.
  assert.deepEqual(
    weeksOfMonth('2027-02-28').map(([monday]) => monday),
    ['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22'],
  )
})

test('a month later is the last day of one that is shorter', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28')
  assert.equal(addMonths('2026-01-31', -2), '2025-11-30')
})

test('periods by name end where they should', () => {
  const periods = namedPeriods('2027-01-03')
  assert.deepEqual(periods.last7, { from: '2026-12-28', to: '2027-01-03' })
  assert.deepEqual(periods.lastMonth, { from: '2026-12-01', to: '2026-12-31' })
  assert.deepEqual(periods.thisMonth, { from: '2027-01-01', to: '2027-01-31' })
})

test('moments are shown as the days of the browser, the end of a period as its last day', () => {
  const [begin, end] = [new Date(2026, 9, 1).toISOString(), new Date(2026, 9, 21).toISOString()]
  assert.deepEqual([dayOfMoment(begin), dayOfMoment(end, true), dayOfMoment('2026-10-03')], ['2026-10-01', '2026-10-20', '2026-10-03'])
  assert.equal(dayOfMoment(undefined), undefined)
})
