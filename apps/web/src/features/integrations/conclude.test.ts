import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IntegrationState } from '@vakt/contract/integrations/integration-states.ts'
import type { IntegrationOfCustomer } from '@vakt/contract/integrations/integrations.ts'
import { conclude } from './conclude.ts'

const counts = (of: Partial<Record<IntegrationState, number>>) =>
  Object.entries(of).map(([state, count]) => ({ state: state as IntegrationState, count }))
const silent = { name: 'Zabbix DC2', state: 'silent', since: '2026-11-20T09:12:00Z' } as IntegrationOfCustomer

test('the first line is about the worst one, and says how many more need someone', () => {
  assert.deepEqual(conclude({ counts: counts({ silent: 1, late: 2, never: 1, working: 3 }), worst: silent }), {
    kind: 'worst',
    state: 'silent',
    worst: silent,
    others: 2,
  })
})

test('without any the line says how many deliver, of those that are switched on', () => {
  assert.deepEqual(conclude({ counts: counts({ working: 7, off: 2 }), worst: null }), { kind: 'all-deliver', count: 7 })
  assert.deepEqual(conclude({ counts: counts({ working: 2, never: 1 }), worst: null }), { kind: 'some-deliver', delivering: 2, count: 3 })
  assert.deepEqual(conclude({ counts: counts({ never: 3 }), worst: null }), { kind: 'none-yet', count: 3 })
  assert.deepEqual(conclude({ counts: counts({ off: 3 }), worst: null }), { kind: 'all-off' })
  assert.deepEqual(conclude({ counts: counts({}), worst: null }), { kind: 'none' })
})
