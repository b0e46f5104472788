import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTrendDays } from './trend-days.ts'

const startOf = (now: string, timeZone: string, date: string) =>
  readTrendDays(new Date(now), timeZone)
    .find((day) => day.date === date)
    ?.startsAt.toISOString()

test('thirty days of the zone, today last', () => {
  const days = readTrendDays(new Date('2026-11-20T23:30:00Z'), 'Europe/Stockholm')
  assert.equal(days.length, 30)
  assert.deepEqual(days.at(0), { date: '2026-10-23', startsAt: new Date('2026-10-22T22:00:00Z') })
  assert.deepEqual(days.at(-1), { date: '2026-11-21', startsAt: new Date('2026-11-20T23:00:00Z') })
  assert.equal(new Set(days.map(({ date }) => date)).size, 30)
})

test('a day on which the clocks change has 25 or 23 hours', () => {
  assert.equal(startOf('2026-11-01T12:00:00Z', 'Europe/Stockholm', '2026-10-25'), '2026-10-24T22:00:00.000Z')
  assert.equal(startOf('2026-11-01T12:00:00Z', 'Europe/Stockholm', '2026-10-26'), '2026-10-25T23:00:00.000Z')
  assert.equal(startOf('2026-04-01T12:00:00Z', 'Europe/Stockholm', '2026-03-29'), '2026-03-28T23:00:00.000Z')
  assert.equal(startOf('2026-04-01T12:00:00Z', 'Europe/Stockholm', '2026-03-30'), '2026-03-29T22:00:00.000Z')
})

test('where there is no midnight the day begins when the clocks jump, where there are two with the first', () => {
  assert.equal(startOf('2026-09-10T12:00:00Z', 'America/Santiago', '2026-09-06'), '2026-09-06T04:00:00.000Z')
  assert.equal(startOf('2026-11-10T12:00:00Z', 'America/Havana', '2026-11-01'), '2026-11-01T04:00:00.000Z')
})
