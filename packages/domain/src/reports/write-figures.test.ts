import assert from 'node:assert/strict'
import test from 'node:test'
import { withCapital, writeHours, writeMinutes, writeMonth, writeShare } from './write-figures.ts'

test('a share is never rounded up, and without time there is none', () => {
  assert.equal(writeShare(0.99999, 'en-GB'), '99.99%')
  assert.equal(writeShare(1, 'en-GB'), '100.00%')
  assert.equal(writeShare(0.9995, 'en-GB'), '99.95%')
  assert.equal(writeShare(null, 'sv-SE'), '–')
})

test('minutes are written as a person says them', () => {
  assert.equal(writeMinutes(125, 'en-GB'), '2 h 5 min')
  assert.equal(writeMinutes(0, 'sv-SE'), '0 min')
  assert.equal(writeMinutes(3000, 'en-GB'), '2 days 2 h')
})

test('work is written in hours, also where they are more than a day', () => {
  assert.equal(writeHours(4800, 'en-GB'), '80 h')
  assert.equal(writeHours(95, 'sv-SE'), '1 tim 35 min')
  assert.equal(writeHours(0, 'sv-SE'), '0 min')
  assert.equal(writeMinutes(4320, 'sv-SE'), '3 dygn')
})

test('the name of a month that stands alone begins with a capital, also in Swedish', () => {
  assert.equal(withCapital(writeMonth('2026-09', 'sv-SE'), 'sv-SE'), 'September 2026')
  assert.equal(withCapital('1–5 oktober', 'sv-SE'), '1–5 oktober')
})
