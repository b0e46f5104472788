import assert from 'node:assert/strict'
import test from 'node:test'
import { writeHours, writeMinutes, writeShare } from './write-figures.ts'

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
