import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRememberedCustomers, rememberCustomers } from './remembered-customers.ts'

test('remembers the customers, and none of what it cannot read', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
  assert.deepEqual(readRememberedCustomers(storage), [])
  rememberCustomers(['1001', '1002'], storage)
  assert.deepEqual(readRememberedCustomers(storage), ['1001', '1002'])
  rememberCustomers([], storage)
  assert.deepEqual(readRememberedCustomers(storage), [])
  for (const broken of ['{', '{}', '[1]']) {
    storage.setItem('vakt.dashboard-customers', broken)
    assert.deepEqual(readRememberedCustomers(storage), [])
  }
})
