import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSilent, type SourceFacts, silentFrom, stateOf } from './source-state.ts'

const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)
const source: SourceFacts = {
  expectedMinutes: 15,
  heartbeatName: null,
  watchedSince: at('10:00'),
  lastSignalAt: null,
  lastHeartbeatAt: null,
  silentSince: null,
  expiresAt: null,
  revokedAt: null,
}

test('a source is silent an interval after it was created or last sent', () => {
  assert.equal(isSilent(source, at('10:14')), false)
  assert.equal(isSilent(source, at('10:15')), true)
  assert.deepEqual(silentFrom({ ...source, lastSignalAt: at('10:10') }, at('10:20')), at('10:25'))
  assert.deepEqual(silentFrom({ ...source, lastSignalAt: at('09:00') }, at('10:20')), at('10:15'))
})

test('a source with a heartbeat is silent without it, whatever else it sends', () => {
  const watchdog = { ...source, heartbeatName: 'Watchdog', lastSignalAt: at('10:30'), lastHeartbeatAt: at('10:05') }
  assert.equal(isSilent(watchdog, at('10:30')), true)
  assert.equal(isSilent({ ...watchdog, lastHeartbeatAt: at('10:20') }, at('10:30')), false)
})

test('what is not watched, was revoked or has expired is never silent', () => {
  for (const change of [{ expectedMinutes: null }, { revokedAt: at('10:01') }, { expiresAt: at('10:01') }])
    assert.equal(isSilent({ ...source, ...change }, at('23:00')), false)
})

test('the state is the worst that is true', () => {
  const now = at('12:00')
  const soon = new Date(now.getTime() + 6 * 86_400_000)
  assert.equal(stateOf(source, now), 'waiting')
  const heard = { ...source, lastSignalAt: at('11:59') }
  assert.equal(stateOf(heard, now), 'active')
  assert.equal(stateOf({ ...heard, expiresAt: soon }, now), 'expiring')
  assert.equal(stateOf({ ...heard, expiresAt: soon, silentSince: at('11:00') }, now), 'silent')
  assert.equal(stateOf({ ...heard, expiresAt: at('11:00'), silentSince: at('11:00') }, now), 'expired')
  assert.equal(stateOf({ ...heard, expiresAt: at('11:00'), revokedAt: at('11:30') }, now), 'revoked')
})
