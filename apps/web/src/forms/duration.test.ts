import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat } from '#web/platform/format.ts'
import { parseDuration, splitDuration } from './duration.ts'

test('reads durations as people write them', () => {
  for (const [text, minutes] of [
    ['15', 15],
    ['15 min', 15],
    ['4h', 240],
    ['1 h 30 min', 90],
    ['1h 30m', 90],
    ['1h30', 90],
    ['1:30', 90],
    ['1.5h', 90],
    ['2 timmar', 120],
    ['1,5 h', 90],
    ['2 hours', 120],
    ['2 tim', 120],
    ['1 d 4 h', 1680],
    ['', null],
    ['soon', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['1:75', undefined],
    ['h', undefined],
    ['1e3', undefined],
    ['9000 h', undefined],
  ] as const)
    assert.equal(parseDuration(text), minutes, text)
  for (const minutes of [1, 15, 59, 60, 61, 90, 2700, 10_080])
    for (const language of ['en', 'sv'] as const)
      assert.equal(parseDuration(createFormat(language, 'UTC').duration(minutes, 'hours')), minutes)
})

test('a number alone is of the unit beside it, and is shown in the largest in which it is whole', () => {
  assert.deepEqual([parseDuration('2', 'h'), parseDuration('1,5', 'd'), parseDuration('30 min', 'h')], [120, 2160, 30])
  assert.deepEqual(splitDuration(2880, ['min', 'h', 'd']), [2, 'd'])
  assert.deepEqual(splitDuration(2880, ['min', 'h']), [48, 'h'])
  assert.deepEqual(splitDuration(90, ['min', 'h']), [90, 'min'])
  assert.deepEqual(splitDuration(120, ['min', 'h'], 'min'), [120, 'min'])
})
