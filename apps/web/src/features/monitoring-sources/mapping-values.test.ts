import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMapping, splitList, toMapping, toValues } from './mapping-values.ts'

test('a mapping goes through the form and back', () => {
  const mapping = toMapping({ ...newMapping, key: 'id, labels."a,b"', severityMap: [{ from: 'bad', to: 'high' }], time: 'at' })
  assert.deepEqual(mapping.key, ['id', 'labels."a,b"'])
  assert.deepEqual(toMapping(toValues(mapping)), mapping)
  assert.deepEqual(splitList(' , a,, b '), ['a', 'b'])
})
