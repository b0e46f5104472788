import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelayInSeconds } from './delivery.ts'

test('the pause doubles up to an hour', () => {
  assert.deepEqual(
    [1, 2, 3, 20].map((attempts) => retryDelayInSeconds(attempts, 0.5)),
    [15, 30, 60, 3600],
  )
  assert.ok(retryDelayInSeconds(5, 0) < retryDelayInSeconds(5, 1))
})
