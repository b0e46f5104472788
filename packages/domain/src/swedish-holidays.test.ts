import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay, swedishEves, swedishHolidays, weekdayOf } from './swedish-holidays.ts'

const movable: Record<
  number,
  [goodFriday: string, easterMonday: string, ascension: string, whitSunday: string, midsummer: string, allSaints: string]
> = {
  2024: ['03-29', '04-01', '05-09', '05-19', '06-22', '11-02'],
  2025: ['04-18', '04-21', '05-29', '06-08', '06-21', '11-01'],
  2026: ['04-03', '04-06', '05-14', '05-24', '06-20', '10-31'],
  2027: ['03-26', '03-29', '05-06', '05-16', '06-26', '11-06'],
  2028: ['04-14', '04-17', '05-25', '06-04', '06-24', '11-04'],
  2038: ['04-23', '04-26', '06-03', '06-13', '06-26', '11-06'],
}

test('the days that move, as the almanac has them', () => {
  for (const [year, days] of Object.entries(movable)) {
    const holidays = swedishHolidays(Number(year)).map(formatDay)
    for (const day of days) assert.ok(holidays.includes(`${year}-${day}`), `${year}-${day}`)
  }
})

test('over two hundred years there are thirteen, each on the weekday that the law names', () => {
  for (let year = 2005; year < 2205; year += 1) {
    const holidays = swedishHolidays(year)
    const named = holidays.map(formatDay)
    assert.ok(named.every((day) => day.startsWith(`${year}-`)))
    for (const day of ['01-01', '01-06', '05-01', '06-06', '12-25', '12-26']) assert.ok(named.includes(`${year}-${day}`))
    const saturdays = holidays.filter((day) => weekdayOf(day) === 5).map(formatDay)
    assert.ok(saturdays.some((day) => day >= `${year}-06-20` && day <= `${year}-06-26`))
    assert.ok(saturdays.some((day) => day >= `${year}-10-31` && day <= `${year}-11-06`))
    const easter = holidays.find(
      (day) => weekdayOf(day) === 6 && [day - 2, day + 1, day + 39, day + 49].every((other) => holidays.includes(other)),
    )
    assert.ok(easter, `${year} has its Easter`)
    assert.equal(holidays.length, 13)
    assert.equal(weekdayOf(swedishEves(year)[0] ?? 0), 4, 'Midsummer’s Eve is a Friday')
  }
})
