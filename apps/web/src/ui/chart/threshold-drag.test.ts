import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draggedValue, stepOf } from './threshold-drag.ts'

const percent = { scale: { min: 0, max: 100 }, height: 200 }

test('a step is at most a hundredth of the axis', () => {
  assert.deepEqual(
    [100, 250, 0.8, 1.2e9, 1].map((max) => stepOf({ min: 0, max })),
    [1, 2, 0.005, 10_000_000, 0.01],
  )
})

test('a threshold follows the pointer onto whole steps, a quarter of the axis beyond its ends, and keys by steps', () => {
  assert.equal(draggedValue(80.5, 21, percent), 91)
  assert.equal(draggedValue(80, 500, percent), 125)
  assert.equal(draggedValue(80, -999, percent), -25)
  assert.equal(draggedValue(80, 0, { ...percent, steps: -10 }), 70)
  assert.equal(draggedValue(400, 0, { ...percent, steps: 1 }), 401)
  assert.equal(draggedValue(0.3, 0, { scale: { min: 0, max: 1 }, height: 200, steps: 1 }), 0.31)
})
