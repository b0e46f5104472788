import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integrations } from '#web/features/integrations/live-keys.ts'
import { allCustomers } from './all-customers.ts'
import { isAffected } from './live-keys.ts'

test('queries hear of the content that they are named by, and of what else their feature declares', () => {
  const heard = (content: 'webhooks' | 'team', queryKey: string[]) =>
    isAffected({ integrations }, { type: 'content.changed', customerId: '1001', content: [content] }, { queryKey })
  assert.equal(heard('webhooks', ['webhooks', '1002']), true)
  assert.equal(heard('webhooks', ['integrations', '1001', 'list']), true)
  assert.equal(heard('webhooks', ['integrations', allCustomers, 'overview']), true)
  assert.equal(heard('webhooks', ['integrations', '1002', 'list']), false)
  assert.equal(heard('team', ['integrations', '1001', 'list']), false)
})
