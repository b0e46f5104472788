import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, countDays, dayList, periodOfDays, readPeriod, stepPeriod, writePeriod } from './report-period.ts'

const read = (text: string) => readPeriod(text) ?? assert.fail(text)
const days = (text: string) => [read(text).firstDay, read(text).lastDay]

test('reads months, quarters and ranges of days, and writes them the same', () => {
  assert.deepEqual(days('2028-02'), ['2028-02-01', '2028-02-29'])
  assert.deepEqual(days('2026-Q4'), ['2026-10-01', '2026-12-31'])
  assert.deepEqual(days('2026-10-05--2026-11-04'), ['2026-10-05', '2026-11-04'])
  for (const text of ['2028-02', '2026-Q1', '2026-Q4', '2026-10-05--2026-11-04']) assert.equal(writePeriod(read(text)), text)
  assert.equal(countDays(read('2028-01-01--2028-12-31')), 366)
  assert.deepEqual(dayList(read('2028-02-28--2028-03-01')), ['2028-02-28', '2028-02-29', '2028-03-01'])
})

test('refuses what is no period', () => {
  for (const text of [
    ...['', '2026', '2026-13', '2026-00', '2026-Q5', '1999-12', 'now', '2026-10-05', '2026-10--2026-11', "2026-10'"],
    ...['2026-02-29--2026-03-01', '2026-03-01--2026-02-28', '2025-01-01--2026-01-02', '1999-12-31--2000-01-01'],
  ])
    assert.equal(readPeriod(text), undefined, text)
})

test('the period before has the same length: the month, the quarter, or as many days', () => {
  const before = (text: string) => writePeriod(stepPeriod(read(text), -1))
  assert.equal(before('2026-01'), '2025-12')
  assert.equal(before('2026-Q1'), '2025-Q4')
  assert.equal(before('2026-10-05--2026-11-04'), '2026-09-04--2026-10-04')
  assert.equal(writePeriod(stepPeriod(read('2026-Q4'), 1)), '2027-Q1')
})

test('begins and ends by the clock of the customer, also where it was changed', () => {
  const hours = (text: string) => {
    const { from, to } = boundsOf(read(text), 'Europe/Stockholm')
    return (to - from) / 3_600_000
  }
  assert.deepEqual([hours('2026-03'), hours('2026-10'), hours('2028-02')], [31 * 24 - 1, 31 * 24 + 1, 29 * 24])
  assert.equal(hours('2026-03-29--2026-03-29'), 23)
  assert.equal(hours('2026-Q1'), 90 * 24 - 1)
})

test('days that are a month or a quarter are that', () => {
  const of = (from: string, to: string) => periodOfDays(from, to)?.kind
  assert.equal(of('2028-02-01', '2028-02-29'), 'month')
  assert.equal(of('2026-10-01', '2026-12-31'), 'quarter')
  assert.equal(of('2026-11-01', '2027-01-31'), 'range')
  assert.equal(of('2026-11-02', '2026-11-01'), undefined)
})
