import assert from 'node:assert/strict'
import test from 'node:test'
import { matchItems } from './palette-match.ts'

const items = [
  { label: 'Overview', detail: 'What needs attention now', keywords: 'Översikt' },
  { label: 'Alert overview', keywords: 'Larmöversikt' },
  { label: 'Tickets', keywords: 'Ärenden' },
  { label: 'Create ticket', keywords: 'Skapa ärende' },
]
const found = (text: string) => matchItems(text, items).map(({ label }) => label)

test('the beginning of the label comes before its other words, and those before what is not shown', () => {
  assert.deepEqual(found('over'), ['Overview', 'Alert overview'])
  assert.deepEqual(found('tick'), ['Tickets', 'Create ticket'])
  assert.deepEqual(found('cket'), ['Tickets', 'Create ticket'])
})

test('either language finds it, without accents too, and every word must fit', () => {
  assert.deepEqual(found('ärende'), ['Tickets', 'Create ticket'])
  assert.deepEqual(found('arenden'), ['Tickets'])
  assert.deepEqual(found('ticket create'), ['Create ticket'])
  assert.deepEqual(found('ticket overview'), [])
})

test('nothing asked is everything, and signs alone are nothing', () => {
  assert.equal(found('  ').length, 4)
  assert.deepEqual(found('(.*'), [])
})
