import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeAt, withMoved } from './row-order.ts'

test('a row moves within the list and not out of it', () => {
  const rows = ['a', 'b', 'c']
  assert.deepEqual(withMoved(rows, 0, 2), ['b', 'c', 'a'])
  assert.deepEqual(withMoved(rows, 2, 1), ['a', 'c', 'b'])
  for (const [from, to] of [
    [0, -1],
    [2, 3],
    [5, 0],
  ] as const)
    assert.equal(withMoved(rows, from, to), rows)
})

test('a dragged row takes its place when it passes the middle of another', () => {
  const others = [
    { top: 0, height: 40 },
    { top: 40, height: 100 },
  ]
  assert.deepEqual(
    [-5, 19, 21, 89, 91].map((y) => placeAt(others, y)),
    [0, 0, 1, 1, 2],
  )
})
