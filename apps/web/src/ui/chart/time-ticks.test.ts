import assert from 'node:assert/strict'
import test from 'node:test'
import { createFormat } from '#web/platform/format.ts'
import { createTimeLabels } from './time-labels.ts'
import { daysOf, timeTicks } from './time-ticks.ts'

const zone = 'Europe/Stockholm'
const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })
const show = (from: string, to: string, maxCount: number, timeZone = zone) => {
  const { kind, ticks } = timeTicks(span(from, to), timeZone, maxCount)
  const labels = createTimeLabels(createFormat('en', timeZone))
  return ticks.map((at) => labels.tick(at, kind))
}
const everyThreeHours = ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '00:00']

test('stands at the same times of day on the days of 23, 24 and 25 hours', () => {
  assert.deepEqual(show('2026-03-28T23:00Z', '2026-03-29T22:00Z', 9), everyThreeHours)
  assert.deepEqual(show('2026-11-22T23:00Z', '2026-11-23T23:00Z', 9), everyThreeHours)
  assert.deepEqual(show('2026-10-24T22:00Z', '2026-10-25T23:00Z', 9), everyThreeHours)
})

test('leaves out the hour that the clocks skip, and shows the one that comes twice', () => {
  assert.deepEqual(show('2026-03-29T00:00Z', '2026-03-29T03:00Z', 6), ['01:00', '01:30', '03:00', '03:30', '04:00', '04:30', '05:00'])
  assert.deepEqual(show('2026-10-24T23:00Z', '2026-10-25T03:00Z', 4), ['01:00', '02:00', '02:00', '03:00', '04:00'])
  assert.deepEqual(show('2026-10-24T22:00Z', '2026-10-25T07:00Z', 5), ['00:00', '02:00', '04:00', '06:00', '08:00'])
})

test('goes on to days at midnight, weeks on Mondays, months and years', () => {
  assert.deepEqual(show('2026-10-24T10:00Z', '2026-10-27T10:00Z', 3), ['25 Oct', '26 Oct', '27 Oct'])
  assert.deepEqual(show('2026-10-24T10:00Z', '2026-11-23T10:00Z', 5), ['26 Oct', '2 Nov', '9 Nov', '16 Nov', '23 Nov'])
  assert.deepEqual(show('2026-08-24T10:00Z', '2026-11-23T10:00Z', 4), ['Sept', 'Oct', 'Nov'])
  assert.deepEqual(show('2022-08-24T10:00Z', '2026-11-23T10:00Z', 5), ['2023', '2024', '2025', '2026'])
  assert.deepEqual(show('2026-11-23T10:02Z', '2026-11-23T10:20Z', 5, 'Asia/Kathmandu'), ['15:50', '15:55', '16:00', '16:05'])
})

test('splits a span into its days, however long they are', () => {
  const hours = daysOf(span('2026-10-24T10:00Z', '2026-10-26T10:00Z'), zone).map(({ from, to }) => (to - from) / 3_600_000)
  assert.deepEqual(hours, [12, 25, 11])
  assert.equal(daysOf(span('2026-10-24T22:00Z', '2026-10-25T23:00Z'), zone).length, 1)
})

test('names the zone in the hour that comes twice, and nowhere else', () => {
  const labels = createTimeLabels(createFormat('sv', zone))
  assert.match(labels.exact(Date.parse('2026-10-25T00:30Z')), /25 okt.* 02:30 CEST$/)
  assert.match(labels.exact(Date.parse('2026-10-25T01:30Z')), /25 okt.* 02:30 CET$/)
  assert.match(labels.exact(Date.parse('2026-10-25T02:30Z')), /25 okt.* 03:30$/)
})
