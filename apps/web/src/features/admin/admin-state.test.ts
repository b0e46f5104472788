import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OnCallShift } from '@vakt/contract/on-call/on-call.ts'
import { type AdminFacts, mattersOf } from './admin-state.ts'

const none = { count: 0, isMore: false }
const person = { userId: 'k', name: 'Karin', email: 'k@vakt.example', isGone: false }
const shift = (from: string, of: typeof person | null, isOutsideHours = false): OnCallShift => ({
  ...{ person: of, from, to: from, layer: 0, overrideId: null, isOutsideHours },
})
const source = (name: string, state: AdminFacts['sources'][number]['state'], customerId = '1', isProvider = false) => ({
  name,
  state,
  customer: { customerId, name: `Customer ${customerId}`, isProvider },
})
const well: AdminFacts = {
  schedules: [{ name: 'Nights', now: shift('2026-11-24T08:00:00Z', person), gaps: [] }],
  sources: [source('Grafana', 'active'), source('New', 'waiting', '2')],
  hasMoreSources: false,
  customers: [
    { customerId: '1', name: 'Customer 1' },
    { customerId: '2', name: 'Customer 2' },
  ],
  failingChannels: [],
  failedJobs: none,
  setAside: none,
  unmatched: none,
  diskFullAt: null,
}

const now = Date.parse('2026-11-24T10:00:00Z')

test('where all is well nothing is said', () => {
  assert.deepEqual(mattersOf(well, now), [])
})

test('a schedule outside of its hours needs no one, and a gap within the next ones does', () => {
  const resting = { name: 'Office', now: shift('2026-11-24T20:00:00Z', null, true), gaps: [] }
  assert.deepEqual(mattersOf({ ...well, schedules: [resting] }, now), [])
  const gaps = [shift('2026-11-26T08:00:00Z', null)]
  assert.deepEqual(mattersOf({ ...well, schedules: [{ ...resting, gaps }] }, now), [
    { kind: 'gapAhead', name: 'Office', from: '2026-11-26T08:00:00Z' },
  ])
})

test('what is worse comes first', () => {
  const gaps = [shift('2026-11-26T18:00:00Z', null), shift('2026-11-25T18:00:00Z', null)]
  const matters = mattersOf(
    {
      ...well,
      schedules: [
        { name: 'Days', now: shift('2026-11-24T08:00:00Z', null), gaps: [shift('2026-11-24T08:00:00Z', null)] },
        { name: 'Nights', now: shift('2026-11-24T08:00:00Z', person), gaps },
      ],
      sources: [source('Grafana', 'silent'), source('Old', 'expired'), source('Soon', 'expiring')],
      failingChannels: [{ channel: 'mail', said: '535 authentication failed' }],
      failedJobs: { count: 100, isMore: true },
      setAside: { count: 1, isMore: false },
      unmatched: { count: 2, isMore: false },
    },
    now,
  )
  assert.deepEqual(matters, [
    { kind: 'nobodyOnCall', names: ['Days'] },
    { kind: 'failingChannels', channels: [{ channel: 'mail', said: '535 authentication failed' }] },
    { kind: 'silentSources', names: ['Grafana (Customer 1)'] },
    { kind: 'expiredSources', names: ['Old (Customer 1)'] },
    { kind: 'failedJobs', of: { count: 100, isMore: true } },
    { kind: 'setAside', of: { count: 1, isMore: false } },
    { kind: 'gapAhead', name: 'Nights', from: '2026-11-25T18:00:00Z' },
    { kind: 'unmatched', of: { count: 2, isMore: false } },
    { kind: 'expiringSources', names: ['Soon (Customer 1)'] },
    { kind: 'customersWithoutSources', names: ['Customer 2'] },
  ])
})

test('no customer is called without sources where the provider has one, or not all sources are known', () => {
  const sources = [source('Grafana', 'active')]
  assert.deepEqual(mattersOf({ ...well, sources }, now), [{ kind: 'customersWithoutSources', names: ['Customer 2'] }])
  assert.deepEqual(mattersOf({ ...well, sources, hasMoreSources: true }, now), [])
  assert.deepEqual(mattersOf({ ...well, sources: [...sources, source('Shared', 'active', '9', true)] }, now), [])
})

test('a disk that is full within thirty days is a matter, a later one is none', () => {
  assert.deepEqual(mattersOf({ ...well, diskFullAt: '2026-12-23T00:00:00Z' }, now), [{ kind: 'diskFills', at: '2026-12-23T00:00:00Z' }])
  assert.deepEqual(mattersOf({ ...well, diskFullAt: '2026-12-25T00:00:00Z' }, now), [])
})
