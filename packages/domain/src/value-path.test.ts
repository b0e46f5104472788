import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePath, valueAt } from './value-path.ts'

const body = JSON.parse('{"a":{"b":[{"c":7}],"x.y":1,"he said \\"hi\\"":2,"åäö":3},"__proto__":{"d":4}}')
const read = (path: string) => valueAt(body, parsePath(path) ?? assert.fail(`${path} is no path`))

test('a path is dotted names, quoted names and indexes', () => {
  assert.equal(read('a.b[0].c'), 7)
  assert.equal(read('a."x.y"'), 1)
  assert.equal(read(String.raw`a."he said \"hi\""`), 2)
  assert.equal(read('a.åäö'), 3)
})

test('only own properties are found', () => {
  assert.equal(read('__proto__.d'), 4)
  for (const nothing of ['constructor', 'a.toString', 'a.b.length', 'a.b[1].c', 'a.b.c', 'x.y.z']) assert.equal(read(nothing), undefined)
})

test('what is no path is refused, in linear time', () => {
  for (const odd of ['', '.', 'a.', '.a', 'a..b', 'a[', 'a[x]', 'a b', 'a.[0]', '"a', "a['b']", 'a"b"'])
    assert.equal(parsePath(odd), null, odd)
  const start = performance.now()
  assert.equal(parsePath(`${'"\\'.repeat(100_000)}`), null)
  assert.ok(performance.now() - start < 200)
})
