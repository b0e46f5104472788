import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfterFailure, pauseBeforeReport } from './agent-pace.ts'

const agents = 10_000
const cycleSeconds = 60

/** When each agent is heard again after the server was away for so long, in seconds after its return. */
function returnsAfter(awaySeconds: number): number[] {
  return Array.from({ length: agents }, () => {
    // Its last report before was at some moment of a cycle.
    let at = Math.random() * cycleSeconds
    for (let failures = 1; at < awaySeconds; failures += 1) at += pauseBeforeReport(failures, cycleSeconds, Math.random()) / 1000
    return at - awaySeconds
  })
}

const mostInASecond = (times: readonly number[]) =>
  Math.max(
    ...Map.groupBy(times, Math.floor)
      .values()
      .map((one) => one.length),
  )

test('without failures agents report once in a cycle, a little before or after', () => {
  assert.deepEqual([pauseBeforeReport(0, 60, 0), pauseBeforeReport(0, 60, 1)], [57_000, 63_000])
  assert.deepEqual([pauseBeforeReport(1, 60, 0), pauseBeforeReport(9, 60, 1)], [60_000, 360_000])
})

test('10,000 agents come back after 5 s, a minute or half an hour without a peak above twice the usual rate, and all within six minutes', () => {
  const usual = agents / cycleSeconds
  for (const away of [5, 60, 1800]) {
    const times = returnsAfter(away)
    assert.ok(mostInASecond(times) <= 2 * usual, `${mostInASecond(times)} reports in a second after ${away} s`)
    assert.ok(Math.max(...times) <= 360, `${Math.max(...times)} s after ${away} s`)
  }
})

test('requests for commands that break in the same moment come back over half a minute, later ones over up to two', () => {
  assert.deepEqual(
    [0, 30_000, 60_000, 120_000].map((pause) => pauseAfterFailure(pause, 60)),
    [30_000, 60_000, 120_000, 120_000],
  )
  assert.equal(pauseAfterFailure(0, 1), 500)
})
