import assert from 'node:assert/strict'
import { test } from 'node:test'
import { niceMaximum, stackDay } from './trend-stack.ts'

test('gives a scale that holds the highest day and can be halved', () => {
  for (const highest of [0, 1, 4, 5, 7, 9, 10, 11, 23, 99, 100, 101, 1234]) {
    const maximum = niceMaximum(highest)
    assert.ok(maximum >= highest && maximum % 2 === 0, `${highest} gave ${maximum}`)
    assert.ok(maximum <= Math.max(4, highest * 2.2), `${highest} gave ${maximum}`)
  }
})

test('stacks the worst at the bottom and leaves out what did not occur', () => {
  const parts = stackDay({ critical: 1, high: 0, medium: 2, low: 1 }, 4, 100)
  assert.deepEqual(parts, [
    { severity: 'critical', y: 75, size: 25 },
    { severity: 'medium', y: 25, size: 50 },
    { severity: 'low', y: 0, size: 25 },
  ])
})

test('draws nothing for a day without incidents', () => {
  assert.deepEqual(stackDay({ critical: 0, high: 0, medium: 0, low: 0 }, 4, 100), [])
})
