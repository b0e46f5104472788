import assert from 'node:assert/strict'
import test from 'node:test'
import { languageOf } from './session.ts'

test('a language becomes Swedish or English', () => {
  assert.equal(languageOf('sv'), 'sv')
  assert.equal(languageOf('sv-FI'), 'sv')
  assert.equal(languageOf('SV-se'), 'sv')
  assert.equal(languageOf('en-GB'), 'en')
  assert.equal(languageOf('de'), 'en')
  assert.equal(languageOf(''), 'en')
  assert.equal(languageOf(null), 'en')
})
