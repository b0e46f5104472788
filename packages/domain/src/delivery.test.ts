import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayReceive, retryDelayInSeconds } from './delivery.ts'

test('a delivery asks for the right of what it is about, and private ones for staff', () => {
  const user = { userId: 'u', isStaff: false, isDisabled: false, belongsToCustomer: true, seesOwnTicketsOnly: false }
  const about = { ticketId: null, incidentId: null, private: false, requesterId: null }
  const reader = (...features: ('@feature.tickets.read' | '@feature.overview.read')[]) => ({ ...user, features: new Set(features) })
  const [ticket, incident] = [
    { ...about, ticketId: '1' },
    { ...about, incidentId: '1' },
  ]
  assert.deepEqual(
    [ticket, incident, about].map((one) => mayReceive(reader('@feature.tickets.read'), one)),
    [true, false, true],
  )
  assert.deepEqual(
    [ticket, incident, about].map((one) => mayReceive(reader('@feature.overview.read'), one)),
    [false, true, true],
  )
  assert.equal(mayReceive(reader(), { ...about, private: true }), false)
  assert.equal(mayReceive({ ...reader(), isStaff: true }, { ...about, private: true }), true)
  assert.equal(mayReceive({ ...reader(), isDisabled: true }, about), false)
})

test('the pause doubles up to an hour', () => {
  assert.deepEqual(
    [1, 2, 3, 20].map((attempts) => retryDelayInSeconds(attempts, 0.5)),
    [15, 30, 60, 3600],
  )
  assert.ok(retryDelayInSeconds(5, 0) < retryDelayInSeconds(5, 1))
})
