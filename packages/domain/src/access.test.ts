import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featureKeys } from '@vakt/contract/features.ts'
import {
  accessOfApiToken,
  canAccess,
  featuresAnywhere,
  featuresElsewhere,
  featuresOf,
  isOfStaff,
  missingFeatures,
  withImplied,
} from './access.ts'

const customer = {
  role_feature_mappings: [
    { role: 'desk', features: ['@feature.tickets.write' as const] },
    { role: 'reader', features: ['@feature.overview.read' as const] },
    { role: 'api-permission-global-admin', features: ['@feature.report.read' as const] },
  ],
  enabledFeatures: null,
  ignoresGlobalAdminMapping: false,
}

test('sums the mappings of the roles someone holds, write implying read', () => {
  assert.deepEqual([...featuresOf({ roles: ['desk', 'reader'] }, customer)].sort(), [
    '@feature.overview.read',
    '@feature.tickets.read',
    '@feature.tickets.write',
  ])
})

test('a role without a mapping allows nothing', () => {
  assert.equal(featuresOf({ roles: ['someone'] }, customer).size, 0)
})

test('what the customer has not switched on is allowed to nobody', () => {
  const narrowed = { ...customer, enabledFeatures: ['@feature.tickets.read' as const] }
  assert.deepEqual([...featuresOf({ roles: ['desk', 'reader'] }, narrowed)], ['@feature.tickets.read'])
})

test('the mapping of the global admin role is ignored for the exempt customer, the role itself stays', () => {
  const admin = { roles: ['api-permission-global-admin'] }
  assert.deepEqual([...featuresOf(admin, customer)], ['@feature.report.read'])
  const features = featuresOf(admin, { ...customer, ignoresGlobalAdminMapping: true })
  assert.equal(features.size, 0)
  assert.equal(canAccess({ ...admin, features }, 'global-admin'), true)
})

test('a staff role allows what it says, at a customer no more than administrators may do there and the customer has', () => {
  const technician = { roles: ['vakt-technician'] }
  assert.deepEqual([...featuresOf(technician, customer)], ['@feature.report.read'])
  const open = { ...customer, ignoresGlobalAdminMapping: true }
  assert.ok(featuresOf(technician, open).has('@feature.tickets.write'))
  assert.ok(!featuresOf(technician, open).has('@feature.myenvironment.write'))
  assert.deepEqual([...featuresOf(technician, { ...open, enabledFeatures: ['@feature.tickets.read'] })], ['@feature.tickets.read'])
  assert.ok([...featuresOf({ roles: ['vakt-read-only'] }, open)].every((key) => key.endsWith('.read')))
})

test('at other customers only the staff roles of someone count who is no administrator', () => {
  const roles = ['vakt-technician', 'desk']
  assert.deepEqual([...featuresElsewhere({ roles }, customer)], ['@feature.report.read'])
  assert.ok(featuresElsewhere({ roles: [...roles, 'api-permission-global-admin'] }, customer).has('@feature.tickets.write'))
  assert.ok(featuresAnywhere({ roles }, customer).has('@feature.servicewindow.write'))
})

test('what is for staff is open to administrators, to staff whose role has it, and to no one else or token', () => {
  const access = { staff: ['@feature.tickets.write'] } as const
  const may = (roles: string[]) => canAccess({ roles, features: featuresAnywhere({ roles }, customer) }, access)
  assert.deepEqual(
    ['api-permission-global-admin', 'vakt-technician', 'vakt-service-desk', 'vakt-read-only', 'desk'].map((role) => may([role])),
    [true, true, true, false, false],
  )
  assert.equal(isOfStaff({ roles: ['desk'] }), false)
  assert.equal(canAccess({ roles: ['vakt-technician'], features: new Set() }, access), false)
  assert.equal(accessOfApiToken({ method: 'GET', access }), null)
})

test('any one of the listed features is enough', () => {
  const subject = { roles: [], features: new Set(['@feature.tickets.read' as const]) }
  assert.equal(canAccess(subject, ['@feature.tickets.write', '@feature.tickets.read']), true)
  assert.equal(canAccess(subject, ['@feature.tickets.write']), false)
  assert.equal(canAccess(subject, 'global-admin'), false)
})

test('what is for administrators is open to staff whatever the customer has, and to who may write its environment', () => {
  const nothing = new Set<never>()
  assert.equal(canAccess({ roles: ['api-permission-global-admin'], features: nothing }, 'administrators'), true)
  assert.equal(canAccess({ roles: [], features: new Set(['@feature.myenvironment.write' as const]) }, 'administrators'), true)
  assert.equal(canAccess({ roles: [], features: new Set(['@feature.myenvironment.read' as const]) }, 'administrators'), false)
})

test('what is missing is the least that would do', () => {
  assert.deepEqual(missingFeatures(['@feature.tickets.read', '@feature.tickets.write']), ['@feature.tickets.read'])
  assert.deepEqual(missingFeatures(['@feature.tickets.write']), ['@feature.tickets.write'])
  assert.deepEqual(missingFeatures(['@feature.overview.read', '@feature.tickets.write']), [
    '@feature.overview.read',
    '@feature.tickets.write',
  ])
  assert.deepEqual(missingFeatures('global-admin'), [])
})

test('chosen features are kept with what they imply, once and in order', () => {
  assert.deepEqual(withImplied(['@feature.tickets.write', '@feature.overview.read', '@feature.tickets.read']), [
    '@feature.overview.read',
    '@feature.tickets.read',
    '@feature.tickets.write',
  ])
})

test('a role that the provider made allows what it says and is there, at a customer no more than administrators may do, and administers nothing', () => {
  const open = { ...customer, role_feature_mappings: [{ role: 'api-permission-global-admin', features: [...featureKeys] }] }
  const roles = ['vakt-own-network']
  const ownRoles = [{ role: 'vakt-own-network', features: [...featureKeys] }]
  assert.deepEqual([...featuresElsewhere({ roles, ownRoles }, open)], [...featureKeys])
  assert.deepEqual([...featuresElsewhere({ roles, ownRoles }, customer)], ['@feature.report.read'])
  assert.equal(featuresElsewhere({ roles, ownRoles: [] }, open).size, 0)
  assert.equal(featuresElsewhere({ roles: ['vakt-own-other'], ownRoles }, open).size, 0)
  const subject = { roles, features: new Set(featureKeys) }
  assert.equal(isOfStaff(subject), true)
  assert.deepEqual([canAccess(subject, 'administrators'), canAccess(subject, 'global-admin')], [false, false])
})
