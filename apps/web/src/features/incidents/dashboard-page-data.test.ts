import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncidentOverview } from '@vakt/contract/incidents/incidents.ts'
import { buildDashboardPageData } from './dashboard-page-data.ts'

const none = { critical: 0, high: 0, medium: 0, low: 0 }
const group = (value: string | null, counts = none, children: { value: string | null; counts?: typeof none }[] = []) => ({
  value,
  entities: 3,
  counts,
  children: children.map((child) => ({ entities: 1, counts: none, ...child })),
})
const overview = (groups: IncidentOverview['groups'], counts = none): IncidentOverview => ({
  checkedAt: '2026-11-21T14:02:00Z',
  tagKeys: ['application', 'environment'],
  entities: 9,
  counts,
  unmatched: none,
  groups,
})

test('puts the groups that need attention first, the worst on top', () => {
  const data = buildDashboardPageData(
    overview([group('alpha'), group('beta', { ...none, high: 9 }), group('gamma', { ...none, critical: 1 })], {
      ...none,
      critical: 1,
      high: 9,
    }),
  )
  assert.deepEqual(
    data.needAttention.map((row) => row.path),
    [['gamma'], ['beta']],
  )
  assert.deepEqual(
    data.allGood.map((row) => row.path),
    [['alpha']],
  )
  assert.equal(data.open, 10)
})

test('lists entities without the tag last and leads to them by an empty value', () => {
  const data = buildDashboardPageData(overview([group(null), group('zeta')]))
  assert.deepEqual(
    data.allGood.map((row) => row.path),
    [['zeta'], ['']],
  )
})

test('sorts the second level too and gives it the whole path', () => {
  const data = buildDashboardPageData(
    overview([group('web', { ...none, low: 1 }, [{ value: 'production' }, { value: null, counts: { ...none, low: 1 } }])]),
  )
  assert.deepEqual(
    data.needAttention[0]?.children.map((row) => row.path),
    [
      ['web', ''],
      ['web', 'production'],
    ],
  )
})

test('puts what matched no resource behind the groups that are worse, before the others', () => {
  const groups = [group('a', { ...none, high: 2 }), group('b', { ...none, medium: 1 })]
  const data = buildDashboardPageData({ ...overview(groups), unmatched: { ...none, high: 1 } })
  assert.deepEqual([data.unmatched, data.worseThanUnmatched], [1, 1])
})
