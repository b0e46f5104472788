import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reader } from './notification-reader.ts'
import { channelsFor, keepMostImportant, type NotifiableTicketEvent, type Part } from './ticket-notification.ts'

const event = (change: Partial<NotifiableTicketEvent> = {}): NotifiableTicketEvent => ({
  eventId: '1',
  customerId: 'nordan',
  ticketId: '10001',
  kind: 'commented',
  commentId: '7',
  private: false,
  actorUserId: 'actor',
  namedUserIds: [],
  assigneeUserId: null,
  requesterId: null,
  source: 'person',
  ...change,
})
const reader = (change: Partial<Reader> = {}): Reader => ({
  userId: 'reader',
  isStaff: false,
  isGlobalAdmin: false,
  isDisabled: false,
  belongsToCustomer: true,
  seesOwnTicketsOnly: false,
  features: new Set(['@feature.tickets.read'] as const),
  chosen: new Map(),
  incidentMail: new Map(),
  isAdministrator: false,
  ...change,
})
const parts = (...names: Part[]) => new Set(names)
const both = { byMail: true, inPortal: true }
const neither = { byMail: false, inPortal: false }

test('users who take part are notified, others are not, and the actor never is', () => {
  for (const part of ['requester', 'assignee', 'watcher'] as const)
    assert.deepEqual(channelsFor(event(), parts(part), reader()), both, part)
  assert.deepEqual(channelsFor(event(), parts(), reader()), neither)
  assert.deepEqual(channelsFor(event({ actorUserId: 'reader' }), parts('requester'), reader()), neither)
})

test('private events reach staff only, even if others are named', () => {
  const hidden = event({ private: true, kind: 'mentioned', namedUserIds: ['reader'] })
  assert.deepEqual(channelsFor(hidden, parts('watcher', 'named'), reader()), neither)
  assert.deepEqual(channelsFor(hidden, parts(), reader({ isStaff: true, belongsToCustomer: false })), both)
})

test('users who are disabled, lost the right or belong elsewhere are notified of nothing', () => {
  for (const change of [{ isDisabled: true }, { features: new Set<never>() }, { belongsToCustomer: false }])
    assert.deepEqual(channelsFor(event(), parts('requester'), reader(change)), neither)
})

test('users who see only their own tickets are notified of no other', () => {
  const careful = reader({ seesOwnTicketsOnly: true })
  assert.deepEqual(channelsFor(event({ kind: 'mentioned', namedUserIds: ['reader'] }), parts('named'), careful), neither)
  assert.deepEqual(channelsFor(event({ requesterId: 'reader' }), parts('requester'), careful), both)
})

test('a new ticket is news to staff, and to the one for whom it was opened', () => {
  const opened = event({ kind: 'created', commentId: null })
  assert.deepEqual(channelsFor(opened, parts(), reader({ isStaff: true })), both)
  assert.deepEqual(channelsFor(opened, parts('requester'), reader()), both)
  assert.deepEqual(channelsFor(opened, parts(), reader()), neither)
  assert.deepEqual(channelsFor(opened, parts(), reader({ chosen: new Map([['created', { byMail: true, inPortal: false }]]) })), {
    byMail: true,
    inPortal: false,
  })
  const byMonitoring = { ...opened, source: 'monitoring', actorUserId: null } as const
  assert.deepEqual(channelsFor(byMonitoring, parts(), reader({ isStaff: true })), { byMail: false, inPortal: true })
  assert.deepEqual(channelsFor(byMonitoring, parts(), reader()), neither)
})

test('a warning of the service level goes to the assignee, to users it names, or to all staff when the ticket is unassigned; never to a customer', () => {
  const warning = event({ kind: 'service_level_warning', actorUserId: null, namedUserIds: ['reader'] })
  assert.deepEqual(channelsFor(warning, parts('requester', 'named'), reader()), neither)
  assert.deepEqual(channelsFor(warning, parts(), reader({ isStaff: true })), both)
  const assigned = { ...warning, namedUserIds: [], assigneeUserId: 'reader' }
  assert.deepEqual(channelsFor(assigned, parts('assignee'), reader({ isStaff: true })), both)
  assert.deepEqual(channelsFor(assigned, parts('watcher'), reader({ isStaff: true, userId: 'other' })), neither)
  assert.deepEqual(channelsFor({ ...assigned, assigneeUserId: null }, parts(), reader({ isStaff: true })), both)
})

test('of the events of one comment the most important is kept', () => {
  const events = [
    event({ eventId: '1', kind: 'commented' }),
    event({ eventId: '2', kind: 'mentioned' }),
    event({ eventId: '3', kind: 'status_changed' }),
    event({ eventId: '4', kind: 'status_changed', commentId: null }),
  ]
  assert.deepEqual(
    keepMostImportant(events).map(({ eventId }) => eventId),
    ['2', '4'],
  )
})
