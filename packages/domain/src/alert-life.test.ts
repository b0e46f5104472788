import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeEvent, type KnownAlert } from './alert-intake.ts'

const sequences = Number(process.env.ALERT_SEQUENCES ?? 500)
const minute = 60_000
const begin = Date.UTC(2026, 0, 1, 12)

function randomFrom(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Received = { event: { state: 'firing' | 'resolved'; startedAt: Date | null; endedAt: Date | null; severity: 'high' }; at: Date }

/** Events of one condition by a sender of any kind: with or without times, by a clock that is right, ahead or behind, or by chance. */
function createSequence(random: () => number): Received[] {
  const skew = [0, 0, 0, 2000, 60 * minute, -60 * minute][Math.floor(random() * 6)] ?? 0
  const [saysStart, saysEnd, saysStartInEnd] = [random() < 0.8, random() < 0.7, random() < 0.5]
  let now = begin
  let start = begin
  return Array.from({ length: 2 + Math.floor(random() * 14) }, () => {
    now += Math.floor(random() * (random() < 0.5 ? 30_000 : 6 * minute))
    if (random() < 0.3) start = now - Math.floor(random() * 10 * minute)
    const isFiring = random() < 0.6
    const claim = (time: number) => new Date((random() < 0.1 ? now + (random() - 0.5) * 40 * minute : time) + skew)
    const startedAt = (isFiring ? saysStart : saysStartInEnd) ? claim(start) : null
    const endedAt = !isFiring && saysEnd ? claim(now - Math.floor(random() * minute)) : null
    return { event: { state: isFiring ? 'firing' : 'resolved', startedAt, endedAt, severity: 'high' }, at: new Date(now) }
  })
}

/** The rules as they are written, from what was received alone; the order in which it was received is the only fact. */
function check(
  before: KnownAlert | null,
  { event, at }: Received,
  { known, kind }: ReturnType<typeof judgeEvent>,
  endReceivedAt: Date | null,
) {
  assert.ok(known.startedAt <= at, 'a start is never later than its reception')
  assert.ok(known.state === 'firing' || (known.endedAt !== null && known.endedAt >= known.startedAt), 'an end is never before its start')
  assert.ok(known.endedAt === null || known.endedAt <= at, 'an end is never later than its reception')
  if (before === null) return
  if (event.state === 'firing') {
    if (before.state === 'firing') assert.deepEqual(known.startedAt, before.startedAt, 'a reminder moves no start')
    else if (event.startedAt === null) assert.equal(known.state, 'firing', 'what carries no start and comes after the end begins again')
    else if (endReceivedAt && at.getTime() > endReceivedAt.getTime() + 2 * minute)
      assert.deepEqual([known.state, known.startedAt], ['firing', at], 'a new episode begins at its reception')
    else if (before.endedAt && event.startedAt <= before.endedAt)
      assert.deepEqual([kind, known.state, known.endedAt], ['late-copy', 'resolved', before.endedAt], 'a late copy opens nothing')
  } else if (before.state === 'resolved') {
    assert.deepEqual([known.state, known.endedAt], ['resolved', before.endedAt], 'a repeated end moves no earlier end')
  } else if (event.endedAt === null) assert.equal(known.state, 'resolved', 'an end without a time ends what fires')
  else if (kind === 'late-end') assert.equal(known.state, 'firing')
}

test(`${sequences} random lives of an alert follow the rules at every step`, () => {
  for (let seed = 1; seed <= sequences; seed += 1) {
    const received = createSequence(randomFrom(seed))
    let known: KnownAlert | null = null
    let endReceivedAt: Date | null = null
    received.forEach((one, index) => {
      const before: KnownAlert | null = known
      const verdict = judgeEvent(before, one.event, one.at)
      try {
        check(before, one, verdict, endReceivedAt)
      } catch (cause) {
        throw new Error(`Seed ${seed}, event ${index}: ${JSON.stringify(received.slice(0, index + 1))}`, { cause })
      }
      // An end that claims to be newer than any before it is one more end that was received.
      const isNewEnd = verdict.known.lateUntil?.getTime() !== (before as KnownAlert | null)?.lateUntil?.getTime()
      if (isNewEnd && one.event.state === 'resolved') endReceivedAt = one.at
      known = verdict.known
    })
  }
})
