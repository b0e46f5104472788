import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoursBetween, isDay, moveHours, parseHours, writeHours } from './week-hours.ts'

const office = { opens: '08:00', closes: '17:00' }

test('reads opening hours as people write them', () => {
  for (const text of ['08:00–17:00', '8-17', ' 8.00 - 17.00 ']) assert.deepEqual(parseHours(text), office, text)
  assert.deepEqual(parseHours('0-24'), { opens: '00:00', closes: '24:00' })
  assert.equal(parseHours(''), null)
  for (const text of ['17-8', '8', '8-25', '8:70-17', '8-8']) assert.equal(parseHours(text), undefined, text)
  assert.deepEqual(parseHours(writeHours(office)), office)
})

test('draws on whole quarters within the day, in either direction', () => {
  assert.deepEqual(hoursBetween(483, 1018), office)
  assert.deepEqual(hoursBetween(1018, 483), office)
  assert.deepEqual(hoursBetween(1440, 1440), { opens: '23:45', closes: '24:00' })
  assert.deepEqual(hoursBetween(-50, 2), { opens: '00:00', closes: '00:15' })
})

test('an edge stops at the other and at midnight; the whole keeps its length', () => {
  assert.equal(moveHours(office, 'opens', 5000).opens, '16:45')
  assert.equal(moveHours(office, 'closes', 5000).closes, '24:00')
  assert.deepEqual(moveHours(office, 'both', 5000), { opens: '15:00', closes: '24:00' })
  assert.deepEqual(moveHours(office, 'both', -15), { opens: '07:45', closes: '16:45' })
})

test('tells days from what is none', () => {
  assert.deepEqual(['2026-12-24', '2026-02-30', '24/12'].map(isDay), [true, false, false])
})
