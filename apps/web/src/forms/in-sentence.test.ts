import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSentence } from './in-sentence.ts'

test('within a sentence a label is in lower case, and an abbreviation stays as it is', () => {
  assert.deepEqual(['URL', 'Monitored URLs', 'Query', 'Övervakade SLA:er'].map(inSentence), [
    'URL',
    'monitored URLs',
    'query',
    'övervakade SLA:er',
  ])
})
