import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat } from '#web/platform/format.ts'
import { ruleStandardTexts } from './rule-standards.texts.ts'
import { describeDifference } from './standard-text.ts'

test('a time that differs from the standard is in minutes, hours and days', () => {
  const field = { name: 'autoCloseDelayInSeconds', standard: 900, here: 86_400 }
  const told = (language: 'en' | 'sv') =>
    describeDifference(field, { words: ruleStandardTexts[language], format: createFormat(language, 'UTC'), write: String })
  assert.equal(told('en'), 'Close after: 15 min → 1 day')
  assert.equal(told('sv'), 'Stäng efter: 15 min → 1 dygn')
})
