import assert from 'node:assert/strict'
import test from 'node:test'
import { noteRecentCustomer, readRecentCustomers } from './recent-customers.ts'

function memory(start: Record<string, string> = {}) {
  const kept = new Map(Object.entries(start))
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

test('the latest comes first, each once, and old ones fall away', () => {
  const storage = memory()
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '3']) noteRecentCustomer({ customerId: id, name: `Customer ${id}` }, storage)
  assert.deepEqual(
    readRecentCustomers(storage).map(({ customerId }) => customerId),
    ['3', '7', '6', '5', '4', '2'],
  )
})

test('what someone else wrote there is no customer', () => {
  for (const text of ['{', '5', '[1, null, {"name": 1}]']) {
    assert.deepEqual(readRecentCustomers(memory({ 'vakt.recent-customers': text })), [])
  }
})
