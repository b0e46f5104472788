import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayDuration } from './say-duration.ts'
import { writeDuration } from './write-duration.ts'

const minutes = [0, 0.9, 1, 59, 60, 61, 125, 1440, 1505, 2879, 2880, 5000]

test('a duration is written with the same units everywhere', () => {
  const written = (form: Parameters<typeof writeDuration>[1], language: 'en' | 'sv') =>
    minutes.map((one) => writeDuration(one, form, language)).join(', ')
  assert.equal(
    written('elapsed', 'en'),
    '0 min, 0 min, 1 min, 59 min, 1 h, 1 h 1 min, 2 h 5 min, 24 h, 25 h 5 min, 47 h 59 min, 2 days, 3 days',
  )
  assert.equal(
    written('exact', 'en'),
    '0 min, 0 min, 1 min, 59 min, 1 h, 1 h 1 min, 2 h 5 min, 1 day, 1 day 1 h 5 min, 1 day 23 h 59 min, 2 days, 3 days 11 h 20 min',
  )
  assert.equal(
    written('hours', 'sv'),
    '0 min, 0 min, 1 min, 59 min, 1 tim, 1 tim 1 min, 2 tim 5 min, 24 tim, 25 tim 5 min, 47 tim 59 min, 48 tim, 83 tim 20 min',
  )
  assert.equal(writeDuration(1440, 'exact', 'sv'), '1 dygn')
})

test('a duration in a sentence is in words where one unit says it', () => {
  const said = [0, 1, 15, 60, 90, 120, 1440, 1500, 2880]
  assert.equal(
    said.map((one) => sayDuration(one, 'en')).join(', '),
    '0 minutes, a minute, 15 minutes, an hour, 1 h 30 min, 2 hours, a day, 1 day 1 h, 2 days',
  )
  assert.equal(
    said.map((one) => sayDuration(one, 'sv')).join(', '),
    '0 minuter, en minut, 15 minuter, en timme, 1 tim 30 min, 2 timmar, ett dygn, 1 dygn 1 tim, 2 dygn',
  )
})

test('what is overdue is written without its sign', () => {
  assert.equal(writeDuration(-90, 'hours', 'en'), '1 h 30 min')
})
