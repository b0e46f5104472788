import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat } from '#web/platform/format.ts'
import { concludeRules } from './conclude-rules.ts'
import { ruleConclusionTexts } from './rule-conclusion.texts.ts'

const quiet = { firing: 0, critical: 0, counting: 0, violations: 0, inhibited: 0, missing: 0, series: 1 }
const healthy = { enabled: true, fault: null, states: quiet }
const fault = (since: string, series = 0) => ({ since, reason: 'The series cannot be read.', series, isSetAside: false })

test('the list of rules says how many fire, and since when one is not evaluated', () => {
  const rules = [
    healthy,
    { ...healthy, states: { ...quiet, critical: 2 } },
    { enabled: true, fault: fault('2026-11-27T09:10:00Z'), states: { ...quiet, firing: 1 } },
    { ...healthy, fault: fault('2026-11-27T08:00:00Z', 1) },
  ]
  assert.equal(
    concludeRules(rules, false, ruleConclusionTexts.en, createFormat('en', 'UTC')),
    '4 rules for the resources of this customer, 1 firing, 1 not evaluated since 27 Nov 2026, 09:10',
  )
  assert.equal(
    concludeRules(rules, true, ruleConclusionTexts.sv, createFormat('sv', 'UTC')),
    '4 regler hos alla kunder, 1 larmar, 1 utvärderas inte sedan 27 nov. 2026 09:10',
  )
  assert.equal(
    concludeRules([healthy], false, ruleConclusionTexts.en, createFormat('en', 'UTC')),
    '1 rule for the resources of this customer',
  )
})
