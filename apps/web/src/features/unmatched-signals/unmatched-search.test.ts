import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unmatchedSearch } from './unmatched-search.ts'

test('keeps the list and what is open beside it', () => {
  assert.deepEqual(unmatchedSearch({ tab: 'set-aside', open: '1001 7' }), { tab: 'set-aside', open: '1001 7' })
  assert.deepEqual(unmatchedSearch({ tab: 'series', open: '1001 7' }), { tab: 'series', open: '1001 7' })
  assert.deepEqual(unmatchedSearch({ tab: 'unmatched', open: '7' }), {})
  assert.deepEqual(unmatchedSearch({ tab: 'gone', open: ['1001 7'] }), {})
})
