import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findArrivals } from './use-arrivals.ts'

test('a row that comes before known ones has arrived; a first answer, a further page and another filter bring none', () => {
  const known = new Set(['a', 'b', 'c'])
  assert.deepEqual(findArrivals(known, ['new', 'a', 'b', 'c']), ['new'])
  assert.deepEqual(findArrivals(new Set(), ['a', 'b']), [])
  assert.deepEqual(findArrivals(known, ['a', 'b', 'c', 'd', 'e']), [])
  assert.deepEqual(findArrivals(known, ['1', '2', '3', '4', 'a', '5', '6']), [])
})
