import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeMinutes, readMinutes } from './hours-words.ts'

test('time is read as people write it', () => {
  for (const [text, minutes] of [
    ['90', 90],
    ['1:30', 90],
    ['1h 30m', 90],
    ['1,5 h', 90],
    ['1.5h', 90],
    ['2 tim', 120],
    ['45 min', 45],
  ] as const)
    assert.equal(readMinutes(text), minutes, text)
  for (const text of ['', 'x', '-5', '1:75', 'h', '1e3']) assert.equal(readMinutes(text), null, text)
})

test('time is said in hours and minutes, and read back the same', () => {
  assert.deepEqual([0, 45, 60, 90].map(describeMinutes), ['0 min', '45 min', '1 h', '1 h 30 min'])
  for (const minutes of [1, 59, 60, 61, 600, 10_080]) assert.equal(readMinutes(describeMinutes(minutes)), minutes)
})
