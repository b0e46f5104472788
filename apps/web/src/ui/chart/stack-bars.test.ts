import assert from 'node:assert/strict'
import test from 'node:test'
import { labelledBars, placePart, stackEnds, stackParts } from './stack-bars.ts'

test('stacks the first series at the bottom and leaves out what is zero', () => {
  assert.deepEqual(stackParts([1, 0, 2, 1]), [
    { place: 0, from: 0, to: 1 },
    { place: 2, from: 1, to: 3 },
    { place: 3, from: 3, to: 4 },
  ])
  assert.deepEqual(stackParts([0, 0]), [])
})

test('stacks what is negative downwards', () => {
  assert.deepEqual(
    stackParts([2, -1, 1, -3]).map(({ from, to }) => [from, to]),
    [
      [0, 2],
      [0, -1],
      [2, 3],
      [-1, -4],
    ],
  )
  assert.deepEqual(stackEnds([2, -1, 1, -3]), [3, -4])
})

test('places a part between the ends of the scale', () => {
  const scale = { min: -4, max: 4, ticks: [] }
  assert.deepEqual(placePart({ place: 0, from: 1, to: 3 }, scale, 80), { y: 10, height: 20 })
  assert.deepEqual(placePart({ place: 0, from: 0, to: -4 }, scale, 80), { y: 40, height: 40 })
})

test('labels the first, the last, and some between at equal distances', () => {
  assert.deepEqual(labelledBars(30, 8), [0, 5, 10, 15, 20, 29])
  assert.deepEqual(labelledBars(31, 4), [0, 10, 20, 30])
  assert.deepEqual(labelledBars(3, 8), [0, 1, 2])
  assert.deepEqual(labelledBars(1, 8), [0])
  assert.deepEqual(labelledBars(0, 8), [])
})
