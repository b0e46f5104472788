import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDay, parseDuration, parseHours, writeDuration, writeHours } from './duration.ts'

test('reads durations as people write them', () => {
  for (const [text, minutes] of [
    ['15', 15],
    ['15 min', 15],
    ['4h', 240],
    ['1 h 30 min', 90],
    ['1,5 h', 90],
    ['2 hours', 120],
    ['', null],
    ['soon', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['9000 h', undefined],
  ] as const)
    assert.equal(parseDuration(text), minutes, text)
  for (const minutes of [1, 15, 60, 90, 2700]) assert.equal(parseDuration(writeDuration(minutes)), minutes)
})

test('reads opening hours as people write them', () => {
  const office = { opens: '08:00', closes: '17:00' }
  for (const text of ['08:00–17:00', '8-17', ' 8.00 - 17.00 ']) assert.deepEqual(parseHours(text), office, text)
  assert.deepEqual(parseHours('0-24'), { opens: '00:00', closes: '24:00' })
  assert.equal(parseHours(''), null)
  for (const text of ['17-8', '8', '8-25', '8:70-17', '8-8']) assert.equal(parseHours(text), undefined, text)
  assert.deepEqual(parseHours(writeHours(office)), office)
})

test('tells days from what is none', () => {
  assert.deepEqual(['2026-12-24', '2026-02-30', '24/12'].map(isDay), [true, false, false])
})
