import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetThisBrowser } from '#web/platform/forget-this-browser.ts'
import { draftKey, keepTicketDraft, readTicketDraft, removeTicketDraft } from './ticket-draft.ts'

function createStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  }
}

const elin = { email: 'elin@nordan.example', customerId: '1001' }

test('a draft comes back to the same user and customer only, and is gone after signing out', () => {
  const storage = createStorage()
  const draft = { subject: 'Half a thought', description: '', type: 'request', area: 'other', priority: 3 }
  keepTicketDraft(draftKey(elin), draft, storage)
  assert.deepEqual(readTicketDraft(draftKey(elin), storage), draft)
  for (const other of [
    { ...elin, email: 'eva@nordan.example' },
    { ...elin, customerId: '1002' },
    { ...elin, about: 'incident 1' },
  ])
    assert.equal(readTicketDraft(draftKey(other), storage), null)
  forgetThisBrowser([storage])
  assert.equal(readTicketDraft(draftKey(elin), storage), null)
})

test('nothing is kept of an empty form, and what is not a draft is passed over', () => {
  const storage = createStorage()
  const key = draftKey(elin)
  keepTicketDraft(key, { subject: 'x' }, storage)
  keepTicketDraft(key, { subject: ' ', description: '', type: 'change' }, storage)
  assert.equal(storage.length, 0)
  for (const broken of ['{', 'null', '[]', '7', '{"subject":7}', '{"subject":""}']) {
    storage.setItem(key, broken)
    assert.equal(readTicketDraft(key, storage), null, broken)
  }
  removeTicketDraft(key, storage)
  assert.equal(storage.length, 0)
})
