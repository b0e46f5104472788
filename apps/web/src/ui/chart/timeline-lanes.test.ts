import assert from 'node:assert/strict'
import test from 'node:test'
import { assignLanes, editSpan } from './timeline-lanes.ts'

const bar = (from: number, to: number | null) => ({ from, to })

test('puts bars that overlap on lanes of their own, and uses a lane again once it is free', () => {
  assert.deepEqual(assignLanes([bar(0, 10), bar(5, 15), bar(10, 20), bar(15, 18)]), [0, 1, 0, 1])
  assert.deepEqual(assignLanes([bar(5, 6), bar(0, 10)]), [1, 0])
  assert.deepEqual(assignLanes([bar(0, null), bar(50, 60), bar(60, 70)]), [0, 1, 1])
  assert.deepEqual(assignLanes([bar(0, 5), bar(0, 50)]), [1, 0])
  assert.deepEqual(assignLanes([]), [])
})

test('moves a bar on the grid and keeps its length', () => {
  assert.deepEqual(editSpan('move', { from: 30, to: 50 }, 12, 15), { from: 45, to: 65 })
  assert.deepEqual(editSpan('move', { from: 30, to: 50 }, -31, 15), { from: 0, to: 20 })
})

test('moves one end, never beyond the other', () => {
  assert.deepEqual(editSpan('start', { from: 30, to: 60 }, -20, 15), { from: 15, to: 60 })
  assert.deepEqual(editSpan('start', { from: 30, to: 60 }, 99, 15), { from: 45, to: 60 })
  assert.deepEqual(editSpan('end', { from: 30, to: 60 }, 20, 15), { from: 30, to: 75 })
  assert.deepEqual(editSpan('end', { from: 30, to: 60 }, -99, 15), { from: 30, to: 45 })
})

test('draws a new bar to either side, over every step it touches', () => {
  assert.deepEqual(editSpan('create', { from: 32, to: 32 }, 20, 15), { from: 30, to: 60 })
  assert.deepEqual(editSpan('create', { from: 32, to: 32 }, -20, 15), { from: 0, to: 45 })
  assert.deepEqual(editSpan('create', { from: 32, to: 32 }, 0, 15), { from: 30, to: 45 })
})
