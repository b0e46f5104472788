import assert from 'node:assert/strict'
import { test } from 'node:test'
import { muteTimesAt } from './mute-times.ts'

test('mornings are those of the zone, also across a change of the clocks; on a Sunday Monday is tomorrow', () => {
  const iso = (now: string) =>
    Object.values(muteTimesAt(Date.parse(now), 'Europe/Stockholm')).map((at) => at && new Date(at).toISOString().slice(0, 16))
  // Past midnight on Saturday in Stockholm; on Sunday the clocks go back.
  assert.deepEqual(iso('2026-10-23T22:30:00Z'), ['2026-10-23T23:30', '2026-10-25T07:00', '2026-10-26T07:00'])
  assert.deepEqual(iso('2026-10-25T12:00:00Z'), ['2026-10-25T13:00', '2026-10-26T07:00', null])
  assert.deepEqual(iso('2026-11-23T08:00:00Z'), ['2026-11-23T09:00', '2026-11-24T07:00', '2026-11-30T07:00'])
})
