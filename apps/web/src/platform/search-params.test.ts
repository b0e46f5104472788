import assert from 'node:assert/strict'
import test from 'node:test'
import { parseSearch, stringifySearch } from './search-params.ts'

test('writes a list as repeated parameters and reads it back', () => {
  const text = stringifySearch({ priority: [1, 2], q: 'disk & cpu', onlyOpen: false })
  assert.equal(text, '?priority=1&priority=2&q=disk+%26+cpu&onlyOpen=false')
  assert.deepEqual(parseSearch(text), { priority: ['1', '2'], q: 'disk & cpu', onlyOpen: 'false' })
})

test('leaves out what says nothing', () => {
  assert.equal(stringifySearch({ priority: [], q: undefined, severity: null }), '')
  assert.equal(stringifySearch({ group: [''] }), '?group=')
})

test('leaves numbers in the address as text, for the screen to judge', () => {
  assert.deepEqual(parseSearch('?q=007&page=1e3'), { q: '007', page: '1e3' })
})
