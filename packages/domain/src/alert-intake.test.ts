import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyVerdict, judgeEvent, type KnownAlert } from './alert-intake.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
const fire = (minute: number) => ({ state: 'firing' as const, startedAt: at(minute), endedAt: null, severity: 'high' as const })
const resolve = (from: number, to: number) => ({
  state: 'resolved' as const,
  startedAt: at(from),
  endedAt: at(to),
  severity: 'high' as const,
})
type Event = ReturnType<typeof fire> | ReturnType<typeof resolve>

function permutations<T>(items: T[]): T[][] {
  return items.length < 2 ? [items] : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

function outcomeOf(events: Event[]) {
  let known: KnownAlert | null = null
  const verdicts = events.map((event, index) => {
    const verdict = judgeEvent(known, event, at(100 + index))
    known = applyVerdict(known, verdict, event.severity)
    return verdict.kind
  })
  return { known: known as KnownAlert | null, verdicts }
}

test('in whichever order two episodes arrive, with duplicates, the state in the end is the one their times tell', () => {
  const events = [fire(1), resolve(1, 5), fire(10), resolve(10, 15)]
  for (const order of permutations(events)) {
    for (const withDuplicates of [order, [...order, ...order], order.flatMap((event) => [event, event])]) {
      const { known } = outcomeOf(withDuplicates)
      assert.equal(known?.state, 'resolved')
      assert.deepEqual(known?.endedAt, at(15))
    }
  }
})

test('a late end of an earlier episode never closes a newer one', () => {
  for (const order of permutations([fire(1), resolve(1, 5), fire(10)])) {
    const { known } = outcomeOf(order)
    assert.equal(known?.state, 'firing')
    assert.deepEqual(known?.startedAt, at(10))
  }
})

test('a lone end opens nothing, and the beginning that follows it late is stale', () => {
  const { verdicts } = outcomeOf([resolve(1, 5), fire(1), fire(1), resolve(1, 5)])
  assert.deepEqual(verdicts, ['ended-unheard', 'stale', 'stale', 'stale'])
})

test('a repeated beginning goes on, a new one after the end begins again', () => {
  const { verdicts } = outcomeOf([fire(1), fire(1), resolve(1, 5), resolve(1, 5), fire(6)])
  assert.deepEqual(verdicts, ['fired', 'still-firing', 'resolved', 'stale', 'fired'])
})

test('a sender without times is judged by when its signals were received', () => {
  const bare = (state: 'firing' | 'resolved') => ({ state, startedAt: null, endedAt: null, severity: 'low' as const })
  const first = judgeEvent(null, bare('firing'), at(1))
  assert.deepEqual(first, { kind: 'fired', startedAt: at(1) })
  const firing = applyVerdict(null, first, 'low')
  const ended = judgeEvent(firing, bare('resolved'), at(3))
  assert.deepEqual(ended, { kind: 'resolved', startedAt: firing.startedAt, endedAt: at(3) })
  assert.deepEqual(judgeEvent(applyVerdict(firing, ended, 'low'), bare('firing'), at(4)), { kind: 'fired', startedAt: at(4) })
})
