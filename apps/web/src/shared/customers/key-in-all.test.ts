import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyInAll, readKeyInAll } from './key-in-all.ts'

test('a row of a list over all customers is named with its customer', () => {
  assert.deepEqual(readKeyInAll('7', '1168'), { customerId: '1168', rowId: '7' })
  assert.deepEqual(readKeyInAll(keyInAll('a:b', '7'), '1168'), { customerId: 'a:b', rowId: '7' })
})
