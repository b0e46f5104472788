import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'

type Times = Record<string, number>
const {
  inOrderOfLength,
  shareOut,
}: {
  inOrderOfLength: (files: string[], times: Times) => string[]
  shareOut: (files: string[], times: Times, count: number) => string[][]
} = await import(path.join(import.meta.dirname, 'share-out.mjs'))

test('files are shared out by how long they took, the longest first', () => {
  const groups = shareOut(['a', 'b', 'c', 'd', 'e'], { a: 1, b: 2, c: 10, d: 3, e: 4 }, 2)
  assert.deepEqual(groups, [['c'], ['e', 'd', 'b', 'a']])
  assert.deepEqual(inOrderOfLength(['a', 'b', 'c'], { a: 1, c: 3, b: 2 }), ['c', 'b', 'a'])
})

test('files that never ran count as an average one, and are shared out evenly where none ran', () => {
  assert.deepEqual(shareOut(['a', 'new', 'c'], { a: 10, c: 2 }, 2), [['a'], ['new', 'c']])
  assert.deepEqual(shareOut(['a', 'b', 'c', 'd'], {}, 2), [
    ['a', 'c'],
    ['b', 'd'],
  ])
  assert.deepEqual(shareOut(['a'], {}, 2), [['a']])
})
