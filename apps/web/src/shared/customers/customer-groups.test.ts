import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupNameOf, groupsOf, isChosen } from './customer-groups.ts'

const nordan = { customerId: '1001', labels: ['Gold', 'Retail'] }
const sydhamn = { customerId: '1002', labels: ['gold'] }
const vasterby = { customerId: '1003', labels: [] }

test('customers with the same label in any case are a group, spelt as it comes first, in the order of their names', () => {
  assert.deepEqual(groupsOf([nordan, sydhamn, vasterby]), [
    { value: 'group:gold', label: 'Gold', customers: [nordan, sydhamn] },
    { value: 'group:retail', label: 'Retail', customers: [nordan] },
  ])
})

test('a customer is chosen by itself or by a group that it is in', () => {
  assert.ok(isChosen(sydhamn, ['group:gold']))
  assert.ok(isChosen(vasterby, ['group:gold', '1003']))
  assert.ok(!isChosen(vasterby, ['group:gold']))
  assert.deepEqual([groupNameOf('group:gold'), groupNameOf('1001')], ['gold', undefined])
})
