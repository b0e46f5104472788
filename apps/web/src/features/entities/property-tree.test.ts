import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allHolders, findProperties, listProperties, visibleProperties } from './property-tree.ts'

const properties = JSON.parse('{"sku":{"name":"P1"},"__proto__":{"x":1},"nics":[{"id":"a"},{}],"a name":null,"<b>":"<i>"}')

test('each value by its name, with the way to it as a program writes it', () => {
  assert.deepEqual(
    listProperties(properties).map(({ path, depth, text, size }) => [path, depth, text, size]),
    [
      ['["<b>"]', 0, '"<i>"', 0],
      ['__proto__', 0, null, 1],
      ['__proto__.x', 1, '1', 0],
      ['["a name"]', 0, 'null', 0],
      ['nics', 0, null, 2],
      ['nics[0]', 1, null, 1],
      ['nics[0].id', 2, '"a"', 0],
      ['nics[1]', 1, '{}', 0],
      ['sku', 0, null, 1],
      ['sku.name', 1, '"P1"', 0],
    ],
  )
  assert.deepEqual(listProperties(null), [])
  assert.deepEqual(listProperties('text'), [])
})

test('a search keeps what has the text and all that it is within', () => {
  const { nodes, found } = findProperties(listProperties(properties), ' ID ')
  assert.deepEqual([nodes.map(({ path }) => path), found], [['nics', 'nics[0]', 'nics[0].id'], 1])
  assert.deepEqual(findProperties(listProperties(properties), 'nothing like it'), { nodes: [], found: 0 })
})

test('closed ones hide what is within, down to the next of their own depth', () => {
  const nodes = listProperties(properties)
  const [nics] = nodes.filter(({ path }) => path === 'nics')
  assert.ok(nics)
  assert.deepEqual(
    visibleProperties(nodes, new Set([nics.key])).map(({ path }) => path),
    ['["<b>"]', '__proto__', '__proto__.x', '["a name"]', 'nics', 'sku', 'sku.name'],
  )
  assert.equal(visibleProperties(nodes, allHolders(nodes)).length, 5)
})

test('depth without end', () => {
  let deep: unknown = 1
  for (let level = 0; level < 3_000; level++) deep = { a: deep }
  assert.equal(listProperties(deep).length, 3_000)
})
