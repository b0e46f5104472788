import assert from 'node:assert/strict'
import test from 'node:test'
import { createFormat } from './format.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test('tells how long ago in the words of the language', () => {
  assert.equal(createFormat('en', 'UTC').relative('2026-11-21T11:55:00Z', now), '5 min ago')
  assert.equal(createFormat('sv', 'UTC').relative('2026-11-21T09:00:00Z', now), 'för 3 tim sedan')
  assert.equal(createFormat('en', 'UTC').relative('2026-11-21T11:59:30Z', now), 'now')
  assert.equal(createFormat('sv', 'UTC').relative('2026-11-20T11:00:00Z', now), 'i går')
  assert.equal(createFormat('sv', 'UTC').relative('2026-11-21T11:55:00Z', now), 'för 5 min sedan')
  assert.equal(createFormat('en', 'UTC').relative('2026-11-21T10:13:00Z', now), '107 min ago')
  assert.equal(createFormat('en', 'UTC').relative('2026-11-21T10:00:00Z', now), '2 hr ago')
  assert.equal(createFormat('sv', 'UTC').relative('2026-11-12T11:00:00Z', now), 'förra veckan')
  assert.equal(createFormat('en', 'UTC').relative('2026-10-12T11:00:00Z', now), 'last month')
})

test('shows a moment in the zone of the user, and a day as it is', () => {
  assert.match(createFormat('sv', 'Europe/Stockholm').exact('2026-11-21T23:30:00Z'), /22 nov.* 2026.*00:30/)
  assert.equal(createFormat('en', 'America/New_York').day('2026-11-21'), '21 Nov')
})
