import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMention, insertMention, stillMentioned } from './mention-text.ts'

test('an @ at the beginning of a word begins a mention, one inside an address does not', () => {
  assert.deepEqual(findMention('Hej @ann', 8), { start: 4, q: 'ann' })
  assert.deepEqual(findMention('@', 1), { start: 0, q: '' })
  assert.deepEqual(findMention('@Åsa Öb', 7), { start: 0, q: 'Åsa Öb' })
  assert.equal(findMention('anna@nordan', 11), null)
  assert.equal(findMention('@Anna Berg says', 15), null)
  assert.equal(findMention('Hej @ann', 3), null)
})

test('the name takes the place of what was typed, and counts only while the text has it', () => {
  const inserted = insertMention('Hej @ann, tack', { start: 4, caret: 8 }, 'Anna Berg')
  assert.deepEqual(inserted, { text: 'Hej @Anna Berg , tack', caret: 15 })
  const anna = { userId: '1', name: 'Anna Berg' }
  assert.deepEqual(stillMentioned(inserted.text, [anna]), [anna])
  assert.deepEqual(stillMentioned('Hej Anna', [anna]), [])
})
