import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '#server/testing/test-database.ts'
import { forEachCustomer } from './for-each-customer.ts'

const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ customerId: `c${index}` }))

test('one customer for whom it fails keeps no other waiting, and is named in the end', async () => {
  const done: string[] = []
  const work = forEachCustomer({ log: silentLog }, itemsOf(20), async ({ customerId }) => {
    if (customerId === 'c3' || customerId === 'c5') throw new Error(`no report of ${customerId}`)
    done.push(customerId)
  })
  await assert.rejects(work, { message: 'Failed for c3, c5: no report of c3' })
  assert.equal(done.length, 18)
})

test('it names ten of those for whom it fails', async () => {
  const work = forEachCustomer({ log: silentLog }, itemsOf(30), () => Promise.reject(new Error('no space left')))
  await assert.rejects(work, { message: 'Failed for c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 20 more: no space left' })
})

test('without a database it does not try for every customer', async () => {
  let tried = 0
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const work = forEachCustomer({ log: silentLog }, itemsOf(500), () => {
    tried += 1
    return Promise.reject(lost)
  })
  await assert.rejects(work, lost)
  assert.equal(tried, 3)
})
