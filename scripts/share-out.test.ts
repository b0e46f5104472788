import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
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

test('a file of which nothing is known counts as a second, and files are shared out evenly where nothing is known of any', () => {
  assert.deepEqual(shareOut(['a', 'new', 'c'], { a: 1500, c: 700 }, 2), [['a'], ['new', 'c']])
  assert.deepEqual(shareOut(['a', 'b', 'c', 'd'], {}, 2), [
    ['a', 'c'],
    ['b', 'd'],
  ])
  assert.deepEqual(shareOut(['a'], {}, 2), [['a']])
})

test('the longest files of a fresh clone are known, and none that is gone', async () => {
  const { usualSeconds }: { usualSeconds: Times } = await import(path.join(import.meta.dirname, 'usual-test-times.mjs'))
  const gone = Object.keys(usualSeconds).filter((file) => !existsSync(path.join(import.meta.dirname, '..', file)))
  assert.deepEqual(gone, [])
})
