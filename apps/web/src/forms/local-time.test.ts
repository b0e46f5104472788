import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromLocalTime, offsetAt, toLocalTime, writeOffset } from './local-time.ts'

const stockholm = 'Europe/Stockholm'

test('a time is that of the zone, in summer and winter', () => {
  assert.equal(fromLocalTime('2026-11-22T22:00', stockholm), '2026-11-22T21:00:00.000Z')
  assert.equal(fromLocalTime('2026-07-01T22:00', stockholm), '2026-07-01T20:00:00.000Z')
  assert.equal(toLocalTime('2026-07-01T20:00:00.000Z', stockholm), '2026-07-01T22:00')
  for (const text of ['', '2026-11-22', 'tomorrow']) assert.equal(fromLocalTime(text, stockholm), '')
  assert.equal(toLocalTime('tomorrow', stockholm), '')
})

test('a time that comes twice is the first; one that is skipped is the one an hour later', () => {
  assert.equal(fromLocalTime('2026-10-25T02:30', stockholm), '2026-10-25T00:30:00.000Z')
  assert.equal(toLocalTime(fromLocalTime('2026-03-29T02:30', stockholm), stockholm), '2026-03-29T03:30')
})

test('names an offset as people read it', () => {
  assert.deepEqual([0, 60, -210, 345].map(writeOffset), ['UTC', 'UTC+1', 'UTC−3:30', 'UTC+5:45'])
  assert.equal(offsetAt(Date.parse('2026-07-01T00:00:00Z'), stockholm), 120)
})
