import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BusinessCalendar } from '@vakt/domain/business-calendar.ts'
import { type ActiveSpan, activeFrom, addMonths, costOfMonth, periodOfMonth } from './price.ts'

const zone = 'Europe/Stockholm'
const always: BusinessCalendar = { timeZone: zone, alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] }
const day = { opens: '08:00', closes: '17:00' }
const office: BusinessCalendar = { ...always, alwaysOpen: false, week: [day, day, day, day, day, null, null] }
const nights: BusinessCalendar = { ...always, alwaysOpen: false, week: Array(7).fill({ opens: '01:00', closes: '04:00' }) }
const month = (name: string) => periodOfMonth(name, zone) ?? assert.fail(name)
const whole = (calendar: BusinessCalendar, pricing: ActiveSpan['pricing']): ActiveSpan => ({ from: 0, to: Infinity, calendar, pricing })
const hourly = (hourlyMinor: number) => ({ kind: 'hourly', hourlyMinor }) as const

test('around the clock a month has 672 to 745 hours, those of daylight saving included', () => {
  for (const [name, hours] of [
    ['2026-02', 672],
    ['2028-02', 696],
    ['2026-03', 743],
    ['2026-04', 720],
    ['2026-05', 744],
    ['2026-10', 745],
  ] as const)
    assert.deepEqual(
      costOfMonth([whole(always, hourly(1250))], month(name)),
      { activeMinutes: hours * 60, amountMinor: hours * 1250 },
      name,
    )
})

test('active hours follow the clock on the wall: the night that lacks an hour costs one less, the one that has it twice one more', () => {
  assert.equal(costOfMonth([whole(nights, hourly(100))], month('2026-03')).activeMinutes, (31 * 3 - 1) * 60)
  assert.equal(costOfMonth([whole(nights, hourly(100))], month('2026-10')).activeMinutes, (31 * 3 + 1) * 60)
})

test('office hours of November 2026 are 21 days of nine hours', () => {
  assert.deepEqual(costOfMonth([whole(office, hourly(1250))], month('2026-11')), { activeMinutes: 11_340, amountMinor: 236_250 })
})

test('what changes within the month is charged as it was at each time, and rounded once for each', () => {
  const { from, to } = month('2026-11')
  const middle = from + 100 * 60_000
  const spans = [
    { ...whole(always, hourly(1)), to: middle },
    { ...whole(always, { kind: 'free' }), from: middle, to: middle + 60_000 },
    { ...whole(always, hourly(333)), from: middle + 60_000, to: middle + 61 * 60_000 },
  ] as const
  assert.deepEqual(costOfMonth(spans, { from, to }), { activeMinutes: 161, amountMinor: 2 + 0 + 333 })
})

test('a custom price is shared out by active time; one that is settled elsewhere leaves the sum open', () => {
  const { from, to } = month('2026-11')
  const custom = { kind: 'custom', monthlyMinor: 100_001 } as const
  const half = { ...whole(always, custom), to: from + (to - from) / 2 }
  assert.equal(costOfMonth([whole(always, custom)], { from, to }).amountMinor, 100_001)
  assert.equal(costOfMonth([half], { from, to }).amountMinor, 50_001)
  assert.equal(costOfMonth([half, whole(office, { kind: 'custom', monthlyMinor: null })], { from, to }).amountMinor, null)
  assert.equal(costOfMonth([], { from, to }).amountMinor, 0)
})

test('amounts beyond what a fraction can hold stay exact', () => {
  const dear = 9_007_199_254_740
  assert.equal(costOfMonth([whole(always, hourly(dear))], month('2026-10')).amountMinor, 745 * dear)
})

test('months are read and counted', () => {
  assert.equal(periodOfMonth('2026-13', zone), undefined)
  assert.equal(periodOfMonth('26-1', zone), undefined)
  assert.deepEqual([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-11', -23)], ['2027-01', '2025-12', '2024-12'])
})

test('the hours decide from when on it is active', () => {
  const at = (text: string) => Date.parse(text)
  const monday = at('2026-11-23T07:00:00Z')
  for (const [calendar, moment, expected] of [
    [office, monday, monday],
    [office, monday + 1, monday + 1],
    [office, monday - 1, monday],
    [office, at('2026-11-20T16:00:00Z'), monday],
    [always, at('2026-11-22T10:00:00Z'), at('2026-11-22T10:00:00Z')],
  ] as const)
    assert.equal(activeFrom(calendar, moment), expected)
})
