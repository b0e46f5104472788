import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { nextOccurrences } from '@vakt/domain/recurrence.ts'
import { scheduleTexts } from './parts/schedule.texts.ts'
import { newRecurrence } from './recurrence-rules.ts'
import { describeRecurrence, describeStarts } from './recurrence-text.ts'

const sundays: Recurrence = {
  timeZone: 'Europe/Stockholm',
  startsAt: '2026-10-18T22:00',
  repeats: 'weekly',
  weekdays: [6, 0],
  monthDay: 1,
  cron: '',
  endsOn: '2026-12-24',
  endsAfter: null,
}
const english = (more: Partial<Recurrence>) => describeRecurrence({ ...sundays, ...more }, scheduleTexts.en, 'en-GB')
const swedish = (more: Partial<Recurrence>) => describeRecurrence({ ...sundays, ...more }, scheduleTexts.sv, 'sv-SE')

test('describes a recurrence in both languages', () => {
  assert.equal(english({}), 'Every Monday and Sunday at 22:00, from 18 Oct 2026, until 24 Dec 2026, Europe/Stockholm')
  assert.equal(swedish({}), 'Varje måndag och söndag kl. 22:00, från och med 18 okt. 2026, till och med 24 dec. 2026, Europe/Stockholm')
  assert.equal(english({ repeats: 'once' }), 'Once, on 18 Oct 2026 at 22:00, Europe/Stockholm')
  assert.equal(
    english({ repeats: 'monthly', monthDay: null, endsOn: null, endsAfter: 3 }),
    'On the last day of each month at 22:00, from 18 Oct 2026, 3 times, Europe/Stockholm',
  )
})

test('names the change of the clocks between two starts', () => {
  const starts = nextOccurrences({ ...sundays, weekdays: [6] }, new Date('2026-10-01'), 3)
  assert.deepEqual(
    describeStarts(starts, sundays.timeZone, scheduleTexts.en, 'en-GB').map(({ offset, note }) => [offset, note]),
    [
      ['UTC+2', ''],
      ['UTC+1', 'clocks go back, UTC+2 to UTC+1'],
      ['UTC+1', ''],
    ],
  )
})

test('a new one starts at the next whole hour, and knows its weekday', () => {
  const made = newRecurrence('Europe/Stockholm', Date.parse('2026-11-22T21:10:00Z'))
  assert.deepEqual([made.startsAt, made.weekdays, made.monthDay], ['2026-11-22T23:00', [6], 22])
})
