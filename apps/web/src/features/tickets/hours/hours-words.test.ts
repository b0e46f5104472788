import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeDuration } from '#web/platform/write-duration.ts'
import { readMinutes } from './hours-words.ts'

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

test('time that is written in either language is read back the same', () => {
  for (const language of ['en', 'sv'] as const)
    for (const minutes of [1, 59, 60, 61, 600, 10_080]) assert.equal(readMinutes(writeDuration(minutes, 'hours', language)), minutes)
})
