import assert from 'node:assert/strict'
import test from 'node:test'
import type { Access, FeatureKey } from '@vakt/contract/features.ts'
import { canAccess } from '@vakt/domain/access.ts'
import { creationsFor } from './creations.ts'
import { isActive, navigationFor, searchOf } from './navigation.ts'

function shownTo(features: ReadonlySet<FeatureKey>, roles: string[] = []) {
  const can = (access: Access) => canAccess({ roles, features }, access)
  return { isProvider: false, isLimited: false, can, canHere: can }
}

test('shows only what this user may open or make', () => {
  const keys = (features: ReadonlySet<FeatureKey>) => navigationFor(shownTo(features)).map(({ key }) => key)
  assert.deepEqual(keys(new Set()), ['team'], 'for everyone')
  assert.deepEqual(keys(new Set(['@feature.tickets.read'])), ['tickets', 'team'])
  assert.deepEqual(creationsFor(shownTo(new Set(['@feature.tickets.read']))), [])
  assert.equal(creationsFor(shownTo(new Set(['@feature.tickets.write'])))[0]?.to, '/tickets/create')
})

test('people who are limited to some resources have no entry of what is of the whole customer', () => {
  const shown = shownTo(
    new Set(['@feature.overview.read', '@feature.tickets.write', '@feature.myenvironment.read', '@feature.appmonitor.read']),
  )
  const keysOf = (isLimited: boolean) => navigationFor({ ...shown, isLimited }).map(({ key }) => key)
  const ofWhole = ['alertRules', 'automation', 'customDashboards']
  assert.deepEqual(
    keysOf(true),
    keysOf(false).filter((key) => !ofWhole.includes(key)),
  )
  assert.ok(ofWhole.every((key) => keysOf(false).includes(key)))
})

test('other staff than administrators have the pages of the administration that their role may read, each by itself', () => {
  const keysOf = (roles: string[], ...features: FeatureKey[]) => navigationFor(shownTo(new Set(features), roles)).map(({ key }) => key)
  const inAdmin = ['agents', 'unmatchedSignals']
  const technician = keysOf(['vakt-technician'], '@feature.myenvironment.read', '@feature.appmonitor.write')
  assert.deepEqual(
    technician.filter((key) => inAdmin.includes(key)),
    inAdmin,
  )
  assert.ok(!technician.includes('admin'))
  assert.ok(!keysOf(['vakt-service-desk'], '@feature.tickets.write').some((key) => inAdmin.includes(key)))
  assert.ok(!keysOf([], '@feature.myenvironment.read', '@feature.appmonitor.write').some((key) => inAdmin.includes(key)))
  assert.ok(!keysOf(['api-permission-global-admin']).some((key) => inAdmin.includes(key)))
  assert.equal(isActive({ to: '/admin/agents' }, '/admin/unmatched-signals'), false)
  assert.equal(isActive({ to: '/admin/agents' }, '/admin/agents'), true)
})

test('an item is active by the first segment of the path alone', () => {
  assert.equal(isActive({ to: '/tickets/$customerId' }, '/tickets/create'), true)
  assert.equal(isActive({ to: '/tickets/$customerId' }, '/my-environment/1001/e/tickets'), false)
  assert.equal(isActive({ to: '/dashboard' }, '/dashboard-of-another'), false)
})

test('followed on its own screen an item clears what it says, from elsewhere everything', () => {
  const item = { to: '/alert-overview', clearStateKeys: ['q', 'alert'] } as const
  const search = { q: 'disk', alert: '7', sort: 'severity' }
  const shown = { customerId: '1001', isProvider: false }
  assert.deepEqual(searchOf(item, shown, { pathname: '/alert-overview', search }), { sort: 'severity' })
  assert.deepEqual(searchOf(item, shown, { pathname: '/dashboard', search }), {})
  const tickets = { to: '/tickets/$customerId' } as const
  assert.deepEqual(searchOf(tickets, shown, { pathname: '/tickets/1001', search }), {})
  assert.deepEqual(searchOf(tickets, { customerId: '1168', isProvider: true }), { all: true }, 'the inbox of all customers')
  assert.deepEqual(searchOf(item, { customerId: '1168', isProvider: true }), { all: true }, 'the alerts of all customers')
})
