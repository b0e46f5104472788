import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FeatureKey, featureKeys } from '@vakt/contract/features.ts'
import { copyOf, lacksCustomerChoice, levelOf, roleOf, valuesOf } from './role-values.ts'

const role = { name: { en: 'Nights', sv: 'Nätter' }, description: 'After hours', features: [...featureKeys] }

test('what a role allows comes back from the form as it was', () => {
  assert.deepEqual(roleOf(valuesOf(role)), role)
  const some = { ...role, features: featureKeys.filter((key) => key.startsWith('@feature.tickets') || key === '@feature.report.read') }
  assert.deepEqual(roleOf(valuesOf(some)), some)
})

test('a copy has the rights of the other role, and neither its name nor its description', () => {
  const own = [{ ...role, role: 'vakt-own-nights' }]
  const copy = copyOf('vakt-own-nights', own)
  assert.deepEqual([copy.name, copy.description], [{ en: '', sv: '' }, ''])
  assert.deepEqual(roleOf(copy).features, role.features)
  assert.deepEqual(roleOf(copyOf('vakt-own-gone', own)).features, [])
})

test('changing implies reading', () => {
  assert.equal(levelOf(['@feature.tickets.write'], 'tickets'), 'write')
  assert.equal(levelOf(['@feature.tickets.read'], 'tickets'), 'read')
  assert.equal(levelOf(['@feature.tickets.read'], 'report'), 'none')
})

test('rights without incidents and alerts lack the choice among customers', () => {
  const lacks = (...features: FeatureKey[]) => lacksCustomerChoice(valuesOf({ ...role, features }).areas)
  assert.equal(lacks('@feature.report.read'), true)
  assert.equal(lacks('@feature.report.read', '@feature.overview.read'), false)
  assert.equal(lacks('@feature.overview.read'), false)
  assert.equal(lacks(), false)
})
