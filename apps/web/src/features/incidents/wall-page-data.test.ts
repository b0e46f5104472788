import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWallStale, wallPage } from './wall-page-data.ts'

test('pages follow each other and start over', () => {
  assert.deepEqual(
    [0, 1, 2].map((step) => wallPage(['a', 'b', 'c'], { columns: 2, rows: 1 }, step).tiles),
    [['a', 'b'], ['c'], ['a', 'b']],
  )
  assert.deepEqual(wallPage([], { columns: 2, rows: 2 }, 9), { tiles: [], columns: 1, page: 1, pages: 1 })
})

test('pages are about as full as each other, and tiles stand in as few rows as they can', () => {
  const room = { columns: 3, rows: 2 }
  const shapes = (count: number) =>
    [0, 1].map((step) => wallPage([...Array(count).keys()], room, step)).map(({ tiles, columns }) => [tiles.length, columns])
  assert.deepEqual(shapes(7), [
    [4, 2],
    [3, 3],
  ])
  assert.deepEqual(shapes(2)[0], [2, 2])
  assert.deepEqual(shapes(5)[0], [5, 3])
})

test('is stale when nothing is heard, when an answer failed, and when the last one is old', () => {
  const fresh = { isReconnecting: false, hasFailed: false, checkedAt: 0 }
  assert.equal(isWallStale(fresh, 60_000), false)
  assert.equal(isWallStale(fresh, 90_001), true)
  assert.equal(isWallStale({ ...fresh, isReconnecting: true }, 0), true)
  assert.equal(isWallStale({ ...fresh, hasFailed: true }, 0), true)
})
