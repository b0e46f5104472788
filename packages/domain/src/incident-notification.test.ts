import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelsForIncident } from './incident-notification.ts'
import type { Reader } from './notification-reader.ts'

const both = { byMail: true, inPortal: true }
const none = { byMail: false, inPortal: false }
const reader = (changes: Partial<Reader> = {}): Reader => ({
  userId: 'u',
  isStaff: false,
  isGlobalAdmin: false,
  isDisabled: false,
  belongsToCustomer: true,
  seesOwnTicketsOnly: false,
  features: new Set(['@feature.overview.read']),
  chosen: new Map(),
  incidentMail: new Map(),
  isAdministrator: false,
  ...changes,
})
const stranger = { isFollower: false, isContact: false }
const follower = { isFollower: true, isContact: false }
const contact = { isFollower: false, isContact: true }
const opened = { kind: 'opened', severity: 'high', actorUserId: null } as const

test('a customer is notified of incidents from the chosen severity on, and of none without a choice', () => {
  const chosen = new Map([['incident_opened', { ...both, fromSeverity: 'high' }]] as const)
  assert.deepEqual(channelsForIncident(opened, reader(), stranger), none)
  assert.deepEqual(channelsForIncident(opened, reader({ chosen }), stranger), both)
  assert.deepEqual(channelsForIncident({ ...opened, severity: 'medium' }, reader({ chosen }), stranger), none)
})

test('a follower is notified whatever the severity, and of nothing that they did or may not see', () => {
  const low = { ...opened, severity: 'low' } as const
  assert.deepEqual(channelsForIncident(low, reader(), follower), both)
  assert.deepEqual(channelsForIncident({ ...low, actorUserId: 'u' }, reader(), follower), none)
  assert.deepEqual(channelsForIncident(low, reader({ features: new Set(['@feature.tickets.read']) }), follower), none)
  assert.deepEqual(channelsForIncident(low, reader({ belongsToCustomer: false }), follower), none)
  const chosen = new Map([['incident_followed', { ...none, fromSeverity: null }]] as const)
  assert.deepEqual(channelsForIncident(low, reader({ chosen }), follower), none)
})

test('staff see an escalation in the portal without a choice', () => {
  const staff = reader({ isStaff: true, belongsToCustomer: false })
  assert.deepEqual(channelsForIncident({ ...opened, kind: 'escalated' }, staff, stranger), { byMail: false, inPortal: true })
  assert.deepEqual(channelsForIncident(opened, staff, stranger), none)
})

test('a contact is mailed without a choice; a choice for the severity says more or less, but not of what is followed', () => {
  const mailed = { byMail: true, inPortal: false }
  assert.deepEqual(channelsForIncident(opened, reader(), contact), mailed)
  const never = reader({ incidentMail: new Map([['high', false]]) })
  assert.deepEqual(channelsForIncident(opened, never, contact), none)
  assert.deepEqual(channelsForIncident({ ...opened, severity: 'critical' }, never, contact), mailed)
  assert.deepEqual(channelsForIncident(opened, never, { isFollower: true, isContact: true }), both)
  const chosen = new Map([['incident_opened', { ...both, fromSeverity: 'high' }]] as const)
  assert.deepEqual(channelsForIncident(opened, reader({ chosen, incidentMail: never.incidentMail }), stranger), {
    byMail: false,
    inPortal: true,
  })
  const always = reader({ incidentMail: new Map([['low', true]]) })
  assert.deepEqual(channelsForIncident({ ...opened, severity: 'low' }, always, stranger), mailed)
  assert.deepEqual(channelsForIncident(opened, reader({ features: new Set() }), contact), none)
  assert.deepEqual(channelsForIncident({ ...opened, actorUserId: 'u' }, reader(), contact), none)
})
