import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleStandardTexts } from './rule-standards.texts.ts'
import { describeApplication } from './standard-application.ts'

const failed = { customerId: '1', name: 'Alfa', isStopping: false, reason: 'An error occurred in Vakt.', reasonKey: 'rule_standard.fault' }
const application = { isStopping: false, wanted: 5, applied: 3, failed: [failed] }

test('a standard says at how many customers it is applied, how many wait, and why it failed at the others', () => {
  assert.equal(
    describeApplication(application, ruleStandardTexts.en),
    'Applied at 3 of 5 customers, 1 waits, 1 failed: an error occurred in the portal. Try again.',
  )
  assert.equal(
    describeApplication(application, ruleStandardTexts.sv),
    'Tillämpad hos 3 av 5 kunder, 1 väntar, 1 misslyckades: ett fel uppstod i portalen. Försök igen.',
  )
  const other = { ...failed, customerId: '2', reason: 'No.', reasonKey: null }
  assert.equal(
    describeApplication({ ...application, isStopping: true, failed: [failed, other] }, ruleStandardTexts.en),
    'Stopped at 3 of 5 customers, 2 failed',
  )
  assert.equal(describeApplication({ ...application, applied: 5, failed: [] }, ruleStandardTexts.en), null)
  assert.equal(describeApplication(null, ruleStandardTexts.en), null)
})
