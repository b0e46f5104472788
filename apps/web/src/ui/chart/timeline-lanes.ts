import type { Span } from './span.ts'

/** In which lane of its row each bar lies, so that none covers another; the order of the answer is that of the bars. */
export function assignLanes(bars: readonly { from: number; to: number | null }[]): number[] {
  const endOf = (index: number) => bars[index]?.to ?? Number.POSITIVE_INFINITY
  const startOf = (index: number) => bars[index]?.from ?? 0
  const inOrder = bars.map((_, index) => index).sort((a, b) => startOf(a) - startOf(b) || endOf(b) - endOf(a))
  const laneEnds: number[] = []
  const lanes: number[] = []
  for (const index of inOrder) {
    const free = laneEnds.findIndex((end) => end <= startOf(index))
    const lane = free === -1 ? laneEnds.length : free
    laneEnds[lane] = endOf(index)
    lanes[index] = lane
  }
  return lanes
}

export type EditKind = 'move' | 'start' | 'end' | 'create'

/** Never -0, which is another value than 0 where spans are compared. */
export const snapTo = (at: number, snapMs: number): number => Math.round(at / snapMs) * snapMs || 0

/**
 * What a bar becomes when it, or one of its ends, is moved by this much. It keeps to the grid, is never shorter than one step of it, and
 * stays as long as it was when it is moved.
 */
export function editSpan(kind: EditKind, { from, to }: Span, deltaMs: number, snapMs: number): Span {
  if (kind === 'move') {
    const moved = snapTo(from + deltaMs, snapMs)
    return { from: moved, to: moved + (to - from) }
  }
  if (kind === 'start') return { from: Math.min(snapTo(from + deltaMs, snapMs), to - snapMs), to }
  if (kind === 'end') return { from, to: Math.max(snapTo(to + deltaMs, snapMs), from + snapMs) }
  // Drawn from where the pointer went down, to either side.
  const start = Math.floor(from / snapMs) * snapMs
  const other = from + deltaMs
  return deltaMs < 0
    ? { from: Math.floor(other / snapMs) * snapMs, to: start + snapMs }
    : { from: start, to: Math.max(Math.ceil(other / snapMs) * snapMs, start + snapMs) }
}
