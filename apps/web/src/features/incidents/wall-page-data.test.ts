import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DashboardPageData, GroupRow } from './dashboard-page-data.ts'
import { isWallStale, wallPage } from './wall-page-data.ts'

const row = (name: string): GroupRow => ({ path: [name], entities: 1, counts: { critical: 0, high: 0, medium: 0, low: 0 }, children: [] })
const data: DashboardPageData = { open: 2, critical: 0, unmatched: 0, needAttention: [row('a'), row('b')], allGood: [row('c')] }

const none = { critical: 0, high: 0, medium: 0, low: 0 }

test('pages follow each other, what needs a person first, and begin anew', () => {
  const names = [0, 1, 2].map((step) => wallPage(data, none, 2, step).tiles.map(({ name }) => name))
  assert.deepEqual(names, [['a', 'b'], ['c'], ['a', 'b']])
  assert.deepEqual(wallPage({ ...data, needAttention: [], allGood: [] }, none, 4, 9), { tiles: [], page: 1, pages: 1 })
})

test('what was matched to no entity stands after the groups that need a person, before those that are well', () => {
  const unmatched = { ...none, high: 3 }
  const { tiles } = wallPage({ ...data, unmatched: 3 }, unmatched, 9, 0)
  assert.deepEqual(
    tiles.map(({ name, counts }) => [name, counts.high]),
    [
      ['a', 0],
      ['b', 0],
      [null, 3],
      ['c', 0],
    ],
  )
})

test('is stale when nothing is heard, when an answer failed, and when the last one is old', () => {
  const fresh = { isReconnecting: false, hasFailed: false, checkedAt: 0 }
  assert.equal(isWallStale(fresh, 60_000), false)
  assert.equal(isWallStale(fresh, 90_001), true)
  assert.equal(isWallStale({ ...fresh, isReconnecting: true }, 0), true)
  assert.equal(isWallStale({ ...fresh, hasFailed: true }, 0), true)
})
