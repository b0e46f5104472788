import assert from 'node:assert/strict'
import test from 'node:test'
import { actionSearch, queryOf } from './action-search.ts'

test('the address says what is searched, and nothing that makes no sense', () => {
  assert.deepEqual(actionSearch({ customerId: 1001, action: ['user', 'user', ''], actor: ' Elin ', from: '2026-11-01' }), {
    customerId: ['1001'],
    action: ['user'],
    actor: 'Elin',
    from: '2026-11-01',
  })
  assert.deepEqual(actionSearch({ from: 'yesterday', to: '2026-13-01', actor: {}, action: [[]], customer: '1001' }), {})
  assert.equal(actionSearch.isFiltered(actionSearch({ customer: '1001' })), false)
})

test('the last day belongs to the time', () => {
  const { from = '', to = '' } = queryOf({ from: '2026-11-30', to: '2026-11-30' })
  assert.equal(Date.parse(to) - Date.parse(from), 24 * 3_600_000)
})
