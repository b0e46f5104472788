import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertSearch, isFiltered } from './alert-search.ts'

test('keeps what it knows', () => {
  const search = { state: 'firing', severity: ['high', 'critical'], q: 'disk', alert: 'a1' }
  assert.deepEqual(alertSearch(search), { ...search, severity: ['critical', 'high'] })
})

test('takes one severity as a list and a number as a text to search for', () => {
  assert.deepEqual(alertSearch({ severity: 'low', q: 404 }), { severity: ['low'], q: '404' })
})

test('forgets what it does not know', () => {
  assert.deepEqual(alertSearch({ state: 'open', severity: ['urgent'], q: '  ', alert: {} }), {})
})

test('cuts a search that the server would refuse', () => {
  assert.equal(alertSearch({ q: 'x'.repeat(500) }).q?.length, 200)
})

test('an open alert alone is no filter', () => {
  assert.equal(isFiltered({ alert: 'a1' }), false)
  assert.equal(isFiltered({ q: 'a' }), true)
})
