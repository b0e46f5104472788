import assert from 'node:assert/strict'
import test from 'node:test'
import { valueScale } from './value-scale.ts'

test('begins at zero and ends on the tick that holds the highest value', () => {
  assert.deepEqual(valueScale([12, 97], 'percent').ticks, [0, 25, 50, 75, 100])
  assert.deepEqual(valueScale([0.3], 'perSecond').ticks, [0, 0.1, 0.2, 0.3])
  assert.deepEqual(valueScale([3e9], 'count').ticks, [0, 1e9, 2e9, 3e9])
})

test('has ticks on both sides of zero for negative values', () => {
  assert.deepEqual(valueScale([-18, 12], 'count').ticks, [-20, -10, 0, 10, 20])
  assert.deepEqual(valueScale([-18], 'count').ticks, [-20, -15, -10, -5, 0])
})

test('counts bytes by 1,024 and time as clocks do', () => {
  const kibi = 1024
  assert.deepEqual(
    valueScale([900 * kibi], 'bytes').ticks,
    [0, 250, 500, 750, 1000].map((count) => count * kibi),
  )
  assert.deepEqual(valueScale([5 * kibi ** 3], 'bytes').ticks.at(-1), 6 * kibi ** 3)
  assert.deepEqual(valueScale([100_000], 'milliseconds').ticks, [0, 30_000, 60_000, 90_000, 120_000])
  assert.deepEqual(valueScale([7000], 'seconds').ticks, [0, 1800, 3600, 5400, 7200])
})

test('has an axis without any value, and whole ticks for what cannot be halved', () => {
  assert.deepEqual(valueScale([], 'percent').ticks, [0, 25, 50, 75, 100])
  assert.deepEqual(valueScale([0, 0], 'count', { isWhole: true }).ticks, [0, 1, 2, 3, 4])
  assert.deepEqual(valueScale([3], 'count', { isWhole: true }).ticks, [0, 1, 2, 3])
  assert.deepEqual(valueScale([7], 'count', { isWhole: true, maxSteps: 2 }).ticks, [0, 5, 10])
})

test('never has more steps than there is room for', () => {
  for (const unit of ['count', 'bytes', 'milliseconds'] as const)
    for (const isWhole of [false, true])
      for (let high = 1; high < 1e7; high = Math.ceil(high * 1.37)) {
        const { ticks, max } = valueScale([high, -high / 3], unit, { isWhole, maxSteps: 4 })
        assert.ok(ticks.length <= 5 && max >= high, `${unit} ${high}: ${ticks}`)
      }
})
