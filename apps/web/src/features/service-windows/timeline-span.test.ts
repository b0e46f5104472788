import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, describeSpan, stepDay, timelineSpan } from './timeline-span.ts'
import { usualView } from './timeline-view.ts'

const zone = 'Europe/Stockholm'
const hours = ({ from, to }: { from: number; to: number }) => (to - from) / 3_600_000

test('a week begins on Monday at midnight in the zone', () => {
  const { from, to } = timelineSpan('week', '2026-11-29', zone)
  assert.equal(new Date(from).toISOString(), '2026-11-22T23:00:00.000Z')
  assert.equal(new Date(to).toISOString(), '2026-11-29T23:00:00.000Z')
})

test('the days and weeks on which the clocks change are an hour shorter or longer', () => {
  assert.equal(hours(timelineSpan('day', '2026-03-29', zone)), 23)
  assert.equal(hours(timelineSpan('day', '2026-10-25', zone)), 25)
  assert.equal(hours(timelineSpan('week', '2026-10-22', zone)), 169)
})

test('months follow each other whatever day was shown', () => {
  assert.equal(stepDay('month', '2026-01-31', 1), '2026-02-01')
  assert.equal(stepDay('month', '2026-01-31', -1), '2025-12-01')
  assert.equal(stepDay('week', '2026-11-23', -1), '2026-11-16')
})

test('the day is shown where the next window starts on it, by the clock of the reader', () => {
  const today = dayOf(Date.parse('2026-11-23T12:00:00Z'), zone)
  const view = (next: string | null) => usualView(today, next && dayOf(Date.parse(next), zone))
  assert.equal(view('2026-11-23T22:30:00Z'), 'day')
  assert.equal(view('2026-11-23T23:30:00Z'), 'week')
  assert.equal(view(null), 'week')
})

test('a period is written as people write it', () => {
  assert.equal(describeSpan('month', '2026-11-23', 'en-GB'), 'November 2026')
  assert.match(describeSpan('week', '2026-11-25', 'en-GB'), /^23\s?–\s?29 Nov 2026$/)
  assert.match(describeSpan('day', '2026-11-25', 'sv-SE'), /^ons 25 nov\.? 2026$/)
})
