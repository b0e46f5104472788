import assert from 'node:assert/strict'
import test from 'node:test'
import { invitationState } from './invitation-state.ts'
import { keysToAsk, limitOf, limitValuesOf, namesSomething } from './resource-limit-values.ts'
import { userSearch } from './user-search.ts'

test('the address says what is shown, and nothing that makes no sense', () => {
  assert.deepEqual(userSearch({ view: 'invitations', q: ' elin ', user: 7, invite: 'true', customer: '1001' }), {
    view: 'invitations',
    q: 'elin',
    user: '7',
    invite: true,
  })
  assert.deepEqual(userSearch({ view: 'all', q: ['a'], user: null, invite: 'yes' }), {})
})

test('an invitation is open until it was used, taken back or has expired', () => {
  const invitation = {
    invitationId: 'i',
    email: 'a@b.example',
    name: 'A',
    roles: [],
    staffCustomers: null,
    resourceLimit: null,
    createdAt: '2026-11-01T00:00:00Z',
    expiresAt: '2026-11-15T00:00:00Z',
    acceptedAt: null,
    revokedAt: null,
  }
  const [before, end] = [Date.parse('2026-11-14T23:59:59Z'), Date.parse('2026-11-15T00:00:00Z')]
  assert.deepEqual([invitationState(invitation, before), invitationState(invitation, end)], ['open', 'expired'])
  assert.equal(invitationState({ ...invitation, acceptedAt: '2026-11-02T00:00:00Z' }, end), 'accepted')
  assert.equal(invitationState({ ...invitation, revokedAt: '2026-11-02T00:00:00Z' }, before), 'withdrawn')
})

test('a limit is held by the form as it was given, and all resources are no limit', () => {
  const limit = { tags: ['env=prod', 'a%3Db=c'], resourceGroups: ['rg-shop'] }
  assert.deepEqual(limitOf(limitValuesOf(limit)), limit)
  assert.deepEqual(limitValuesOf(null), { sees: 'all', limitTags: [], limitGroups: [] })
  assert.equal(limitOf({ ...limitValuesOf(limit), sees: 'all' }), null, 'what was chosen before does not count')
})

test('only some resources are at least one tag or resource group', () => {
  assert.equal(namesSomething({ sees: 'some', limitTags: [], limitGroups: [] }), false)
  assert.equal(namesSomething({ sees: 'some', limitTags: [{ tag: 'env=prod' }], limitGroups: [] }), true)
  assert.equal(namesSomething({ sees: 'some', limitTags: [], limitGroups: ['rg-shop'] }), true)
  assert.equal(namesSomething({ sees: 'all', limitTags: [], limitGroups: [] }), true)
})

test('tags are found by their key, and by values of any key', () => {
  const keys = ['env', 'team', 'environment']
  assert.deepEqual(keysToAsk('ENV', keys), ['env', 'environment', 'team'])
  assert.deepEqual(keysToAsk('shop', keys), keys)
  assert.deepEqual(keysToAsk('Env=pr', keys), ['env'])
  assert.deepEqual(keysToAsk('unknown=', keys), [])
  assert.equal(
    keysToAsk(
      '',
      Array.from({ length: 80 }, (_, at) => `key${at}`),
    ).length,
    50,
  )
})
