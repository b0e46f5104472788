import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketEnd, bucketMilliseconds, bucketStart, lastClosedSlot, slotOf } from './bucket.ts'

/** Only while it runs: other files share the process. */
function inStockholm(run: () => void) {
  const zone = process.env.TZ
  process.env.TZ = 'Europe/Stockholm'
  try {
    run()
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
}

test('a day of 23 or 25 hours has as many buckets as it is long, each of five minutes and none twice', () =>
  inStockholm(() => {
    for (const [year, month, day, hours] of [
      [2026, 2, 29, 23],
      [2026, 9, 25, 25],
      [2026, 10, 23, 24],
    ] as const) {
      const [from, to] = [new Date(year, month, day).getTime(), new Date(year, month, day + 1).getTime()]
      assert.equal(slotOf(to) - slotOf(from), hours * 12)
      for (let at = from; at < to; at += bucketMilliseconds) {
        assert.deepEqual([bucketStart(slotOf(at)), bucketEnd(slotOf(at))], [at, at + bucketMilliseconds])
        assert.equal(lastClosedSlot(at + 90_000), slotOf(at) - 1)
        assert.equal(lastClosedSlot(at + 89_999), slotOf(at) - 2)
      }
    }
  }))
