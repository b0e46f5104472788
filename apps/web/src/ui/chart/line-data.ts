import type { Span } from './span.ts'

export type LineSeries = {
  key: string
  label: string
  /** Milliseconds since 1970, ascending. */
  times: readonly number[]
  /** One for each time. Null breaks the line, as does a time that is missing. */
  values: readonly (number | null)[]
}

/** Several series over the same times. Undefined is a time that only others have, null a gap. */
export type LineValues = readonly (number | null | undefined)[]
export type AlignedLines = { times: number[]; series: { key: string; label: string; values: LineValues }[] }

/** The usual distance of two points; with less than two points there is none. */
function usualStep(times: readonly number[]): number {
  const distances = times.slice(1, 200).map((at, index) => at - (times[index] ?? at))
  return distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? Number.POSITIVE_INFINITY
}

/** With a null where points are missing. */
function withGaps({ times, values }: LineSeries, stepMs: number | undefined): Map<number, number | null> {
  const step = stepMs ?? usualStep(times)
  const found = new Map<number, number | null>()
  times.forEach((at, index) => {
    const previous = times[index - 1]
    if (previous !== undefined && at - previous > step * 1.5) found.set(previous + step, null)
    const value = values[index]
    found.set(at, value !== undefined && value !== null && Number.isFinite(value) ? value : null)
  })
  return found
}

/** Puts series on the times that any of them has. `stepMs` is the length of a bucket; without it, the usual distance of the points. */
export function alignLines(series: readonly LineSeries[], stepMs?: number): AlignedLines {
  const maps = series.map((one) => withGaps(one, stepMs))
  const times = [...new Set(maps.flatMap((map) => [...map.keys()]))].sort((a, b) => a - b)
  return {
    times,
    series: series.map(({ key, label }, index) => ({ key, label, values: times.map((at) => maps[index]?.get(at)) })),
  }
}

/** The index of the first time that is not before this one; the length if there is none. */
function firstFrom(times: readonly number[], at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** The first and the last index within the span; the last is smaller than the first where it holds none. */
export const indexesWithin = (times: readonly number[], { from, to }: Span): { first: number; last: number } => ({
  first: firstFrom(times, from),
  last: firstFrom(times, to + 1) - 1,
})

/** The index of the time that is nearest to this, between these two. */
export function nearestIndex(times: readonly number[], at: number, { first, last }: { first: number; last: number }): number {
  const after = Math.min(Math.max(firstFrom(times, at), first), last)
  const before = Math.max(after - 1, first)
  return at - (times[before] ?? 0) < (times[after] ?? 0) - at ? before : after
}

/** The value of a series at a time that others have: its own last one before it. Null in a gap. */
export function valueAt(row: LineValues, index: number): number | null {
  for (let place = index; place >= 0; place--) {
    const value = row[place]
    if (value !== undefined) return value
  }
  return null
}

/** Points without a neighbour: no line goes through them, so that each is drawn as a dot. */
export function lonePoints(row: LineValues): number[] {
  const own = row.flatMap((value, index) => (value === undefined ? [] : [index]))
  const isPoint = (place: number) => typeof row[own[place] ?? -1] === 'number'
  return own.filter((_, place) => isPoint(place) && !isPoint(place - 1) && !isPoint(place + 1))
}

export type LineSummary = { lowest: number; highest: number; latest: number; gaps: number }

/** What there is to say about one line between two indexes; null where it has no point. */
export function summarizeLine(row: LineValues, first: number, last: number): LineSummary | null {
  const own = row.slice(first, last + 1).filter((value) => value !== undefined)
  const points = own.filter((value) => value !== null)
  const latest = points.at(-1)
  if (latest === undefined) return null
  let lowest = latest
  let highest = latest
  for (const value of points) {
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  const until = own.lastIndexOf(latest)
  const isGapStart = (place: number) => own[place] === null && typeof own[place - 1] === 'number' && place < until
  return { lowest, highest, latest, gaps: own.filter((_, place) => isGapStart(place)).length }
}
