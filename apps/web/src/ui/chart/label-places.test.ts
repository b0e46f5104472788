import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeLabels } from './label-places.ts'

const plot = { height: 200, labelHeight: 18 }

test('labels stand above their lines, and apart where lines are close or the same, in the order of the lines', () => {
  assert.deepEqual(placeLabels([100, 40], plot), [91, 31])
  assert.deepEqual(placeLabels([100, 100], plot), [91, 109])
  assert.deepEqual(placeLabels([100, 95, 90], plot), [117, 99, 81])
})

test('they stay within the plot at its edges, and never overlap', () => {
  assert.deepEqual(placeLabels([0, 2], plot), [9, 27])
  assert.deepEqual(placeLabels([199, 200], plot), [173, 191])
  assert.deepEqual(placeLabels([-500, 500], plot), [9, 191])
  for (let seed = 1; seed < 200; seed++) {
    const lines = Array.from({ length: 1 + (seed % 6) }, (_, index) => ((seed * 7919 + index * index * 104_729) % 260) - 30)
    const middles = placeLabels(lines, plot).toSorted((one, other) => one - other)
    for (const [index, middle] of middles.entries()) {
      assert.ok(middle >= 9 && middle <= 191, `${lines}: ${middles}`)
      assert.ok(index === 0 || middle - (middles[index - 1] ?? 0) >= 18, `${lines}: ${middles}`)
    }
  }
})

test('more labels than fit stand one below the other', () => {
  assert.deepEqual(placeLabels([10, 10, 10], { height: 40, labelHeight: 18 }), [9, 27, 45])
})
