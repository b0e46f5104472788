import { gracePeriodMilliseconds, lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'

/** A time in which points were taken, in milliseconds. */
export type TakenSpan = { from: number; to: number }

/**
 * The last bucket whose points could be sent for the whole grace period after its end: in one piece, so that after a downtime senders have time to
 * send again. Where points are taken for shorter pieces only, again and again, twice the grace period in all is enough. `taken` are in the order of their
 * beginnings and may overlap. Null where nothing was taken for long enough.
 */
export function lastReceivedSlot(taken: readonly TakenSpan[], now: number): number | null {
  const spans = merge(taken, now)
  const whole = spans.findLast(({ from, to }) => to - from >= gracePeriodMilliseconds)
  const moments = [whole?.to, findReceived(spans, 2 * gracePeriodMilliseconds)].filter((moment) => moment !== undefined)
  return moments.length > 0 ? lastClosedSlot(Math.max(...moments)) : null
}

/** The latest moment a grace period after one since which points were taken for so long in all. */
function findReceived(spans: readonly TakenSpan[], milliseconds: number): number | undefined {
  let left = milliseconds
  for (const { from, to } of spans.toReversed()) {
    if (to - from >= left) return to - left + gracePeriodMilliseconds
    left -= to - from
  }
  return undefined
}

function merge(taken: readonly TakenSpan[], now: number): TakenSpan[] {
  const spans: TakenSpan[] = []
  for (const { from, to } of taken) {
    const last = spans.at(-1)
    const end = Math.min(to, now)
    if (end < from) continue
    if (last && from <= last.to) last.to = Math.max(last.to, end)
    else spans.push({ from, to: end })
  }
  return spans
}
