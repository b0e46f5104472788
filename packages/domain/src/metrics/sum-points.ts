import { type Buckets, createBuckets } from './bucket-columns.ts'
import { pointsPerStep, sortInSteps } from './sort-in-steps.ts'

/** Points of one bucket in columns: series number, milliseconds since the bucket began, value. */
export type PointBatch = { no: Int32Array; offset: Uint32Array; value: Float64Array }

type Totals = { isCounter: Uint8Array; before: Float64Array; until: ReadonlyMap<number, number> }

/**
 * What counters had before a bucket: the last total of each within an hour before it, or NaN. `until` holds those whose last total is older than
 * an hour for a part of the bucket: the last offset at which a first point still counts from it.
 */
export type TotalsBefore = { before: ReadonlyMap<number, number>; until: ReadonlyMap<number, number> }

const noTotals: TotalsBefore = { before: new Map(), until: new Map() }

/**
 * Sums up the points of one bucket, by series. Of two points of one series and time the first counts, so points that were sent twice change
 * nothing. The sum of a counter is NaN where it has a single point, before which nothing is known.
 */
export function sumPoints(batches: readonly PointBatch[], totals?: TotalsBefore): Buckets {
  const steps = sumInSteps(batches, totals)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** As `sumPoints`, in steps of some milliseconds each, as long as no batch is longer than `pointsPerStep`. */
export function* sumInSteps(
  batches: readonly PointBatch[],
  { before, until }: TotalsBefore = noTotals,
): Generator<undefined, Buckets, undefined> {
  const length = findHighest(batches) + 1
  const all = createBuckets(length)
  const totals = { ...listTotals(before, length), until }
  const latest = new Int32Array(length).fill(-1)
  const unordered = new Set<number>()
  for (const { no, offset, value } of batches) {
    for (let i = 0; i < no.length; i++) {
      const series = no[i] as number
      if ((offset[i] as number) > (latest[series] as number)) {
        latest[series] = offset[i] as number
        addPoint(all, totals, series, offset[i] as number, value[i] as number)
      } else unordered.add(series)
    }
    yield
  }
  if (unordered.size > 0) yield* sumUnordered(all, totals, batches, unordered)
  return withoutEmpty(all)
}

function findHighest(batches: readonly PointBatch[]): number {
  let highest = -1
  for (const { no } of batches) for (const series of no) if (series > highest) highest = series
  return highest
}

function listTotals(counters: ReadonlyMap<number, number>, length: number): Omit<Totals, 'until'> {
  const totals = { isCounter: new Uint8Array(length), before: new Float64Array(length) }
  for (const [series, before] of counters) {
    if (series >= length) continue
    totals.isCounter[series] = 1
    totals.before[series] = before
  }
  return totals
}

function addPoint(all: Buckets, totals: Totals, series: number, offset: number, value: number): void {
  const isFirst = all.count[series] === 0
  all.count[series] = (all.count[series] as number) + 1
  if (isFirst || value < (all.min[series] as number)) all.min[series] = value
  if (isFirst || value > (all.max[series] as number)) all.max[series] = value
  if (totals.isCounter[series])
    addIncrease(all, series, isFirst ? totalBefore(totals, series, offset) : (all.last[series] as number), value)
  else all.sum[series] = isFirst ? value : (all.sum[series] as number) + value
  all.last[series] = value
}

/** NaN where nothing is known, or only a total that is more than an hour older. */
const totalBefore = ({ before, until }: Totals, series: number, offset: number): number =>
  offset <= (until.get(series) ?? Number.POSITIVE_INFINITY) ? (before[series] as number) : Number.NaN

/** A total that became smaller began again at 0. What is not known is no increase of 0: of a single point the sum stays NaN. */
function addIncrease(all: Buckets, series: number, from: number, to: number): void {
  const added = Number.isNaN(from) ? Number.NaN : to >= from ? to - from : to
  const sum = all.count[series] === 1 ? Number.NaN : (all.sum[series] as number)
  all.sum[series] = Number.isNaN(sum) ? added : sum + added
}

/** Series whose points came out of order, or twice, are summed up again in the order of time. */
function* sumUnordered(
  all: Buckets,
  totals: Totals,
  batches: readonly PointBatch[],
  unordered: ReadonlySet<number>,
): Generator<undefined, void, undefined> {
  const points = yield* gather(batches, unordered, all.count.length)
  for (const series of unordered) all.count[series] = 0
  const order = yield* sortInSteps(points.key)
  let last = -1
  for (const [place, index] of order.entries()) {
    if (place % pointsPerStep === 0) yield
    const key = points.key[index] as number
    // Of two at one time the first to come stands first.
    if (key === last) continue
    last = key
    addPoint(all, totals, Math.floor(key / offsetsPerSeries), key % offsetsPerSeries, points.value[index] as number)
  }
}

/** More than the milliseconds of a bucket, so that series and time are one number to sort by. */
const offsetsPerSeries = 2 ** 20

/** The points of these series in the order in which they came. */
function* gather(
  batches: readonly PointBatch[],
  wanted: ReadonlySet<number>,
  length: number,
): Generator<undefined, { key: Float64Array; value: Float64Array }, undefined> {
  const isWanted = new Uint8Array(length)
  for (const series of wanted) isWanted[series] = 1
  let count = 0
  for (const { no } of batches) {
    for (let i = 0; i < no.length; i++) count += isWanted[no[i] as number] as number
    yield
  }
  const found = { key: new Float64Array(count), value: new Float64Array(count) }
  let at = 0
  for (const { no, offset, value } of batches) {
    for (let i = 0; i < no.length; i++) {
      if (!isWanted[no[i] as number]) continue
      found.key[at] = (no[i] as number) * offsetsPerSeries + (offset[i] as number)
      found.value[at] = value[i] as number
      at += 1
    }
    yield
  }
  return found
}

function withoutEmpty(all: Buckets): Buckets {
  let length = 0
  for (const count of all.count) if (count > 0) length++
  const found = createBuckets(length)
  for (let series = 0, row = 0; series < all.count.length; series++) {
    if (!all.count[series]) continue
    found.no[row] = series
    found.count[row] = all.count[series] as number
    found.sum[row] = all.sum[series] as number
    found.min[row] = all.min[series] as number
    found.max[row] = all.max[series] as number
    found.last[row] = all.last[series] as number
    row++
  }
  return found
}
