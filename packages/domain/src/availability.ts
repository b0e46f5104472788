/** From its first moment until just before its last; milliseconds since 1970. */
export type Span = { from: number; to: number }

export type Availability = {
  /** How long was looked at, in milliseconds, and how much of it service windows held. */
  total: number
  inWindows: number
  /** How long it was unavailable, and how much of that was within windows. */
  down: number
  downInWindows: number
  /** Shares between 0 and 1; null where no time is left to judge by. */
  withWindows: number | null
  withoutWindows: number | null
}

/** In order, none touching the next, within the bounds. */
function mergeSpans(spans: readonly Span[], bounds: Span): Span[] {
  const merged: Span[] = []
  const within = spans.map(({ from, to }) => ({ from: Math.max(from, bounds.from), to: Math.min(to, bounds.to) }))
  for (const span of within.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push(span)
  }
  return merged
}

const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0)

const shareUp = (down: number, total: number) => (total > 0 ? 1 - down / total : null)

/**
 * The share of a period in which something was available: the time without an outage, by all time (with windows), and by the time outside
 * service windows (without them). Overlapping outages and windows count once.
 */
export function availabilityOf(period: Span, outages: readonly Span[], windows: readonly Span[]): Availability {
  const total = Math.max(0, period.to - period.from)
  const [ownOutages, ownWindows] = [mergeSpans(outages, period), mergeSpans(windows, period)]
  const down = lengthOf(ownOutages)
  const inWindows = lengthOf(ownWindows)
  const either = lengthOf(mergeSpans([...ownOutages, ...ownWindows], period))
  const downInWindows = down + inWindows - either
  return {
    total,
    inWindows,
    down,
    downInWindows,
    withWindows: shareUp(down, total),
    withoutWindows: shareUp(down - downInWindows, total - inWindows),
  }
}
