import assert from 'node:assert/strict'
import test from 'node:test'
import { cellAfterKey, columns } from './matrix-cells.ts'

test('arrow keys move between the boxes and stay in the table', () => {
  assert.deepEqual(cellAfterKey('ArrowRight', { row: 0, column: 0 }, 2), { row: 0, column: 1 })
  assert.deepEqual(cellAfterKey('ArrowDown', { row: 0, column: 3 }, 2), { row: 1, column: 3 })
  assert.deepEqual(cellAfterKey('End', { row: 1, column: 3 }, 2), { row: 1, column: columns.length - 1 })
  assert.equal(cellAfterKey('ArrowUp', { row: 0, column: 3 }, 2), null)
  assert.equal(cellAfterKey('ArrowDown', { row: 1, column: 3 }, 2), null)
  assert.equal(cellAfterKey('ArrowLeft', { row: 1, column: 0 }, 2), null)
  assert.equal(cellAfterKey('a', { row: 0, column: 0 }, 2), null)
})

test('an area without anything to write has one column', () => {
  assert.deepEqual(
    columns.filter(({ area }) => area === 'report').map(({ level }) => level),
    ['read'],
  )
})
