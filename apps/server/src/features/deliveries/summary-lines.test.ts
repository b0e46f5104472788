import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { mailReaderOf, renderMail } from './render-mail.ts'
import { planSummary } from './summarise-held.ts'

const finding: RuleFinding = { metric: 'cpu', unit: '%', resource: 'vm-1', value: 97, comparison: '>', limit: 80 }

test('a summary names the incident of an alert rule in the language of its reader, and a ticket by its subject', () => {
  const at = new Date('2026-11-21T13:05:00Z')
  const held = {
    ...{ recipientId: 'u', address: 'a@b.example', recipientName: 'Anna', timeZone: 'UTC', addressWithoutAccount: null },
    ...{ recipientCustomerId: 'c', contactId: null, stopKey: null, customerId: '1001', private: false, requesterId: null },
    ...{ count: 1, firstHeldAt: at, lastHeldAt: at, latest: '' },
  }
  for (const language of ['en', 'sv'] as const) {
    const recipient = { userId: 'u', customerId: '1001', name: 'Anna', email: 'a@b.example', language, timeZone: 'UTC' }
    const incident = { ...held, language, ticketId: null, incidentId: '7', subject: writeRuleFinding(finding, 'en'), finding }
    const ticket = { ...held, language, ticketId: '12', incidentId: null, subject: 'Slow till', finding: null }
    const summary = planSummary(recipient, [incident, ticket], 'https://vakt.test')
    const { text } = renderMail(summary, mailReaderOf(recipient, 'https://vakt.test'))
    assert.ok(text.includes(writeRuleFinding(finding, language)), text)
    assert.ok(text.includes('#12 Slow till'), text)
  }
})
