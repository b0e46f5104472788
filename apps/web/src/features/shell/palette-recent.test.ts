import assert from 'node:assert/strict'
import test from 'node:test'
import { noteRecentChoice, readRecentChoices } from './palette-recent.ts'

function memory(start: Record<string, string> = {}) {
  const kept = new Map(Object.entries(start))
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

const ticket = (id: string) => ({ id, group: 'tickets' as const, label: `Ticket ${id}`, href: `/tickets/1001/${id}/details` })
const kept = (storage: ReturnType<typeof memory>, email = 'a@b.example') => readRecentChoices(email, storage).map(({ id }) => id)

test('the latest comes first, each once, and old ones fall away', () => {
  const storage = memory()
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '3']) noteRecentChoice('a@b.example', ticket(id), storage)
  assert.deepEqual(kept(storage), ['3', '7', '6', '5', '4', '2'])
})

test('no one sees what another user of this browser chose', () => {
  const storage = memory()
  noteRecentChoice('a@b.example', ticket('1'), storage)
  assert.deepEqual(kept(storage, 'c@d.example'), [])
})

test('what someone else wrote there is left out', () => {
  const elsewhere = [{ ...ticket('1'), href: 'https://elsewhere.example' }, { ...ticket('2'), href: '//elsewhere.example' }, null, 5]
  for (const text of ['{', '5', 'null', JSON.stringify({ email: 'a@b.example', choices: elsewhere })]) {
    assert.deepEqual(kept(memory({ 'vakt.palette-recent': text })), [])
  }
})
