import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWallStale, wallPage } from './wall-page-data.ts'

test('pages follow each other and start over', () => {
  assert.deepEqual(
    [0, 1, 2].map((step) => wallPage(['a', 'b', 'c'], 2, step).tiles),
    [['a', 'b'], ['c'], ['a', 'b']],
  )
  assert.deepEqual(wallPage([], 4, 9), { tiles: [], page: 1, pages: 1 })
})

test('is stale when nothing is heard, when an answer failed, and when the last one is old', () => {
  const fresh = { isReconnecting: false, hasFailed: false, checkedAt: 0 }
  assert.equal(isWallStale(fresh, 60_000), false)
  assert.equal(isWallStale(fresh, 90_001), true)
  assert.equal(isWallStale({ ...fresh, isReconnecting: true }, 0), true)
  assert.equal(isWallStale({ ...fresh, hasFailed: true }, 0), true)
})
