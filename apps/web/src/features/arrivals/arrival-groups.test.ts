import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Notification } from '@vakt/contract/notifications/notifications.ts'
import { groupKindOf, listPathOf } from './arrival-groups.ts'
import { createNotificationCheck, toArrival } from './notified-arrivals.ts'

const notification = (id: string, change: Partial<Notification> = {}): Notification => ({
  notificationId: id,
  kind: 'incident_opened',
  customerId: '1001',
  customerName: 'Nordan',
  ticketId: null,
  incidentId: '7',
  serviceWindow: null,
  onCall: null,
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
  assert.equal(toArrival(notification('1'), sentences)?.path, '/incidents/1001/7')
  const given = notification('2', { kind: 'assigned', ticketId: '12', incidentId: null })
  assert.deepEqual(toArrival(given, sentences), {
    kind: 'ticket',
    customerId: '1001',
    path: '/tickets/1001/12/details',
    sentence: 'Disk is full',
  })
  assert.equal(toArrival(notification('3', { kind: 'commented' }), sentences), null)
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
