import assert from 'node:assert/strict'
import test from 'node:test'
import { alignLines, indexesWithin, lonePoints, nearestIndex, summarizeLine, valueAt } from './line-data.ts'

const line = (key: string, times: number[], values: (number | null)[] = times) => ({ key, label: key, times, values })
const valuesOf = (data: ReturnType<typeof alignLines>) => data.series.map(({ values }) => values)

test('breaks a line where a bucket is missing or has no number', () => {
  const data = alignLines([line('a', [0, 5, 10, 30, 35], [1, 2, 3, Number.NaN, 5])], 5)
  assert.deepEqual(data.times, [0, 5, 10, 15, 30, 35])
  assert.deepEqual(valuesOf(data), [[1, 2, 3, null, null, 5]])
})

test('takes the usual distance of the points where the length of a bucket is not given', () => {
  assert.deepEqual(valuesOf(alignLines([line('a', [0, 5, 10, 20])])), [[0, 5, 10, null, 20]])
  assert.deepEqual(valuesOf(alignLines([line('a', [7])])), [[7]])
  assert.deepEqual(alignLines([line('a', [])]), { times: [], series: [{ key: 'a', label: 'a', values: [] }] })
})

test('puts series of different buckets side by side without breaking the longer ones', () => {
  const data = alignLines([line('short', [0, 5, 10, 15, 20]), line('long', [0, 10, 20])])
  assert.deepEqual(valuesOf(data)[1], [0, undefined, 10, undefined, 20])
  assert.equal(valueAt(data.series[1]?.values ?? [], 3), 10)
})

test('finds the points within a span, and the one nearest to a moment', () => {
  const times = [10, 20, 30, 40]
  assert.deepEqual(indexesWithin(times, { from: 15, to: 30 }), { first: 1, last: 2 })
  assert.deepEqual(indexesWithin(times, { from: 31, to: 39 }), { first: 3, last: 2 })
  const bounds = { first: 0, last: 3 }
  assert.deepEqual(
    [-5, 14, 16, 38, 99].map((at) => nearestIndex(times, at, bounds)),
    [0, 0, 1, 3, 3],
  )
})

test('knows the points that no line goes through', () => {
  assert.deepEqual(lonePoints([1, null, 2, null, 3, undefined, 4]), [0, 2])
  assert.deepEqual(lonePoints([null, 1]), [1])
})

test('sums a line up, with the gaps between its points', () => {
  assert.deepEqual(summarizeLine([null, 4, null, null, -1, undefined, 3, null, 2, null], 0, 9), {
    lowest: -1,
    highest: 4,
    latest: 2,
    gaps: 2,
  })
  assert.equal(summarizeLine([null, undefined], 0, 1), null)
})
