import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketMilliseconds as bucket, bucketEnd, gracePeriodMilliseconds as grace, lastClosedSlot } from './bucket.ts'
import { lastReceivedSlot } from './reception.ts'

const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
const second = 1000

test('without a gap a bucket closes a grace period after its end, however many processes take points by turns', () => {
  for (const now of [bucketEnd(10) + grace - 1, bucketEnd(10) + grace]) {
    assert.equal(lastReceivedSlot([always], now), lastClosedSlot(now))
    const rolling = [
      { from: 0, to: bucketEnd(8) + 3 * second },
      { from: bucketEnd(8), to: bucketEnd(9) },
      { from: bucketEnd(9) - second, to: now },
    ]
    assert.equal(lastReceivedSlot(rolling, now), lastClosedSlot(now))
  }
})

test('after a downtime what ended in it, or shortly before, closes when senders had the grace period to send again', () => {
  const down = bucketEnd(10) + 30 * second
  const up = bucketEnd(12) + 100 * second
  const closedAt = (now: number) =>
    lastReceivedSlot(
      [
        { from: 0, to: down },
        { from: up, to: now },
      ],
      now,
    )
  assert.equal(closedAt(up), 9)
  assert.equal(closedAt(up + grace - 1), 9)
  assert.equal(closedAt(up + grace), 12)
  assert.equal(closedAt(bucketEnd(13) + grace), 13)
})

test('at the first start nothing closes before the grace period is over', () => {
  assert.equal(lastReceivedSlot([], bucketEnd(3)), null)
  assert.equal(lastReceivedSlot([{ from: bucketEnd(3), to: bucketEnd(3) + grace - 1 }], bucketEnd(3) + grace - 1), null)
  assert.equal(lastReceivedSlot([{ from: bucketEnd(3), to: bucketEnd(3) + grace }], bucketEnd(3) + grace), 3)
})

test('processes that never live for a grace period delay a bucket by a few pieces, not for ever', () => {
  const spans = Array.from({ length: 20 }, (_, index) => ({ from: index * 100 * second, to: index * 100 * second + 60 * second }))
  const now = spans.at(-1)?.to ?? 0
  // 180 s in three pieces: since the beginning of the last but two.
  assert.equal(lastReceivedSlot(spans, now), Math.floor((1700 * second) / bucket) - 1)
  for (let at = 400 * second; at < now; at += 7 * second)
    assert.ok((lastReceivedSlot(spans, at + second) ?? 0) >= (lastReceivedSlot(spans, at) ?? 0))
})
