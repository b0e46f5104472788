import assert from 'node:assert/strict'
import test from 'node:test'
import type { MetricBuckets } from '@vakt/contract/metrics.ts'
import { linesOf } from './metric-lines.ts'

const names = { average: 'Average', highest: 'Highest', lowest: 'Lowest' }
const at = [0, 300, 600].map((second) => Date.parse('2026-11-23T12:00:00Z') / 1000 + second)
const buckets = (change: Partial<MetricBuckets>): MetricBuckets => ({
  ...{ metric: 'load', dimensions: {}, kind: 'gauge', unit: null, stepSeconds: 300, closedTo: '2026-11-23T12:10:00.000Z', at },
  ...{ count: [1, 1, 1], avg: [1, 2, 3], min: [0, 1, 2], max: [4, 5, 6], sum: [1, 2, 3], last: [1, 2, 3] },
  ...change,
})

test('a gauge is drawn to its newest value, a rate only as far as buckets are closed', () => {
  assert.deepEqual(linesOf(buckets({}), 'Load', names)[0]?.values, [1, 2, 3])
  assert.deepEqual(linesOf(buckets({ kind: 'counter' }), 'Load', names)[0]?.values, [1, 2])
})

test('hours of a gauge have their highest and lowest values beside the average', () => {
  const lines = linesOf(buckets({ stepSeconds: 3600 }), 'Load', names)
  assert.deepEqual(
    lines.map(({ label, values }) => [label, values.at(-1)]),
    [
      ['Average', 3],
      ['Highest', 6],
      ['Lowest', 2],
    ],
  )
})
