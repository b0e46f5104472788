import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '#server/platform/errors.ts'
import { createIngestBudget } from './ingest-budget.ts'

test('bodies beyond the budget of all or of one customer are refused until others are released', () => {
  const reserve = createIngestBudget({ total: 100, perCustomer: 60 })
  const [first, second, other] = [reserve('a'), reserve('a'), reserve('b')]
  first.hold(40)
  assert.throws(() => second.hold(30), Unavailable)
  second.hold(20)
  other.hold(40)
  assert.throws(() => reserve('c').hold(1), Unavailable)
  assert.throws(() => other.hold(41), Unavailable)
  first.hold(0)
  first.hold(0)
  other.hold(60)
  second.hold(40)
})
