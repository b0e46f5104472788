import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullAt, growthPerDay } from './disk-forecast.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))

test('growth is known once a day lies between two measurements', () => {
  assert.equal(growthPerDay(null, { at: day(20), bytes: 500 }), null)
  assert.equal(growthPerDay({ at: new Date(day(20).getTime() - 3_600_000), bytes: 100 }, { at: day(20), bytes: 500 }), null)
  assert.equal(growthPerDay({ at: day(10), bytes: 100 }, { at: day(20), bytes: 500 }), 40)
  assert.equal(growthPerDay({ at: day(10), bytes: 500 }, { at: day(20), bytes: 100 }), -40)
})

test('a disk is full when what is free is taken at this pace, and never where nothing grows', () => {
  assert.deepEqual(fullAt(day(1), 1000, 100), day(11))
  assert.equal(fullAt(day(1), 1000, 0), null)
  assert.equal(fullAt(day(1), 1000, -5), null)
  assert.equal(fullAt(day(1), 1000, null), null)
  assert.equal(fullAt(day(1), 1e9, 100), null)
  assert.deepEqual(fullAt(day(1), 0, 100), day(1))
})
