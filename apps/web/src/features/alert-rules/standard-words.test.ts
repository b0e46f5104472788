import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { standardWords } from './standard-words.ts'

test('staff of the provider are not told that a rule is from their provider', () => {
  for (const language of ['en', 'sv'] as const) {
    const said = (isStaff: boolean) => {
      const { provided, newThresholds, providedBy } = standardWords(alertRuleTexts[language], isStaff)
      return [provided, newThresholds, providedBy('Linux')].join()
    }
    assert.match(said(false), /provider|leverantör/)
    assert.doesNotMatch(said(true), /provider|leverantör/)
    assert.match(said(true), /Linux/)
  }
})
