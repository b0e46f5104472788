import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceLevel } from '@vakt/contract/tickets/service-levels.ts'
import { lookOf, minutesLeftAt } from './minutes-left.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`)
const level: ServiceLevel = {
  clock: 'first_response',
  state: 'running',
  isEnded: false,
  dueAt: '2026-11-23T08:00:00Z',
  minutesLeft: 120,
  targetMinutes: 240,
  calendar: 'Office hours',
  asOf: '2026-11-20T15:00:00Z',
  countsFrom: '2026-11-20T07:00:00Z',
  countsTo: '2026-11-20T16:00:00Z',
}

test('counts down while the calendar is open, and stands still afterwards', () => {
  assert.equal(minutesLeftAt(level, at('15:00')), 120)
  assert.equal(minutesLeftAt(level, at('15:30')), 90)
  assert.equal(minutesLeftAt(level, at('20:00')), 60)
  const opensLater = { ...level, countsFrom: '2026-11-20T18:00:00Z', countsTo: null }
  assert.equal(minutesLeftAt(opensLater, at('17:59')), 120)
  assert.equal(minutesLeftAt(opensLater, at('18:10')), 110)
  assert.equal(minutesLeftAt({ ...level, countsFrom: null, countsTo: null }, at('23:00')), 120)
})

test('looks short from a quarter on, late when the time is up, and says in the end how it went', () => {
  assert.equal(lookOf(level, at('15:00')), 'calm')
  assert.equal(lookOf(level, at('20:00')), 'short')
  assert.equal(lookOf(level, Date.parse('2026-11-23T08:00:00Z')), 'late')
  assert.equal(lookOf({ ...level, state: 'paused', dueAt: null }, at('20:00')), 'paused')
  assert.equal(lookOf({ ...level, state: 'met', isEnded: true }, at('20:00')), 'met')
  assert.equal(lookOf({ ...level, state: 'missed', isEnded: true }, at('20:00')), 'missed')
})
