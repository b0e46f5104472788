import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createArrivalRate } from './arrival-rate.ts'
import { debounceFor, pauseFor } from './back-pressure.ts'

const longestMilliseconds = 400

test('a job works at its usual pace while little arrives, however long it worked', () => {
  for (const workedMilliseconds of [0, 50, 5000])
    assert.equal(debounceFor({ workedMilliseconds, arrivalsPerSecond: 299, longestMilliseconds }), 50)
})

test('while much arrives a job rests three times as long as it worked', () => {
  assert.equal(debounceFor({ workedMilliseconds: 60, arrivalsPerSecond: 300, longestMilliseconds }), 180)
})

test('nothing waits longer than it may for a job to begin, and never less is gathered than on a quiet day', () => {
  assert.equal(debounceFor({ workedMilliseconds: 60_000, arrivalsPerSecond: 1e6, longestMilliseconds }), 400)
  assert.equal(debounceFor({ workedMilliseconds: 1, arrivalsPerSecond: 1e6, longestMilliseconds }), 50)
})

test('between two runs there is a pause only while much arrives', () => {
  assert.equal(pauseFor({ workedMilliseconds: 100, arrivalsPerSecond: 299, longestMilliseconds }), 0)
  assert.equal(pauseFor({ workedMilliseconds: 100, arrivalsPerSecond: 300, longestMilliseconds }), 300)
  assert.equal(pauseFor({ workedMilliseconds: 1000, arrivalsPerSecond: 300, longestMilliseconds }), 400)
})

test('a job that has left something behind for as long as it may does not pause any more', () => {
  const load = { workedMilliseconds: 100, arrivalsPerSecond: 300, longestMilliseconds }
  assert.equal(pauseFor({ ...load, behindMilliseconds: 50 }), 300)
  assert.equal(pauseFor({ ...load, behindMilliseconds: 250 }), 150)
  assert.equal(pauseFor({ ...load, behindMilliseconds: 5000 }), 0)
})

test('a rate is that of the last whole quarter of a second, and nothing after a silence', () => {
  const rate = createArrivalRate()
  for (let now = 1000; now < 1250; now += 1) rate.count(now)
  assert.equal(rate.perSecond(1249), 0)
  assert.equal(rate.perSecond(1250), 1000)
  assert.equal(rate.perSecond(1499), 1000)
  assert.equal(rate.perSecond(1500), 0)
  rate.count(9000)
  assert.equal(rate.perSecond(9001), 0)
})
