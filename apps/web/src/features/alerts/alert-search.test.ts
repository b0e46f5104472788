import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertQueryOf } from './alert-query.ts'
import { alertSearch } from './alert-search.ts'

test('keeps what it knows', () => {
  const search = {
    state: 'all',
    severity: ['high', 'critical'],
    q: 'disk',
    from: '2026-11-01',
    sort: 'severity',
    group: 'rule',
    alert: 'a1',
  }
  assert.deepEqual(alertSearch(search), { ...search, severity: ['critical', 'high'] })
})

test('takes one severity as a list and a number as a text to search for', () => {
  assert.deepEqual(alertSearch({ severity: 'low', q: 404 }), { severity: ['low'], q: '404' })
})

test('forgets what it does not know', () => {
  assert.deepEqual(alertSearch({ state: 'open', severity: ['urgent'], q: '  ', from: 'soon', sort: 'name', alert: {} }), {})
})

test('cuts a search that the server would refuse', () => {
  assert.equal(alertSearch({ q: 'x'.repeat(500) }).q?.length, 200)
})

test('an open alert alone is no filter', () => {
  assert.equal(alertSearch.isFiltered({ alert: 'a1' }), false)
  assert.equal(alertSearch.isFiltered({ q: 'a' }), true)
})

test('asks for what fires, the worst first, and for the past by its start, unless told otherwise', () => {
  assert.deepEqual(alertQueryOf({}), { sort: 'severity', state: 'firing', held: false })
  const held = { sort: 'severity', state: 'firing', held: true }
  assert.deepEqual([alertQueryOf({ state: 'held' }), alertQueryOf({ held: true })], [held, held])
  assert.deepEqual(alertQueryOf({ state: 'resolved' }), { sort: 'started', state: 'resolved' })
  assert.deepEqual(alertQueryOf({ state: 'all', sort: 'severity' }), { sort: 'severity' })
})

test('some customers are chosen only among all of them', () => {
  assert.deepEqual(alertSearch({ all: true, of: '1001' }), { all: true, of: ['1001'] })
  assert.deepEqual(alertSearch({ of: '1001' }), {})
})
