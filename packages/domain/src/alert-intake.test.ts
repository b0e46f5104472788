import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeEvent, type KnownAlert } from './alert-intake.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, minute * 60))
const event = (state: 'firing' | 'resolved', startedAt: Date | null, endedAt: Date | null = null) => ({
  ...{ state, startedAt, endedAt },
  severity: 'high' as const,
})
const fire = (minute: number) => event('firing', at(minute))
const resolve = (from: number, to: number) => event('resolved', at(from), at(to))
type Event = ReturnType<typeof event>

/** What is known after events and the minutes at which they were received. */
function follow(...received: [Event, number][]) {
  let known: KnownAlert | null = null
  const kinds = received.map(([one, minute]) => {
    const verdict = judgeEvent(known, one, at(minute))
    known = verdict.known
    return verdict.kind
  })
  return { kinds, known: known as KnownAlert | null }
}

const timesOf = (known: KnownAlert | null) => [known?.state, known?.startedAt, known?.endedAt]

function permutations<T>(items: T[]): T[][] {
  return items.length < 2 ? [items] : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

/** Received a second after each other, long after it all happened. */
const atOnce = (events: Event[]) => follow(...events.map((one, index): [Event, number] => [one, 100 + index / 60]))

test('in whichever order two episodes arrive together, with duplicates, the state in the end is the one their times tell', () => {
  for (const order of permutations([fire(1), resolve(1, 5), fire(10), resolve(10, 15)]))
    for (const withDuplicates of [order, [...order, ...order], order.flatMap((one) => [one, one])]) {
      const [state, , endedAt] = timesOf(atOnce(withDuplicates).known)
      assert.deepEqual([state, endedAt], ['resolved', at(15)], JSON.stringify(order))
    }
})

test('a late end of an earlier episode never closes a newer one', () => {
  for (const order of permutations([fire(1), resolve(1, 5), fire(10)])) {
    const { known } = atOnce(order)
    assert.deepEqual([known?.state, known?.startedAt], ['firing', at(10)])
  }
})

test('a lone end opens nothing, and the beginning that follows it late is a late copy', () => {
  const { kinds } = atOnce([resolve(1, 5), fire(1), fire(1), resolve(1, 5)])
  assert.deepEqual(kinds, ['ended-unheard', 'late-copy', 'late-copy', 'late-end'])
})

test('what fires with its old start more than two minutes after the end was received is a new episode, which begins then', () => {
  const late = follow([fire(0), 1], [resolve(0, 10), 11], [fire(0), 11.9], [fire(0), 13])
  assert.deepEqual(late.kinds, ['fired', 'resolved', 'late-copy', 'late-copy'])
  assert.deepEqual(timesOf(late.known), ['resolved', at(0), at(10)])
  const again = follow([fire(0), 1], [resolve(0, 10), 11], [fire(0), 11.9], [fire(0), 13.1], [fire(0), 14])
  assert.deepEqual(again.kinds.slice(2), ['late-copy', 'fired', 'still-firing'])
  assert.deepEqual([again.known?.state, again.known?.startedAt], ['firing', at(13.1)])
  const over = follow([fire(0), 1], [resolve(0, 10), 11], [fire(0), 13.1], [resolve(0, 10), 13.2], [resolve(0, 20), 21])
  assert.deepEqual(over.kinds.slice(3), ['late-end', 'resolved'])
  assert.deepEqual(timesOf(over.known), ['resolved', at(13.1), at(20)])
})

test('a start after the end is a new episode at once, and so is what carries no start', () => {
  assert.deepEqual(follow([fire(0), 1], [resolve(0, 10), 11], [fire(10.5), 11.2]).kinds, ['fired', 'resolved', 'fired'])
  const bare = [event('firing', null), event('resolved', null)] as const
  const { kinds, known } = follow([bare[0], 1], [bare[0], 2], [bare[1], 3], [bare[1], 3.5], [bare[0], 4])
  assert.deepEqual(kinds, ['fired', 'still-firing', 'resolved', 'late-end', 'fired'])
  assert.deepEqual([known?.startedAt, known?.endedAt], [at(4), at(3)])
})

test('an end, a reminder and a repeated end move no start and no earlier end', () => {
  for (const end of [event('resolved', at(10), at(10)), event('resolved', at(16), at(10)), event('resolved', null, at(10))]) {
    assert.deepEqual(timesOf(follow([fire(0), 1], [fire(4), 5], [end, 11]).known), ['resolved', at(0), at(10)])
    const repeated = follow([fire(0), 1], [end, 11], [event('resolved', at(12), at(12)), 12], [event('resolved', null), 13])
    assert.deepEqual(timesOf(repeated.known), ['resolved', at(0), at(10)])
  }
})

test('a start ahead of the clock begins when it was received, and any end ends it', () => {
  const ahead = fire(61)
  for (const end of [
    event('resolved', null),
    event('resolved', null, at(4)),
    event('resolved', at(61), at(64)),
    event('resolved', null, at(1)),
  ]) {
    const { kinds, known } = follow([ahead, 1.5], [end, 5])
    assert.deepEqual(kinds, ['fired', 'resolved'])
    assert.deepEqual(known?.startedAt, at(1.5))
    assert.ok(known?.endedAt && known.endedAt >= at(1.5) && known.endedAt <= at(5))
    assert.deepEqual(follow([ahead, 1.5], [end, 5], [ahead, 5.5]).kinds.at(-1), 'late-copy')
  }
  assert.deepEqual(follow([fire(61), 1], [event('resolved', null), 5], [fire(66), 5.5]).kinds.at(-1), 'fired')
})

test('an end before the start that it names ends it, at its start', () => {
  assert.deepEqual(timesOf(follow([fire(10), 11], [resolve(10, 4), 12]).known), ['resolved', at(10), at(10)])
  assert.deepEqual(timesOf(follow([event('firing', null), 11], [event('resolved', null, at(4)), 12]).known), ['resolved', at(11), at(11)])
})
