import assert from 'node:assert/strict'
import test from 'node:test'
import { readTag, writeTag } from '@vakt/domain/resource-limit.ts'
import { entitySearch, filterOf, filterOfGroup, tagChoiceOf, withoutMetric, withTagChoice } from './entity-list-search.ts'

test('an address is read as far as it means something', () => {
  const search = entitySearch({
    q: ' vm ',
    severity: ['good', 'urgent', 'critical'],
    tag: ['a=b', 'nothing', '=x'],
    group: '',
    type: 7,
    stale: 'false',
    hidden: 'no',
    by: 'name',
    sort: 'size',
    other: 'x',
  })
  assert.deepEqual(search, { q: 'vm', severity: ['critical', 'good'], type: ['7'], group: [''], tag: ['a=b'], stale: false })
  assert.deepEqual(filterOf(search), {
    search: 'vm',
    severity: ['critical', 'good'],
    type: ['7'],
    resourceGroup: [''],
    tag: ['a=b'],
    stale: false,
  })
})

test('any key and value of a tag are read as they were written', () => {
  for (const [key, value] of [
    ['application', 'shop'],
    ['a=b', 'c=d'],
    ['100%', '%3D'],
    ['%3D', ''],
    ['__proto__', '<b>🛒'],
  ] as const)
    assert.deepEqual(readTag(writeTag(key, value)), { key, value })
})

test('another choice for one tag leaves the others alone', () => {
  const search = entitySearch({ tag: ['a=1', 'b=2'], without: ['b', 'c'] })
  assert.deepEqual(tagChoiceOf(search, 'b'), { values: ['2'], without: true })
  assert.deepEqual(withTagChoice(search, 'b', { values: ['3'], without: false }), { tag: ['a=1', 'b=3'], without: ['c'] })
})

test('the rows of a group are those of the filter that are in it', () => {
  const search = entitySearch({ tag: ['team=a', 'team=b', 'env=prod'], group: ['rg-1', 'rg-2'], by: 'tag:team' })
  assert.deepEqual(filterOfGroup(search, 'tag:team', 'b'), { tag: ['env=prod', 'team=b'], resourceGroup: ['rg-1', 'rg-2'] })
  assert.deepEqual(filterOfGroup(search, 'tag:team', null), { tag: ['env=prod'], withoutTag: ['team'], resourceGroup: ['rg-1', 'rg-2'] })
  assert.deepEqual(filterOfGroup(search, 'resourceGroup', null).resourceGroup, [''])
})

test('a view with a metric is in the usual order where that may not be seen, and keeps its filters and any other order', () => {
  const filters = { q: 'vm', group: ['rg-1'], by: 'type' }
  assert.deepEqual(withoutMetric(entitySearch({ ...filters, metric: 'cpu', sort: 'metric', direction: 'desc' })), filters)
  const byName = { ...filters, sort: 'name', direction: 'desc' }
  assert.deepEqual(withoutMetric(entitySearch({ ...byName, metric: 'cpu' })), byName)
})
