import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { Cron } from 'croner'
import { checkRecurrence, nextOccurrences } from './recurrence.ts'

const nightly: Recurrence = {
  timeZone: 'Europe/Stockholm',
  startsAt: '2026-03-27T02:30',
  repeats: 'daily',
  weekdays: [],
  monthDay: 1,
  cron: '',
  endsOn: null,
  endsAfter: null,
}
const longAgo = new Date('2026-01-01T00:00:00Z')
const starts = (more: Partial<Recurrence>, count = 3, after = longAgo) =>
  nextOccurrences({ ...nightly, ...more }, after, count).map(({ at }) => at.toISOString().slice(0, 16))

test('starts at the same time of day on both sides of a change of the clocks, and after the hour that is skipped', () => {
  assert.deepEqual(starts({}), ['2026-03-27T01:30', '2026-03-28T01:30', '2026-03-29T01:00'])
  assert.deepEqual(
    nextOccurrences({ ...nightly, startsAt: '2026-03-28T22:00' }, longAgo, 2).map(({ at, offsetMinutes }) => [
      at.toISOString(),
      offsetMinutes,
    ]),
    [
      ['2026-03-28T21:00:00.000Z', 60],
      ['2026-03-29T20:00:00.000Z', 120],
    ],
  )
  assert.deepEqual(starts({ startsAt: '2026-10-25T02:30' }, 2), ['2026-10-25T00:30', '2026-10-26T01:30'])
})

test('a fixed time that the clocks skip is the moment of the jump, whatever repeats it; one that comes twice is its first', () => {
  const kinds: Partial<Recurrence>[] = [
    { repeats: 'once' },
    {},
    { repeats: 'weekly', weekdays: [0, 1, 2, 3, 4, 5, 6] },
    { repeats: 'cron', cron: '30 2 * * *' },
  ]
  for (const kind of kinds) {
    for (const startsAt of ['2027-03-28T02:00', '2027-03-28T02:30', '2027-03-28T02:59'])
      assert.equal(starts({ cron: '', ...kind, startsAt }, 1)[0], '2027-03-28T01:00', `${kind.repeats} ${startsAt}`)
    assert.equal(starts({ ...kind, startsAt: '2027-10-31T02:30' }, 1)[0], '2027-10-31T00:30', kind.repeats)
  }
  assert.deepEqual(starts({ startsAt: '2027-03-27T02:30' }), ['2027-03-27T01:30', '2027-03-28T01:00', '2027-03-29T00:30'])
  // Half an hour, and a whole day.
  assert.deepEqual(starts({ timeZone: 'Australia/Lord_Howe', startsAt: '2026-10-04T02:10', repeats: 'once' }), ['2026-10-03T15:30'])
  assert.deepEqual(starts({ timeZone: 'Pacific/Apia', startsAt: '2011-12-30T12:00', repeats: 'once' }, 1, new Date(0)), [
    '2011-12-30T10:00',
  ])
})

/** How many moments the time zone is asked about, which is most of the work. */
function countSteps(work: () => void): number {
  const steps = mock.method(Cron.prototype, 'nextRun')
  const many = mock.method(Cron.prototype, 'nextRuns', function (this: Cron, count: number, from?: Date | string | null) {
    const found: Date[] = []
    for (let at = this.nextRun(from); at && found.length < count; at = this.nextRun(at)) found.push(at)
    return found
  })
  work()
  many.mock.restore()
  steps.mock.restore()
  return steps.mock.callCount()
}

test('starts are counted no further than they are asked for, however many there may be, and looked for ten years ahead', () => {
  const leapDays = { ...nightly, repeats: 'cron' as const, cron: '0 3 29 2 *', endsAfter: 1000 }
  assert.ok(countSteps(() => nextOccurrences(leapDays, longAgo, 10)) <= 11)
  const past = { ...nightly, startsAt: '2020-01-01T02:30', endsAfter: 1000 }
  assert.ok(countSteps(() => nextOccurrences(past, new Date('2020-06-01'), 10)) < 200)
  assert.ok(countSteps(() => nextOccurrences(past, new Date('2020-06-01'), 10)) <= 1, 'counted once')
  assert.equal(checkRecurrence({ ...nightly, repeats: 'cron', cron: '0 0 29 2 +1' }), 'recurrence.never')
})

test('once, weekly, monthly and by a cron expression, never before the first start', () => {
  assert.deepEqual(starts({ repeats: 'once' }), ['2026-03-27T01:30'])
  assert.deepEqual(starts({ repeats: 'once' }, 3, new Date('2026-04-01')), [])
  assert.deepEqual(starts({ repeats: 'weekly', weekdays: [0, 6], startsAt: '2026-05-01T10:00' }), [
    '2026-05-03T08:00',
    '2026-05-04T08:00',
    '2026-05-10T08:00',
  ])
  assert.deepEqual(starts({ repeats: 'monthly', monthDay: 31, startsAt: '2026-01-31T10:00' }), [
    '2026-01-31T09:00',
    '2026-03-31T08:00',
    '2026-05-31T08:00',
  ])
  assert.deepEqual(starts({ repeats: 'monthly', monthDay: null, startsAt: '2026-02-01T10:00' }, 2), [
    '2026-02-28T09:00',
    '2026-03-31T08:00',
  ])
  assert.deepEqual(starts({ repeats: 'cron', cron: '0 22 * * 5', startsAt: '2026-05-01T00:00' }, 2), [
    '2026-05-01T20:00',
    '2026-05-08T20:00',
  ])
})

test('ends on a day, that day included, or after so many starts, whenever one asks', () => {
  assert.equal(starts({ endsOn: '2026-03-28' }, 10).length, 2)
  assert.equal(starts({ endsAfter: 5 }, 10).length, 5)
  assert.deepEqual(starts({ endsAfter: 5 }, 10, new Date('2026-03-30T12:00:00Z')), ['2026-03-31T00:30'])
})

test('names what is wrong', () => {
  const problem = (more: Partial<Recurrence>) => checkRecurrence({ ...nightly, ...more })
  assert.equal(problem({}), null)
  assert.equal(problem({ startsAt: '' }), 'recurrence.start_missing')
  for (const startsAt of ['2027-02-30T10:00', '2027-02-29T10:00', '2027-04-31T10:00', '2027-13-01T10:00', '2027-01-00T10:00'])
    for (const repeats of ['once', 'daily', 'cron'] as const)
      assert.equal(problem({ startsAt, repeats }), 'recurrence.start_unknown', startsAt)
  for (const startsAt of ['9999-12-31T23:59', '0000-01-01T00:00', '1969-12-31T00:00', '2200-01-01T00:00'])
    assert.equal(problem({ startsAt }), 'recurrence.start_unknown', startsAt)
  assert.equal(problem({ startsAt: '2028-02-29T10:00' }), null)
  assert.equal(problem({ repeats: 'weekly' }), 'recurrence.weekday_missing')
  assert.equal(problem({ repeats: 'cron', cron: '@daily' }), 'recurrence.cron_invalid')
  assert.equal(problem({ repeats: 'cron', cron: 'at noon' }), 'recurrence.cron_invalid')
  assert.equal(problem({ repeats: 'cron', cron: '0 0 30 2 *' }), 'recurrence.never')
  assert.equal(problem({ endsOn: '2026-03-01' }), 'recurrence.ends_before_start')
  assert.equal(problem({ repeats: 'weekly', weekdays: [0], endsOn: '2026-03-28' }), 'recurrence.never')
})
