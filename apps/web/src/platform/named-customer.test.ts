import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerNamedBy } from './named-customer.ts'

const customers = [{ customer_id: 'nordan' }, { customer_id: 'tickets' }, { customer_id: 'åre fjäll' }]

test('an address is about the customer of its path, or of its search', () => {
  assert.equal(customerNamedBy('/incidents/nordan/17', customers), 'nordan')
  assert.equal(customerNamedBy('/admin/sources/nordan/4/mapping', customers), 'nordan')
  assert.equal(customerNamedBy('/?customer=nordan', customers), 'nordan')
  assert.equal(customerNamedBy('/tickets/%C3%A5re%20fj%C3%A4ll', customers), 'åre fjäll')
})

test('an address that names no customer of the person is about none', () => {
  for (const address of ['/', '/dashboard', '/tickets/fjallbo', '/tickets', '/?customer=fjallbo', '/tickets/%', '//nordan'])
    assert.equal(customerNamedBy(address, customers), undefined, address)
  assert.equal(customerNamedBy('/tickets/nordan'), undefined)
})
