import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dashboardSearch, filterOf } from './dashboard-search.ts'

test('keeps the opened group and severity', () => {
  assert.deepEqual(dashboardSearch({ group: ['web', ''], severity: 'high' }), { group: ['web', ''], severity: 'high' })
  assert.deepEqual(dashboardSearch({ group: 'web' }), { group: ['web'] })
})

test('takes a group that the address parser read as a number', () => {
  assert.deepEqual(dashboardSearch({ group: [2024, 'prod'] }), { group: ['2024', 'prod'] })
})

test('opens the unmatched ones rather than a group', () => {
  assert.deepEqual(dashboardSearch({ unmatched: 'true', group: ['web'] }), { unmatched: true })
})

test('keeps what the entities are filtered by, and the wall', () => {
  const filter = { q: 'vm', type: ['a'], resourceGroup: ['rg'], tag: ['a=b'] }
  assert.deepEqual(dashboardSearch({ ...filter, tag: ['a=b', 'no'], wall: 'true' }), { ...filter, wall: true })
  assert.deepEqual(filterOf({ ...filter, group: ['web'], severity: 'high' }), filter)
})

test('keeps which customers staff chose, and that all is to be shown', () => {
  assert.deepEqual(dashboardSearch({ of: [1001, '1002'], shown: 'all' }), { of: ['1001', '1002'], shown: 'all' })
  assert.deepEqual(dashboardSearch({ of: [], shown: 'some' }), {})
})

test('forgets what it does not know', () => {
  assert.deepEqual(dashboardSearch({ group: [{}], severity: 'urgent' }), {})
  assert.deepEqual(dashboardSearch({ group: ['a', 'b', 'c'] }), {})
  assert.deepEqual(dashboardSearch({ severity: 'high' }), {})
})
