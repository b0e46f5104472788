import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Span } from '@vakt/domain/availability.ts'
import { addMonths, periodOfMonth } from '@vakt/domain/cloudops/price.ts'
import { availabilityOfResources, type ReportedOutage, type Traits } from './availability-of-resources.ts'

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

type Machine = Traits & { entityId: string; outages: Span[]; windows: Span[] }

type Minutes = { total: number; down: number; inWindows: number; downInWindows: number }

/** Looks at each minute of a machine by itself, and merges nothing. */
function countMinutes({ known, outages, windows }: Machine): Minutes {
  const length = (known.to - known.from) / minute
  const marks = new Uint8Array(length)
  const mark = (spans: readonly Span[], bit: number) => {
    for (const { from, to } of spans)
      for (let at = Math.max(0, (from - known.from) / minute); at < Math.min(length, (to - known.from) / minute); at += 1)
        marks[at] = (marks[at] ?? 0) | bit
  }
  mark(outages, 1)
  mark(windows, 2)
  const counts = [0, 0, 0, 0]
  for (const one of marks) counts[one] = (counts[one] ?? 0) + 1
  const [, down = 0, inWindows = 0, both = 0] = counts
  return { total: length, down: down + both, inWindows: inWindows + both, downInWindows: both }
}

const share = (lost: number, of: number) => (of > 0 ? 1 - lost / of : null)

const addMinutes = (counted: readonly Minutes[]) => {
  const sum = (key: keyof Minutes) => counted.reduce((all, one) => all + one[key], 0)
  const down = sum('down')
  return {
    minutesDown: down,
    withWindows: share(down, sum('total')),
    withoutWindows: share(down - sum('downInWindows'), sum('total') - sum('inWindows')),
  }
}

const near = (found: number | null, expected: number | null, about: string) =>
  assert.ok(found === expected || Math.abs((found ?? -1) - (expected ?? -1)) < 1e-9, `${about}: ${found} instead of ${expected}`)

/** What a report would say of these machines. */
function report(machines: readonly Machine[], windowsByKey: ReadonlyMap<string, { windowId: string; span: Span }[]>) {
  const outages = machines.flatMap(({ outages: own, windows: _, ...machine }): ReportedOutage[] =>
    own.map((outage) => ({ ...machine, name: machine.entityId, outage })),
  )
  const counts = machines.map(({ outages: _, windows: __, entityId: ___, ...traits }) => ({ ...traits, count: 1 }))
  return availabilityOfResources({ counts, outages, windowsByKey, incidents: [] })
}

test('all, groups and applications equal a count minute by minute over 1,000 generated months, with windows and resources that come, go and move', () => {
  for (let index = 0; index < 1000; index += 1) {
    const below = numbersFrom(index)
    // With leap years, and the months in which clocks change.
    const month = addMonths('1990-01', index)
    const bounds = periodOfMonth(month, 'Europe/Stockholm')
    assert.ok(bounds)
    const { from, to } = bounds
    const minutes = (to - from) / minute
    const span = (): Span => {
      const start = from + (below(minutes + 4000) - 2000) * minute
      return { from: start, to: start + below(index % 10 === 0 ? 60_000 : 3000) * minute }
    }
    const windowsByKey = new Map(
      ['all', 'group a', 'tag x=y'].map((key) => [key, Array.from({ length: below(4) }, () => ({ windowId: key, span: span() }))]),
    )
    const machines = Array.from({ length: 4 }, (_, number): Machine => {
      const keys = [...windowsByKey.keys()].filter(() => below(2) === 0)
      const came = from + (below(4) === 0 ? below(minutes) * minute : 0)
      const went = below(5) === 0 ? from + below(minutes) * minute : to
      return {
        ...{
          entityId: String(number),
          values: ['shop', below(2) === 0 ? 'test' : null],
          application: below(3) === 0 ? null : 'shop',
          keys,
        },
        known: { from: came, to: Math.max(came, went) },
        outages: Array.from({ length: below(6) }, span),
        windows: keys.flatMap((key) => (windowsByKey.get(key) ?? []).map((one) => one.span)),
      }
    })
    // The first of them moves to another customer: there its time begins when it ends here.
    const [first, ...others] = machines
    assert.ok(first)
    const movedAt = first.known.from + below((first.known.to - first.known.from) / minute + 1) * minute
    const own = [{ ...first, known: { from: first.known.from, to: movedAt } }, ...others]
    const elsewhere = { ...first, known: { from: movedAt, to: first.known.to } }

    const found = report(own, windowsByKey)
    const counted = new Map(own.map((machine) => [machine.entityId, countMinutes(machine)]))
    const countedOf = (some: readonly Machine[]) => addMinutes(some.map(({ entityId }) => counted.get(entityId) as Minutes))
    const whole = countedOf(own)
    assert.equal(found.resources, own.length)
    near(found.withWindows, whole.withWindows, month)
    near(found.withoutWindows, whole.withoutWindows, month)
    for (const group of [...found.groups, ...found.applications]) {
      const isApplication = group.values.length === 1
      const members = own.filter(({ values, application }) =>
        isApplication ? application === group.values[0] : values[1] === group.values[1],
      )
      const expected = countedOf(members)
      assert.deepEqual([group.resources, group.minutesDown], [members.length, expected.minutesDown], `${month} ${group.values}`)
      near(group.withWindows, expected.withWindows, `${month} ${group.values}`)
      near(group.withoutWindows, expected.withoutWindows, `${month} ${group.values}`)
    }
    for (const { entityId, ...row } of found.affected) {
      const expected = countedOf(own.filter((one) => one.entityId === entityId))
      assert.equal(row.minutesDown, expected.minutesDown)
      near(row.withWindows, expected.withWindows, `${month} ${entityId}`)
      near(row.withoutWindows, expected.withoutWindows, `${month} ${entityId}`)
    }
    const downHere = found.affected.find(({ entityId }) => entityId === first.entityId)?.minutesDown ?? 0
    const downThere = report([elsewhere], windowsByKey).affected[0]?.minutesDown ?? 0
    assert.equal(downHere + downThere, countMinutes(first).down, `${month}: each minute of what moved is one customer's`)
  }
})

test('resources without tags are in no application, and a group with incidents comes first', () => {
  const known = { from: 0, to: 100 * minute }
  const { groups, applications, resources } = availabilityOfResources({
    counts: [
      { values: ['a'], application: null, known, keys: [], count: 3 },
      { values: [null], application: 'b', known, keys: [], count: 1 },
    ],
    outages: [],
    windowsByKey: new Map(),
    incidents: [{ values: [null], application: 'b', incidents: 2, critical: 1 }],
  })
  assert.equal(resources, 4)
  assert.deepEqual(
    groups.map(({ values, incidents, withWindows }) => [values, incidents, withWindows]),
    [
      [[null], 2, 1],
      [['a'], 0, 1],
    ],
  )
  assert.deepEqual(
    applications.map(({ values, critical }) => [values, critical]),
    [[['b'], 1]],
  )
})
