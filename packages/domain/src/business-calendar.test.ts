import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BusinessCalendar, createBusinessClock, everOpens, minutesOfDay } from './business-calendar.ts'
import { weekdayOf } from './swedish-holidays.ts'
import { instantOf, isTimeZone, wallTimeOf } from './time-zone.ts'

const minute = 60_000
const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()
const office = { opens: '08:00', closes: '17:00' }
const weekdays = [office, office, office, office, office, null, null]
const swedish: BusinessCalendar = { timeZone: 'Europe/Stockholm', alwaysOpen: false, week: weekdays, holidays: 'sweden', closedDays: [] }

/** The same numbers each time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('time that ends at closing ends there, and what is over goes on at the next opening', () => {
  const clock = createBusinessClock(swedish)
  const friday = at('2026-11-20T14:00:00Z')
  assert.equal(iso(clock.add(friday, 120 * minute)), '2026-11-20T16:00:00.000Z')
  assert.equal(iso(clock.add(friday, 121 * minute)), '2026-11-23T07:01:00.000Z')
  assert.equal(clock.between(friday, at('2026-11-23T08:00:00Z')), 180 * minute)
  assert.equal(clock.between(at('2026-11-23T08:00:00Z'), friday), -180 * minute)
})

test('holidays, eves and own closed days are skipped', () => {
  const beforeChristmas = at('2026-12-23T15:30:00Z')
  const next = (calendar: BusinessCalendar) => iso(createBusinessClock(calendar).add(beforeChristmas, 60 * minute))
  assert.equal(next({ ...swedish, holidays: 'none' }), '2026-12-24T07:30:00.000Z')
  assert.equal(next(swedish), '2026-12-24T07:30:00.000Z')
  assert.equal(next({ ...swedish, holidays: 'sweden_with_eves' }), '2026-12-28T07:30:00.000Z')
  assert.equal(next({ ...swedish, holidays: 'sweden_with_eves', closedDays: ['2026-12-28', '2026-12-29'] }), '2026-12-30T07:30:00.000Z')
})

test('an hour on the night of the change of clocks is an hour', () => {
  const night = { opens: '00:00', closes: '06:00' }
  const nights = createBusinessClock({ ...swedish, week: Array(7).fill(night), holidays: 'none' })
  assert.equal(nights.between(at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z')), 5 * 60 * minute)
  assert.equal(nights.between(at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z')), 7 * 60 * minute)
  assert.equal(iso(nights.add(at('2026-03-28T23:00:00Z'), 120 * minute)), '2026-03-29T01:00:00.000Z')
  assert.equal(iso(nights.add(at('2026-10-24T22:00:00Z'), 7 * 60 * minute)), '2026-10-25T05:00:00.000Z')
  const always = createBusinessClock({ ...swedish, alwaysOpen: true })
  assert.equal(iso(always.add(at('2026-10-24T22:00:00Z'), 1440 * minute)), '2026-10-25T22:00:00.000Z')
  assert.equal(always.openPeriod(0), null)
})

test('a clock that jumps over the opening opens when it has jumped; one that shows it twice opens the first time', () => {
  assert.equal(iso(instantOf(at('2026-03-29T02:30:00Z'), 'Europe/Stockholm')), '2026-03-29T01:30:00.000Z')
  assert.equal(iso(instantOf(at('2026-10-25T02:30:00Z'), 'Europe/Stockholm')), '2026-10-25T00:30:00.000Z')
})

test('the open period is the one that an instant is in, or else the next', () => {
  const clock = createBusinessClock(swedish)
  const monday = { from: at('2026-11-23T07:00:00Z'), to: at('2026-11-23T16:00:00Z') }
  assert.deepEqual(clock.openPeriod(at('2026-11-21T05:00:00Z')), monday)
  assert.deepEqual(clock.openPeriod(at('2026-11-23T15:59:59Z')), monday)
  assert.equal(clock.openPeriod(at('2026-11-23T16:00:00Z'))?.from, at('2026-11-24T07:00:00Z'))
})

const zones = ['Europe/Stockholm', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia', 'UTC']
const sundaysOfChange = ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04']

test('property: around changes of clocks in six zones it counts the minutes that the clock on the wall shows as open', () => {
  const random = createRandom(4)
  for (let round = 0; round < 120; round += 1) {
    const timeZone = zones[round % zones.length] ?? 'UTC'
    const week = Array.from({ length: 7 }, () =>
      random(4) === 0 ? null : { opens: `0${random(2)}:${random(2)}5`, closes: `${random(19) + 5}:30`.padStart(5, '0') },
    )
    const calendar = { ...swedish, timeZone, week, holidays: 'none' as const }
    if (!everOpens(calendar)) continue
    const clock = createBusinessClock(calendar)
    const from = at(`${sundaysOfChange[random(6)]}T00:00:00Z`) - random(2000) * minute
    const to = from + random(4000) * minute
    let minutes = 0
    for (let instant = from; instant < to; instant += minute) {
      const wall = wallTimeOf(instant, timeZone)
      const hours = week[weekdayOf(Math.floor(wall / 86_400_000))]
      const shown = (wall % 86_400_000) / minute
      if (hours && shown >= minutesOfDay(hours.opens) && shown < minutesOfDay(hours.closes)) minutes += 1
    }
    assert.equal(clock.between(from, to) / minute, minutes, `${timeZone} ${iso(from)} ${JSON.stringify(week)}`)
  }
})

test('property: what is added lies between, later for more, and in an open period', () => {
  const random = createRandom(7)
  const clocks = zones.map((timeZone) => createBusinessClock({ ...swedish, timeZone }))
  for (let round = 0; round < 2000; round += 1) {
    const clock = clocks[round % clocks.length] ?? createBusinessClock(swedish)
    const from = at('2026-01-01T00:00:00Z') + random(525_600) * minute
    const open = (random(10_000) + 1) * minute
    const end = clock.add(from, open)
    assert.equal(clock.between(from, end), open)
    assert.ok(clock.add(from, open + minute) > end)
    assert.ok(clock.add(from + minute, open) >= end)
    const period = clock.openPeriod(end - 1)
    assert.ok(period && period.from < end && end <= period.to)
  }
})

test('an hour that a zone skips as a whole day is not open, and unknown zones are told from known ones', () => {
  const apia = createBusinessClock({ ...swedish, timeZone: 'Pacific/Apia', week: Array(7).fill(office), holidays: 'none' })
  assert.equal(apia.between(at('2011-12-29T00:00:00Z'), at('2012-01-01T00:00:00Z')) % (9 * 60 * minute), 0)
  assert.ok(isTimeZone('Europe/Stockholm'))
  assert.ok(!isTimeZone('Europe/Sthlm'))
})
