import assert from 'node:assert/strict'
import test from 'node:test'
import { isClosedByLimit, missingFeatures } from './missing-features.ts'

test('names the least that would do', () => {
  assert.deepEqual(missingFeatures(['@feature.tickets.read', '@feature.tickets.write']), ['@feature.tickets.read'])
  assert.deepEqual(missingFeatures(['@feature.tickets.write']), ['@feature.tickets.write'])
  assert.deepEqual(missingFeatures(['@feature.overview.read', '@feature.report.read']), ['@feature.overview.read', '@feature.report.read'])
})

test('no feature is missing where a role or the customer is', () => {
  assert.deepEqual(missingFeatures('global-admin'), [])
  assert.deepEqual(missingFeatures(null), [])
})

test('a limit to some resources closes what is of all of them, whatever a role would allow', () => {
  for (const closed of [
    'whole',
    'administrators',
    ['@feature.report.read'],
    ['@feature.servicewindow.read', '@feature.servicewindow.write'],
  ] as const)
    assert.equal(isClosedByLimit(closed), true)
  for (const open of [null, 'global-admin', ['@feature.tickets.read'], ['@feature.overview.read', '@feature.report.read']] as const)
    assert.equal(isClosedByLimit(open), false)
})
