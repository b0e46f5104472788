import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchSizeAfter } from './batch-size.ts'
import { orderTables } from './order-tables.ts'

test('each table comes before those that its rows refer to; a circle is refused', () => {
  const tables = [
    { table: 'entity', parents: ['connector'] },
    { table: 'alert', parents: ['entity', 'incident'] },
    { table: 'incident', parents: ['entity', 'customer'] },
    { table: 'connector', parents: [] },
  ]
  assert.deepEqual(
    orderTables(tables).map(({ table }) => table),
    ['alert', 'incident', 'entity', 'connector'],
  )
  const circle = [
    { table: 'a', parents: ['b'] },
    { table: 'b', parents: ['a'] },
  ]
  assert.throws(() => orderTables(circle), /a, b/)
})

test('a batch that took long is followed by a smaller one, down to a row, and quick ones by larger ones, up to 1000', () => {
  assert.deepEqual(
    [batchSizeAfter(100, 1), batchSizeAfter(900, 1), batchSizeAfter(100, 100), batchSizeAfter(100, 1000), batchSizeAfter(2, 1000)],
    [200, 1000, 100, 25, 1],
  )
})
