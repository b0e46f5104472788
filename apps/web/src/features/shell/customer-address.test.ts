import assert from 'node:assert/strict'
import test from 'node:test'
import { addressAtAll, addressAtCustomer } from './customer-address.ts'
import { isOfAll } from './is-of-all.ts'

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
  assert.equal(toAt('/alert-rules/1168'), '/alert-rules/$customerId')
  assert.equal(toAt('/service-window/1168'), '/service-window/$customerId')
})

test('all customers are shown in the same kind of list, else on the dashboard of staff', () => {
  assert.deepEqual(addressAtAll('/incidents/1001/7', '1168'), {
    to: '/incidents/$customerId',
    params: { customerId: '1168' },
    search: { all: true },
  })
  assert.deepEqual(addressAtAll('/alert-overview', '1168'), { to: '/alert-overview', search: { customer: '1168', all: true } })
  for (const [pathname, to] of [
    ['/my-environment/1001', '/my-environment/$customerId'],
    ['/my-environment/1001/abc/information', '/my-environment/$customerId'],
    ['/automation/1001/edit/abc', '/automation/$customerId'],
    ['/automation/1001/runs/abc', '/automation/$customerId/runs'],
  ] as const)
    assert.deepEqual(addressAtAll(pathname, '1168'), { to, params: { customerId: '1168' }, search: { all: true } }, pathname)
  assert.deepEqual(addressAtAll('/reports/1001', '1168'), { to: '/dashboard', search: { customer: '1168' } })
})

test('the lists of all customers, and the dashboard of the provider, are of all', () => {
  assert.equal(isOfAll('/incidents/1168', { all: true }, true), true)
  assert.equal(isOfAll('/incidents/1168', { all: 'true' }, true), true, 'as an address has it')
  assert.equal(isOfAll('/incidents/1168', {}, true), false)
  assert.equal(isOfAll('/dashboard', {}, true), true)
  assert.equal(isOfAll('/dashboard', {}, false), false)
})
