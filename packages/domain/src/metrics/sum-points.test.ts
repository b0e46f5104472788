import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aggregateOf, bucketEnd, bucketStart, lastClosedSlot, mergeBuckets, slotOf } from './bucket.ts'
import { listBuckets } from './bucket-columns.ts'
import { keepFuller, mergeColumns } from './merge-columns.ts'
import { pointsPerStep } from './sort-in-steps.ts'
import { type PointBatch, sumInSteps, sumPoints } from './sum-points.ts'

type Point = [no: number, offset: number, value: number]
const batchOf = (points: Point[]): PointBatch => ({
  no: Int32Array.from(points, ([no]) => no),
  offset: Uint32Array.from(points, ([, offset]) => offset),
  value: Float64Array.from(points, ([, , value]) => value),
})
const sum = (batches: Point[][], before: Map<number, number> = new Map(), until: Map<number, number> = new Map()) =>
  listBuckets(sumPoints(batches.map(batchOf), { before, until })).map(({ no, bucket: b }) => [no, b.count, b.sum, b.min, b.max, b.last])

test('a bucket begins with its first moment, ends before its last, and is closed 90 s later', () => {
  assert.deepEqual([slotOf(299_999), slotOf(300_000), bucketStart(1), bucketEnd(1)], [0, 1, 300_000, 600_000])
  assert.deepEqual([lastClosedSlot(600_000 + 89_999), lastClosedSlot(600_000 + 90_000)], [0, 1])
})

test('points are summed up whatever their order, and counted once however often they came', () => {
  const points: Point[] = [
    [7, 0, 1],
    [7, 15_000, 5],
    [7, 30_000, -3],
    [9, 0, 2],
  ]
  const expected = [
    [7, 3, 3, -3, 5, -3],
    [9, 1, 2, 2, 2, 2],
  ]
  assert.deepEqual(sum([points]), expected)
  assert.deepEqual(sum([points.toReversed()]), expected)
  assert.deepEqual(sum([points, points, points.toReversed()]), expected)
  assert.deepEqual(sum([[[1, 0, 4]], [[1, 0, 8]]]), [[1, 1, 4, 4, 4, 4]])
  assert.deepEqual(sum([]), [])
})

test('a counter is its increase, from the bucket before and through a restart, whatever the order of its points', () => {
  const points: Point[] = [
    [3, 0, 110],
    [3, 60_000, 120],
    [3, 120_000, 5],
    [3, 180_000, 7],
  ]
  const after = new Map([[3, 100]])
  assert.deepEqual(sum([points], after), [[3, 4, 27, 5, 120, 7]])
  assert.deepEqual(sum([points.toReversed()], after), [[3, 4, 27, 5, 120, 7]])
  assert.deepEqual(sum([points], new Map([[3, Number.NaN]])), [[3, 4, 17, 5, 120, 7]])
})

test('of a counter whose total before is not known, or more than an hour old, a single point is no increase of 0', () => {
  const unknown = new Map([[3, Number.NaN]])
  const one: Point[] = [[3, 60_000, 110]]
  const two: Point[] = [...one, [3, 120_000, 112]]
  assert.deepEqual(sum([one], unknown), [[3, 1, Number.NaN, 110, 110, 110]])
  assert.deepEqual(sum([two.toReversed()], unknown), [[3, 2, 2, 110, 112, 112]])
  const known = new Map([[3, 100]])
  assert.deepEqual(sum([one], known, new Map([[3, 60_000]])), [[3, 1, 10, 110, 110, 110]])
  assert.deepEqual(sum([one], known, new Map([[3, 59_999]])), [[3, 1, Number.NaN, 110, 110, 110]])
  assert.deepEqual(sum([two], known, new Map([[3, 59_999]])), [[3, 2, 2, 110, 112, 112]])
  const merge = (...sums: number[]) => mergeBuckets(sums.map((sum) => ({ count: 1, sum, min: 0, max: 0, last: 0 }))).sum
  assert.deepEqual([merge(Number.NaN, 5, 3), merge(5, Number.NaN), merge(Number.NaN)], [8, 5, Number.NaN])
})

test('the average of a counter is its rate per second, over however long a span', () => {
  const bucket = { count: 20, sum: 600, min: 1, max: 601, last: 601 }
  assert.equal(aggregateOf(bucket, 'avg', 'counter'), 2)
  assert.equal(aggregateOf(mergeBuckets([bucket, bucket]), 'avg', 'counter', 2), 2)
  assert.equal(aggregateOf(bucket, 'avg', 'gauge'), 30)
  assert.equal(aggregateOf(bucket, 'max', 'counter'), 601)
})

test('steps are made of their buckets', () => {
  const buckets = sumPoints([
    batchOf([
      [0, 0, 4],
      [11, 0, 2],
      [12, 0, 9],
    ]),
  ])
  assert.deepEqual(listBuckets(mergeColumns(buckets, 12)), [
    { no: 0, bucket: { count: 2, sum: 6, min: 2, max: 4, last: 2 } },
    { no: 1, bucket: { count: 1, sum: 9, min: 9, max: 9, last: 9 } },
  ])
})

test('of what is known and what is left of the log the fuller counts, series by series', () => {
  const known = sumPoints([
    batchOf([
      [1, 0, 1],
      [1, 1, 2],
      [2, 0, 5],
    ]),
  ])
  const fresh = sumPoints([
    batchOf([
      [1, 2, 9],
      [2, 0, 5],
      [2, 1, 6],
      [3, 0, 1],
    ]),
  ])
  assert.deepEqual(
    listBuckets(keepFuller([known], fresh)).map(({ no, bucket }) => [no, bucket.sum]),
    [
      [1, 3],
      [2, 11],
      [3, 1],
    ],
  )
})

/** Pseudo-random numbers below `end`, the same in each run. */
function numbersFrom(seed: number) {
  let state = seed
  return (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
}

test('points in any order, and any of them twice, are summed up as if they had come in order and once', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const below = numbersFrom(seed)
    const points = Array.from({ length: below(200) }, (): Point => [below(5), below(40), below(9)])
    const first = new Map<string, Point>()
    for (const point of points) if (!first.has(`${point[0]} ${point[1]}`)) first.set(`${point[0]} ${point[1]}`, point)
    const counters = new Map([[below(5), below(9)]])
    const inOrder = [...first.values()].sort(([a, at], [b, bt]) => a - b || at - bt)
    const size = 1 + below(50)
    const batches = Array.from({ length: Math.ceil(points.length / size) }, (_, index) => points.slice(index * size, (index + 1) * size))
    assert.deepEqual(sum(batches, counters), sum([inOrder], counters), `seed ${seed}`)
  }
})

test('a million points of one series out of order are summed up in many small steps', () => {
  const count = 1_000_000
  const parts = Math.ceil(count / pointsPerStep)
  const batches = Array.from({ length: parts }, (_, part) => {
    const length = Math.min(pointsPerStep, count - part * pointsPerStep)
    const [no, value] = [new Int32Array(length).fill(3), new Float64Array(length).fill(1)]
    return {
      no,
      offset: Uint32Array.from(no, (_one, index) => 299_999 - Math.floor(((part * pointsPerStep + index) * 300_000) / count)),
      value,
    }
  })
  const steps = sumInSteps(batches)
  let taken = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) taken += 1
  assert.deepEqual(
    listBuckets(step.value).map(({ no, bucket }) => [no, bucket.count, bucket.sum]),
    [[3, 300_000, 300_000]],
  )
  // Three times through the points, twenty merges, and once through them in order.
  assert.ok(taken > 20 * parts, String(taken))
})
