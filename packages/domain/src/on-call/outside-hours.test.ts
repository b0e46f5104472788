import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitGap } from './outside-hours.ts'

const zone = 'Europe/Stockholm'
const at = (iso: string) => Date.parse(iso)
const office = { opens: '08:00', closes: '17:00' }
const late = { opens: '16:00', closes: '20:00' }
const weekdays = (day: typeof office) => ({ hours: [day, day, day, day, day, null, null] })
/** From Friday afternoon to Monday morning. */
const weekend = { from: at('2026-11-27T15:00:00Z'), to: at('2026-11-30T09:00:00Z') }
const written = (layers: Parameters<typeof splitGap>[0], gap = weekend) =>
  splitGap(layers, zone, gap).map(({ from, to, isOutsideHours }) => [
    new Date(from).toISOString().slice(5, 16),
    new Date(to).toISOString().slice(5, 16),
    isOutsideHours,
  ])

test('a gap is parted where the hours of the layers begin and end', () => {
  assert.deepEqual(written([weekdays(office)]), [
    ['11-27T15:00', '11-27T16:00', false],
    ['11-27T16:00', '11-30T07:00', true],
    ['11-30T07:00', '11-30T09:00', false],
  ])
})

test('the hours of several layers count together, also where they overlap', () => {
  assert.deepEqual(written([weekdays(late), weekdays(office)]), [
    ['11-27T15:00', '11-27T19:00', false],
    ['11-27T19:00', '11-30T07:00', true],
    ['11-30T07:00', '11-30T09:00', false],
  ])
})

test('a layer without hours, and no layer at all, leave the whole a gap', () => {
  const whole = [['11-27T15:00', '11-30T09:00', false]]
  assert.deepEqual(written([weekdays(office), { hours: null }]), whole)
  assert.deepEqual(written([]), whole)
})

test('a night is outside as a whole', () => {
  const night = { from: at('2026-11-25T16:00:00Z'), to: at('2026-11-26T07:00:00Z') }
  assert.deepEqual(written([weekdays(office)], night), [['11-25T16:00', '11-26T07:00', true]])
})
