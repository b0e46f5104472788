import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOfProperty, newMapping, splitList, toMapping, toValues } from './mapping-values.ts'

test('a mapping goes through the form and back', () => {
  const mapping = toMapping({ ...newMapping, key: 'id, labels."a,b"', severityMap: [{ from: 'bad', to: 'high' }], time: 'at' })
  assert.deepEqual(mapping.key, ['id', 'labels."a,b"'])
  assert.deepEqual(toMapping(toValues(mapping)), mapping)
  assert.deepEqual(splitList(' , a,, b '), ['a', 'b'])
})

test('a mapping without a state leaves out the fields that are hidden then', () => {
  const { resolved: _, ignored: __, ...visible } = newMapping
  assert.deepEqual(toMapping({ ...visible, statePath: '' }).state, { path: null, resolved: [], ignored: [] })
})

test('what the server names is found in the form', () => {
  const named = ['mapping.title', 'mapping.key.8', 'mapping.state.path', 'mapping.severity.map.2.from', '']
  assert.deepEqual(named.map(fieldOfProperty), ['title', 'key.8', 'statePath', 'severityMap.2.from', ''])
})
