import assert from 'node:assert/strict'
import test from 'node:test'
import type { Session } from './session.ts'
import { customerIdOf, customerSearch } from './shown-customer.ts'

const person = (...permissions: string[]) => ({ user: { permissions }, customer: { customer_id: '1168' } }) as unknown as Session
const staff = person('api-permission-global-admin')
const customer = person('customer-admin')

test('the customer of the path comes first, then that of the search, then their own', () => {
  assert.equal(customerIdOf({ params: { customerId: '1001' }, search: { customer: '1002' } }, staff), '1001')
  assert.equal(customerIdOf({ params: {}, search: { customer: '1002' } }, staff), '1002')
  assert.equal(customerIdOf({ params: {}, search: {} }, staff), '1168')
})

test('only staff choose a customer by the search', () => {
  assert.equal(customerIdOf({ params: {}, search: { customer: '1002' } }, customer), '1168')
})

test('a search that names no customer, or several, counts for nothing', () => {
  assert.deepEqual(customerSearch({}), {})
  assert.deepEqual(customerSearch({ customer: '' }), {})
  assert.deepEqual(customerSearch({ customer: ['1001', '1002'] }), {})
  assert.deepEqual(customerSearch({ customer: '1001', state: 'firing' }), { customer: '1001' })
})
