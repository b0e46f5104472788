import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dashboardSearch, filterOf } from './dashboard-search.ts'

test('keeps the groups that are open, and reads addresses of before', () => {
  assert.deepEqual(dashboardSearch({ open: ['web/prod:high', '?'] }), { open: ['web/prod:high', '?'] })
  assert.deepEqual(dashboardSearch({ open: 2024 }), { open: ['2024'] })
  assert.deepEqual(dashboardSearch({ group: [2024, 'prod'], severity: 'high' }), { open: ['2024/prod:high'] })
  assert.deepEqual(dashboardSearch({ unmatched: 'true', group: ['web'] }), { open: ['?'] })
})

test('keeps what the entities are filtered by, and the wall', () => {
  const filter = { q: 'vm', type: ['a'], resourceGroup: ['rg'], tag: ['a=b'] }
  assert.deepEqual(dashboardSearch({ ...filter, tag: ['a=b', 'no'], wall: 'true' }), { ...filter, wall: true })
  assert.deepEqual(filterOf({ ...filter, open: ['web'] }), filter)
})

test('keeps which customers staff chose, and that all is to be shown', () => {
  assert.deepEqual(dashboardSearch({ of: [1001, '1002'], shown: 'all' }), { of: ['1001', '1002'], shown: 'all' })
  assert.deepEqual(dashboardSearch({ of: [], shown: 'some' }), {})
})

test('forgets what it does not know', () => {
  assert.deepEqual(dashboardSearch({ group: [{}], severity: 'urgent' }), {})
  assert.deepEqual(dashboardSearch({ severity: 'high' }), {})
})
