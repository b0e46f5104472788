/** What the clock of the server says more than the time since the page began; the most that any answer has shown. */
let aheadMs = Number.NEGATIVE_INFINITY

/**
 * Learns the time of the server from an answer. `Date` is whole seconds and was written before the answer came, so that the greatest difference
 * is nearest; one that was kept by the browser is old, and changes nothing.
 */
export function noteServerTime(headers: Headers, elapsedMs = performance.now()): void {
  const at = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(at)) aheadMs = Math.max(aheadMs, at - elapsedMs)
}

/** The time by the clock of the server, by which it says when things happened; before the first answer by that of the browser. */
export const serverNow = (elapsedMs = performance.now()): number =>
  aheadMs === Number.NEGATIVE_INFINITY ? Date.now() : Math.round(aheadMs + elapsedMs)
