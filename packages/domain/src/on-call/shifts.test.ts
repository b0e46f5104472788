import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layerTurns, type RotationLayer } from './rotation.ts'
import { nowAndNext, type Override, type ScheduleVersion, shiftsBetween } from './shifts.ts'

const zone = 'Europe/Stockholm'
const hour = 3_600_000
const at = (iso: string) => Date.parse(iso)

const daily: RotationLayer = { people: ['anna', 'bo', 'cia'], startsAt: '2026-01-05T08:00', every: 1, unit: 'days', hours: null }
const office: RotationLayer = {
  ...daily,
  people: ['dan'],
  every: 1,
  unit: 'weeks',
  hours: [...Array.from({ length: 5 }, () => ({ opens: '08:00', closes: '17:00' })), null, null],
}
const version = (layers: RotationLayer[], validFrom = 0): ScheduleVersion => ({ validFrom, timeZone: zone, layers })

test('people take turns; a hand-over stays at 08:00 when the clocks change, so that its day has 23 or 25 hours', () => {
  const spring = layerTurns(daily, zone, at('2026-03-28T07:00:00Z'), at('2026-03-30T06:00:00Z'))
  assert.deepEqual(
    spring.map(({ from, to }) => (to - from) / hour),
    [23, 24],
  )
  const autumn = layerTurns(daily, zone, at('2026-10-24T06:00:00Z'), at('2026-10-25T07:00:00Z'))
  assert.deepEqual(
    autumn.map(({ from, to }) => (to - from) / hour),
    [25],
  )
  assert.deepEqual(
    layerTurns(daily, zone, at('2026-01-05T07:00:00Z'), at('2026-01-09T07:00:00Z')).map(({ person }) => person),
    ['anna', 'bo', 'cia', 'anna'],
  )
})

test('a hand-over in the hour that is skipped, or comes twice, happens once', () => {
  const nightly = { ...daily, startsAt: '2026-01-05T02:30' }
  for (const [from, to] of [
    ['2026-03-27T12:00:00Z', '2026-03-30T12:00:00Z'],
    ['2026-10-23T12:00:00Z', '2026-10-26T12:00:00Z'],
  ] as const) {
    const turns = layerTurns(nightly, zone, at(from), at(to))
    assert.equal(turns.length, 4)
    for (const [index, turn] of turns.slice(1).entries()) assert.equal(turn.from, turns[index]?.to)
  }
})

test('the later layer wins in its hours, an override over both, and what no layer covers is a gap', () => {
  const monday = at('2026-11-23T00:00:00Z')
  const late: RotationLayer = { ...daily, people: ['eva'], startsAt: '2026-11-23T06:00' }
  const override: Override = { overrideId: 'o', person: 'fia', from: at('2026-11-23T10:00:00Z'), to: at('2026-11-23T11:00:00Z') }
  const shifts = shiftsBetween([version([late, office])], [override], monday, at('2026-11-23T20:00:00Z'))
  assert.deepEqual(
    shifts.map(({ person, from, layer }) => [new Date(from).toISOString().slice(11, 16), person, layer]),
    [
      ['00:00', null, null],
      ['05:00', 'eva', 0],
      ['07:00', 'dan', 1],
      ['10:00', 'fia', null],
      ['11:00', 'dan', 1],
      ['16:00', 'eva', 0],
    ],
  )
})

test('an edit counts from its moment on: what was before stays as it was', () => {
  const change = at('2026-11-23T12:00:00Z')
  const span = [at('2026-11-16T07:00:00Z'), change] as const
  const before = shiftsBetween([version([daily])], [], ...span)
  const edited = shiftsBetween([version([daily]), version([{ ...daily, people: ['gus'] }], change)], [], ...span)
  assert.deepEqual(edited, before)
  assert.equal(shiftsBetween([version([daily]), version([], change)], [], change, change + hour)[0]?.person, null)
})

test('shifts cover the span, and each moment has the person whom the layers give it, for random schedules', () => {
  let seed = 7
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const from = at('2026-10-20T00:00:00Z')
  const to = from + 14 * 24 * hour
  for (let round = 0; round < 60; round++) {
    const layers = Array.from({ length: 1 + draw(3) }, (): RotationLayer => {
      const units = ['hours', 'days', 'weeks'] as const
      return {
        people: ['a', 'b', 'c', 'd'].slice(0, draw(5)),
        startsAt: `2026-10-${10 + draw(15)}T${String(draw(24)).padStart(2, '0')}:30`,
        every: 1 + draw(5),
        unit: units[draw(3)] ?? 'days',
        hours: draw(2) ? null : Array.from({ length: 7 }, () => (draw(3) ? { opens: '01:30', closes: draw(2) ? '24:00' : '02:30' } : null)),
      }
    })
    const shifts = shiftsBetween([version(layers)], [], from, to)
    assert.equal(shifts[0]?.from, from)
    assert.equal(shifts.at(-1)?.to, to)
    for (const [index, shift] of shifts.slice(1).entries()) assert.equal(shift.from, shifts[index]?.to)
    for (let sample = 0; sample < 170; sample++) {
      const moment = from + draw(14 * 24 * 60) * 60_000
      const expected = layers.map((layer) => layerTurns(layer, zone, moment, moment + 1)[0]?.person ?? null).findLast((one) => one !== null)
      assert.equal(shifts.find((shift) => shift.from <= moment && moment < shift.to)?.person ?? null, expected ?? null)
    }
  }
})

test('the same person in two layers is on call without a break', () => {
  const own: RotationLayer = { ...office, people: ['anna'] }
  const from = at('2026-11-23T07:00:00Z')
  const shifts = shiftsBetween(
    [version([{ ...daily, people: ['anna', 'bo'], startsAt: '2026-11-23T08:00' }, own])],
    [],
    from,
    from + 48 * hour,
  )
  const { now, next } = nowAndNext(shifts, from + hour)
  assert.deepEqual([now?.person, now?.to], ['anna', from + 33 * hour])
  assert.equal(next?.person, 'bo')
})

test('where one person is on call throughout no hand-over is in sight, whatever the days that are looked through', () => {
  const from = at('2026-11-23T07:00:00Z')
  const alone = shiftsBetween([version([{ ...daily, people: ['anna'], startsAt: '2026-11-23T08:00' }])], [], from, from + 48 * hour)
  assert.equal(nowAndNext(alone, from + hour).until, null)
  const override = { overrideId: 'o', person: 'bo', from: from + 20 * hour, to: from + 30 * hour }
  const replaced = shiftsBetween(
    [version([{ ...daily, people: ['anna'], startsAt: '2026-11-23T08:00' }])],
    [override],
    from,
    from + 48 * hour,
  )
  assert.equal(nowAndNext(replaced, from + hour).until, from + 20 * hour)
})
