import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelKeyOf } from './customer-label-key.ts'
import { readLabels } from './customer-labels.ts'

test('labels are trimmed and each is kept once, in any case and composition, as it was spelt first', () => {
  assert.deepEqual(readLabels([' Gold ', 'gold', 'GOLD', '', '  ', 'Linnéa’s', 'linne\u0301a’s', 'Two  words', 'two words']), [
    'Gold',
    'Linnéa’s',
    'Two words',
  ])
})

test('a label is found by any spelling of it, and by no other', () => {
  assert.equal(labelKeyOf(' ÅKERI '), labelKeyOf('a\u030akeri'))
  assert.notEqual(labelKeyOf('gold'), labelKeyOf('golden'))
})
