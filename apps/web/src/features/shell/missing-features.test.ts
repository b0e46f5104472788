import assert from 'node:assert/strict'
import test from 'node:test'
import { missingFeatures } from './missing-features.ts'

test('names the least that would do', () => {
  assert.deepEqual(missingFeatures(['@feature.tickets.read', '@feature.tickets.write']), ['@feature.tickets.read'])
  assert.deepEqual(missingFeatures(['@feature.tickets.write']), ['@feature.tickets.write'])
  assert.deepEqual(missingFeatures(['@feature.overview.read', '@feature.report.read']), ['@feature.overview.read', '@feature.report.read'])
})

test('no feature is missing where a role or the customer is', () => {
  assert.deepEqual(missingFeatures('global-admin'), [])
  assert.deepEqual(missingFeatures(null), [])
})
