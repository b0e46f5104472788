import assert from 'node:assert/strict'
import test from 'node:test'
import { sparklinePath } from './sparkline-path.ts'

test('goes through the points, from the bottom at zero to the top at the highest', () => {
  assert.equal(sparklinePath([0, 5, 10]), 'M0 100L50 50L100 0')
  assert.equal(sparklinePath([-10, 0, 10]), 'M0 100L50 50L100 0')
})

test('breaks at a gap, and draws a point alone', () => {
  assert.equal(sparklinePath([1, null, 2, 1]), 'M0 50h0.01M66.67 0L100 50')
  assert.equal(sparklinePath([7]), 'M0 0h0.01')
  assert.equal(sparklinePath([0, 0]), 'M0 100L100 100')
  assert.equal(sparklinePath([null]), '')
})
