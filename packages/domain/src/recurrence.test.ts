import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Recurrence } from '@vakt/contract/recurrence.ts'
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
  assert.equal(problem({ repeats: 'weekly' }), 'recurrence.weekday_missing')
  assert.equal(problem({ repeats: 'cron', cron: 'at noon' }), 'recurrence.cron_invalid')
  assert.equal(problem({ repeats: 'cron', cron: '0 0 30 2 *' }), 'recurrence.never')
  assert.equal(problem({ endsOn: '2026-03-01' }), 'recurrence.ends_before_start')
  assert.equal(problem({ repeats: 'weekly', weekdays: [0], endsOn: '2026-03-28' }), 'recurrence.never')
})
