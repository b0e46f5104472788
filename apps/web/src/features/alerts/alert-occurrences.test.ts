import assert from 'node:assert/strict'
import { test } from 'node:test'
import { occurrencesOf } from './alert-occurrences.ts'

test('the latest occurrence stands first, and in it the newest step', () => {
  const steps = ['received', 'severity', 'resolved', 'reopened', 'severity-changed']
  const trail = steps.map((step, minute) => ({ at: `2026-11-22T10:0${minute}:00Z`, step, values: {} }))
  const found = occurrencesOf(trail).map((entries) => entries.map(({ step }) => step))
  assert.deepEqual(found, [
    ['severity-changed', 'reopened'],
    ['resolved', 'severity', 'received'],
  ])
  assert.deepEqual(occurrencesOf([]), [])
})
