import assert from 'node:assert/strict'
import test from 'node:test'
import { addressAtCustomer } from './customer-address.ts'

test('leads to the same kind of screen of the other customer', () => {
  const toAt = (pathname: string) => addressAtCustomer(pathname, '1002').to
  assert.equal(toAt('/dashboard'), '/dashboard')
  assert.equal(toAt('/alert-overview'), '/alert-overview')
  assert.equal(toAt('/tickets/create'), '/tickets/create')
  assert.equal(toAt('/admin/users'), '/admin/users')
  assert.equal(toAt('/admin/customers'), '/dashboard')
  assert.equal(toAt('/tickets/1001'), '/tickets/$customerId')
  assert.equal(toAt('/tickets/1001/10345/details'), '/tickets/$customerId')
  assert.equal(toAt('/my-environment/1001/abc/information'), '/my-environment/$customerId')
})
