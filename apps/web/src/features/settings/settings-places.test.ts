import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Customer } from '@vakt/contract/customers/customers.ts'
import { type FeatureKey, featureKeys, globalAdminRole } from '@vakt/contract/features.ts'
import type { UserContext } from '@vakt/contract/users/session.ts'
import { canAccess } from '@vakt/domain/access.ts'
import type { Session } from '#web/platform/session.ts'
import { lacksFeaturesFor } from './settings-places.ts'

function sessionWith(features: readonly FeatureKey[], role = 'admin'): Session {
  const held = new Set(features)
  return {
    user: { permissions: [role], own_roles: [] } as unknown as UserContext,
    customer: { customer_id: '1001', isProvider: false, enabledFeatures: null } as unknown as Customer,
    features: held,
    featuresAtOwn: held,
    can: (access) => canAccess({ roles: [role], features: held }, access),
  }
}

test('pages for administrators say so to people who may change their environment and lack another feature', () => {
  const all = sessionWith(featureKeys)
  const withoutReports = sessionWith(featureKeys.filter((key) => key !== '@feature.report.read'))
  for (const path of ['/settings/users', '/settings/incident-contacts', '/settings/integrations', '/settings/service-tokens/']) {
    assert.equal(lacksFeaturesFor(path, withoutReports), true, path)
    assert.equal(lacksFeaturesFor(path, all), false, path)
    assert.equal(lacksFeaturesFor(path, sessionWith(featureKeys, globalAdminRole)), false, path)
  }
  assert.equal(lacksFeaturesFor('/settings/profile', withoutReports), false)
  assert.equal(lacksFeaturesFor('/settings/shifts', withoutReports), false, 'which is for staff')
})
