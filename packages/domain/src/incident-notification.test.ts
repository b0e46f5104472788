import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelsForIncident } from './incident-notification.ts'
import type { Reader } from './notification-reader.ts'

const both = { byMail: true, inPortal: true }
const none = { byMail: false, inPortal: false }
const reader = (changes: Partial<Reader> = {}): Reader => ({
  userId: 'u',
  isStaff: false,
  isDisabled: false,
  belongsToCustomer: true,
  seesOwnTicketsOnly: false,
  features: new Set(['@feature.overview.read']),
  chosen: new Map(),
  ...changes,
})
const opened = { kind: 'opened', severity: 'high', actorUserId: null } as const

test('a customer is notified of incidents from the chosen severity on, and of none without a choice', () => {
  const chosen = new Map([['incident_opened', { ...both, fromSeverity: 'high' }]] as const)
  assert.deepEqual(channelsForIncident(opened, reader(), false), none)
  assert.deepEqual(channelsForIncident(opened, reader({ chosen }), false), both)
  assert.deepEqual(channelsForIncident({ ...opened, severity: 'medium' }, reader({ chosen }), false), none)
})

test('a follower is notified whatever the severity, and of nothing that they did or may not see', () => {
  const low = { ...opened, severity: 'low' } as const
  assert.deepEqual(channelsForIncident(low, reader(), true), both)
  assert.deepEqual(channelsForIncident({ ...low, actorUserId: 'u' }, reader(), true), none)
  assert.deepEqual(channelsForIncident(low, reader({ features: new Set(['@feature.tickets.read']) }), true), none)
  assert.deepEqual(channelsForIncident(low, reader({ belongsToCustomer: false }), true), none)
  const chosen = new Map([['incident_followed', { ...none, fromSeverity: null }]] as const)
  assert.deepEqual(channelsForIncident(low, reader({ chosen }), true), none)
})

test('staff see an escalation in the portal without a choice', () => {
  const staff = reader({ isStaff: true, belongsToCustomer: false })
  assert.deepEqual(channelsForIncident({ ...opened, kind: 'escalated' }, staff, false), { byMail: false, inPortal: true })
  assert.deepEqual(channelsForIncident(opened, staff, false), none)
})
