import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildFeedback } from './build-feedback.ts'

const metadata = {
  name: 'Elin Berg',
  email: 'elin@nordan.example',
  customer: 'Nordan (1001)',
  permissions: ['customer-admin', 'customer-reader'],
  location: 'https://vakt.example/tickets/1001?onlyOpen=true',
  viewport: { width: 390, height: 844 },
  userAgent: 'Mozilla/5.0',
}

test('feedback is a request of the highest priority, with who, where and with what below the text', () => {
  const { description, ...ticket } = buildFeedback('  The list is quick.\nThank you! ', metadata)
  assert.deepEqual(ticket, {
    subject: '[FEEDBACK]The list is quick. Thank you!',
    email: 'elin@nordan.example',
    impact: 4,
    urgency: 4,
    priority: 1,
    status: 'new',
    type: 'request',
    area: 'feedback',
  })
  assert.match(description, /^The list is quick\.\nThank you!\n\n/)
  for (const part of ['Elin Berg', 'Nordan (1001)', 'customer-admin, customer-reader', 'onlyOpen=true', '390 × 844', 'Mozilla/5.0'])
    assert.ok(description.includes(part), part)
})

test('the subject takes the first 150 characters, none of them halved', () => {
  const { subject } = buildFeedback('💥'.repeat(400), metadata)
  assert.equal(subject, `[FEEDBACK]${'💥'.repeat(150)}`)
  assert.ok(subject.isWellFormed())
})
