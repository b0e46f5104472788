import assert from 'node:assert/strict'
import test from 'node:test'
import { availabilityOf, type Span } from './availability.ts'
import { addMonths, periodOfMonth } from './cloudops/price.ts'

const minute = 60_000

/** The same numbers for the same seed (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** Minute by minute, without merging anything. */
function countMinutes(period: Span, outages: Span[], windows: Span[]) {
  const length = (period.to - period.from) / minute
  const marks = new Uint8Array(length)
  const mark = (spans: Span[], bit: number) => {
    for (const { from, to } of spans)
      for (let at = Math.max(0, (from - period.from) / minute); at < Math.min(length, (to - period.from) / minute); at += 1) {
        marks[at] = (marks[at] ?? 0) | bit
      }
  }
  mark(outages, 1)
  mark(windows, 2)
  const counts = [0, 0, 0, 0]
  for (const one of marks) counts[one] = (counts[one] ?? 0) + 1
  const [up = 0, down = 0, upInWindow = 0, downInWindow = 0] = counts
  return {
    withWindows: (up + upInWindow) / length,
    withoutWindows: up + down > 0 ? up / (up + down) : null,
    total: length,
    down: down + downInWindow,
    inWindows: upInWindow + downInWindow,
    downInWindows: downInWindow,
  }
}

test('equals a count minute by minute over 1,000 generated months, with leap years and daylight saving', () => {
  const lengths = new Set<number>()
  for (let index = 0; index < 1000; index += 1) {
    const below = numbersFrom(index)
    const period = periodOfMonth(addMonths('1990-01', index), 'Europe/Stockholm')
    assert.ok(period)
    const minutes = (period.to - period.from) / minute
    lengths.add(minutes / 60)
    const spans = (most: number): Span[] =>
      Array.from({ length: below(12) }, () => {
        const from = period.from + (below(minutes + 4000) - 2000) * minute
        return { from, to: from + below(most) * minute }
      })
    const [outages, windows] = [spans(index % 10 === 0 ? 60_000 : 3000), spans(index % 7 === 0 ? 60_000 : 2000)]
    const counted = countMinutes(period, outages, windows)
    const found = availabilityOf(period, outages, windows)
    for (const key of ['total', 'down', 'inWindows', 'downInWindows'] as const)
      assert.equal(found[key] / minute, counted[key], `${index} ${key}`)
    for (const key of ['withWindows', 'withoutWindows'] as const) {
      const [share, expected] = [found[key], counted[key]]
      if (share === null || expected === null) assert.equal(share, expected, `${index} ${key}`)
      else assert.ok(Math.abs(share - expected) < 1e-9, `${index} ${key}: ${share} instead of ${expected}`)
    }
  }
  for (const hours of [28 * 24, 29 * 24, 31 * 24 - 1, 31 * 24 + 1]) assert.ok(lengths.has(hours), `a month of ${hours} hours`)
})

test('without any time there is no share', () => {
  const empty = availabilityOf({ from: 5, to: 5 }, [{ from: 0, to: 9 }], [])
  assert.deepEqual([empty.total, empty.down, empty.withWindows, empty.withoutWindows], [0, 0, null, null])
  const allWindow = availabilityOf({ from: 0, to: minute }, [], [{ from: -minute, to: minute }])
  assert.deepEqual([allWindow.withWindows, allWindow.withoutWindows], [1, null])
})
