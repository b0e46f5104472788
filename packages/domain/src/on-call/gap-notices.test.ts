import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapsToNotice } from './gap-notices.ts'
import { hoursWithin, isOnCallThrough, ownShifts } from './own-shifts.ts'
import type { Shift } from './shifts.ts'

const hour = 3_600_000
const at = (iso: string) => Date.parse(iso)
const always = { layers: [{ hours: null }], timeZone: 'Europe/Stockholm', version: 1 }
const open = { opens: '08:00', closes: '17:00' }
const office = { ...always, layers: [{ hours: [open, open, open, open, open, null, null] }] }

test('a gap is named once: also while it passes and when it becomes shorter, again when it grows', () => {
  const gap = { from: at('2026-12-01T08:00:00Z'), to: at('2026-12-02T08:00:00Z') }
  const noted = gapsToNotice([gap], [], always)
  assert.deepEqual(noted, [{ ...gap, version: 1, byHours: false }])
  assert.deepEqual(gapsToNotice([gap], noted, always), [])
  assert.deepEqual(gapsToNotice([{ ...gap, from: gap.from + hour }], noted, { ...always, version: 2 }), [])
  assert.equal(gapsToNotice([{ ...gap, to: gap.to + hour }], noted, always).length, 1)
})

test('an empty rotation is one gap without an end, named once', () => {
  const gap = { from: at('2026-12-01T08:00:00Z'), to: Number.POSITIVE_INFINITY }
  const noted = gapsToNotice([gap], [], office)
  assert.equal(noted[0]?.byHours, false)
  assert.deepEqual(gapsToNotice([{ ...gap, from: gap.from + 100 * hour }], noted, office), [])
})

test('nights outside the hours of every layer are named once for each version of the schedule', () => {
  const nights = [
    { from: at('2026-12-01T16:00:00Z'), to: at('2026-12-02T07:00:00Z') },
    { from: at('2026-12-02T16:00:00Z'), to: at('2026-12-03T07:00:00Z') },
  ]
  const noted = gapsToNotice(nights, [], office)
  assert.deepEqual(
    noted.map(({ byHours }) => byHours),
    [true, true],
  )
  const next = { from: at('2026-12-03T16:00:00Z'), to: at('2026-12-04T07:00:00Z') }
  assert.deepEqual(gapsToNotice([next], noted, office), [])
  assert.equal(gapsToNotice([next], noted, { ...office, version: 2 }).length, 1)
  // Part of it lies within the hours.
  assert.equal(gapsToNotice([{ ...next, to: next.to + hour }], noted, office).length, 1)
})

test('one’s own shifts are joined across layers, and a span is theirs only as a whole', () => {
  const shift = (person: string | null, from: number, to: number, overrideId: string | null = null): Shift => ({
    person,
    from: from * hour,
    to: to * hour,
    layer: overrideId ? null : from % 2,
    overrideId,
  })
  const shifts = [shift('anna', 0, 1), shift('anna', 1, 3), shift('bo', 3, 4), shift('anna', 4, 5, 'o'), shift(null, 5, 6)]
  const own = ownShifts(shifts, 'anna')
  assert.deepEqual(own, [
    { from: 0, to: 3 * hour, isOverride: false },
    { from: 4 * hour, to: 5 * hour, isOverride: true },
  ])
  assert.equal(isOnCallThrough(shifts, 'anna', { from: 0, to: 3 * hour }), true)
  assert.equal(isOnCallThrough(shifts, 'anna', { from: 0, to: 3.5 * hour }), false)
  assert.equal(isOnCallThrough(shifts, 'anna', { from: 7 * hour, to: 8 * hour }), false)
  assert.equal(hoursWithin(own, { from: 2 * hour, to: 10 * hour }), 2)
})
