import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { Notification } from '@vakt/contract/notifications/notifications.ts'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { groupKindOf, listPathOf } from './arrival-groups.ts'
import { arrivalToastTexts } from './arrival-toasts.texts.ts'
import { createNotificationCheck, type TitleOf, toArrival } from './notified-arrivals.ts'
import { openedArrival } from './opened-arrival.ts'

const notification = (id: string, change: Partial<Notification> = {}): Notification => ({
  notificationId: id,
  kind: 'incident_opened',
  customerId: '1001',
  customerName: 'Nordan',
  ticketId: null,
  incidentId: '7',
  serviceWindow: null,
  onCall: null,
  leavingCustomerId: null,
  cloudOpsEntityId: null,
  target: null,
  severity: 'high',
  subject: 'Disk is full',
  finding: null,
  tickets: 1,
  actor: 'Vakt',
  bySystem: true,
  private: false,
  status: null,
  createdAt: '2026-01-01T12:00:00.000Z',
  isRead: false,
  ...change,
})

test('notifications that come later are new once, unless they are read', () => {
  const findNew = createNotificationCheck()
  assert.deepEqual(findNew([]), [])
  assert.equal(findNew([notification('2'), notification('1', { isRead: true })]).length, 1)
  assert.equal(findNew([notification('10'), notification('2')]).length, 1, 'numbers, not texts')
})

test('an incident leads to its page, a ticket given to the user to its own, and a comment waits in the bell', () => {
  const sentences = { incident_opened: String, incident_escalated: String, assigned: String }
  const titleOf = ({ title }: { title: string }) => title
  assert.equal(toArrival(notification('1'), sentences, titleOf)?.path, '/incidents/1001/7')
  const given = notification('2', { kind: 'assigned', ticketId: '12', incidentId: null })
  assert.deepEqual(toArrival(given, sentences, titleOf), {
    kind: 'ticket',
    customerId: '1001',
    path: '/tickets/1001/12/details',
    sentence: 'Disk is full',
  })
  assert.equal(toArrival(notification('3', { kind: 'commented' }), sentences, titleOf), null)
})

test('what an alert rule found is written in the language of the reader', () => {
  const finding: RuleFinding = { metric: 'cpu', unit: '%', resource: 'vm-1', value: 97, comparison: '>', limit: 80 }
  const titleOf: TitleOf = (incident) => (incident.finding ? writeRuleFinding(incident.finding, 'sv') : incident.title)
  const swedish = writeRuleFinding(finding, 'sv')
  const words = arrivalToastTexts.sv
  const subject = writeRuleFinding(finding, 'en')
  for (const kind of ['incident_opened', 'incident_escalated'] as const)
    assert.equal(
      toArrival(notification('1', { kind, subject, finding }), words.concernsYou, titleOf)?.sentence,
      words.concernsYou[kind](swedish),
    )
  const latest = { incidentId: '7', customerId: '1001', severity: 'critical', openedAt: '2026-01-01T12:00:00.000Z' } as const
  const opened = (customerName: string | null) =>
    openedArrival({ ...latest, title: subject, finding, customerName }, words, titleOf).sentence
  assert.deepEqual([opened(null), opened('Nordan')], [words.critical(swedish), words.atCustomer(words.critical(swedish), 'Nordan')])
})

test('several are named by what they have in common, and lead to where they are listed', () => {
  const [opened, worse, ticket] = (['opened', 'worse', 'ticket'] as const).map((kind) => ({ kind, customerId: '1001' }))
  assert.ok(opened && worse && ticket)
  assert.deepEqual([groupKindOf([opened, opened]), groupKindOf([opened, worse])], ['opened', 'worse'])
  assert.deepEqual([groupKindOf([ticket, ticket]), groupKindOf([opened, ticket])], ['tickets', 'mixed'])
  assert.equal(listPathOf([opened, worse]), '/incidents/1001')
  assert.equal(listPathOf([ticket]), '/tickets/1001')
  assert.equal(listPathOf([opened, { ...opened, customerId: '2' }]), '/dashboard')
})
