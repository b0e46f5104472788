import assert from 'node:assert/strict'
import test from 'node:test'
import { summariseChanges } from './summarise-changes.ts'

const words = { names: { priority: 'Priority' }, values: { new: 'New', resolved: 'Resolved', true: 'Yes' } }

test('a change is said from what to what, with the words of the interface', () => {
  assert.equal(
    summariseChanges(
      [
        { name: 'before', value: 'new' },
        { name: 'after', value: 'resolved' },
      ],
      words,
    ),
    'New → Resolved',
  )
  assert.equal(summariseChanges([{ name: 'priority', before: '4', after: '2' }], words), 'Priority: 4 → 2')
  assert.equal(summariseChanges([{ name: 'email', value: 'a@b.example' }], words), '')
})

test('a long list of changes is cut', () => {
  const details = ['a', 'b', 'c'].map((name) => ({ name, before: '–', after: 'x'.repeat(50) }))
  assert.equal(summariseChanges(details, words), `a: – → ${'x'.repeat(39)}… · b: – → ${'x'.repeat(39)}… · +1`)
})
