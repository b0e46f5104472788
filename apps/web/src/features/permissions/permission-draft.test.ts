import assert from 'node:assert/strict'
import test from 'node:test'
import { featureKeys } from '@vakt/contract/features.ts'
import { bodyOf, draftOf, findDifferences, isSame, withFeature } from './permission-draft.ts'

const permissions = {
  enabledFeatures: null,
  role_feature_mappings: [{ role: 'desk', features: ['@feature.tickets.read' as const] }],
  ignoresGlobalAdminMapping: false,
  version: 3,
}
const draft = draftOf(permissions)

test('writing switches reading on, and reading off switches writing off', () => {
  assert.deepEqual(withFeature([], 'tickets', 'write', true), ['@feature.tickets.read', '@feature.tickets.write'])
  assert.deepEqual(withFeature(['@feature.tickets.read', '@feature.tickets.write'], 'tickets', 'write', false), ['@feature.tickets.read'])
  assert.deepEqual(withFeature(['@feature.tickets.read', '@feature.tickets.write'], 'tickets', 'read', false), [])
  assert.deepEqual(withFeature([], 'report', 'read', true), ['@feature.report.read'])
})

test('everything is said as null, also when it was switched on one by one', () => {
  assert.equal(bodyOf(draft, 3).enabledFeatures, null)
  const narrow = { ...draft, customer: withFeature(draft.customer, 'report', 'read', false) }
  assert.equal(bodyOf(narrow, 3).enabledFeatures?.length, featureKeys.length - 1)
  assert.equal(bodyOf({ ...narrow, customer: withFeature(narrow.customer, 'report', 'read', true) }, 3).enabledFeatures, null)
})

test('two versions are told apart feature by feature, and a role without features is still a role', () => {
  const mine = { customer: withFeature(draft.customer, 'overview', 'read', false), roles: [{ role: 'new', features: [] }, ...draft.roles] }
  assert.deepEqual(findDifferences(draft, mine), [{ role: null, key: '@feature.overview.read', theirs: true, yours: false }])
  assert.equal(isSame(draft, { ...draft, roles: mine.roles }), false)
  assert.equal(isSame(draft, draftOf(permissions)), true)
})
