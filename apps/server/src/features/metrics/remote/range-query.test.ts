import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aggregateQuery, rangeParameters, selectorOf, slotOfTime } from './range-query.ts'

test('labels are quoted, whatever they hold', () => {
  assert.equal(
    selectorOf({ __name__: 'a"b\\c', path: '/\n}', 'host.name': 'x' }),
    String.raw`{__name__="a\"b\\c",path="/\n}","host.name"="x"}`,
  )
})

test('each number of a bucket is a function over its range; of counters increase and rate', () => {
  assert.equal(aggregateQuery('{a="b"}', 'avg', 'gauge'), 'avg_over_time({a="b"}[5m])')
  assert.equal(aggregateQuery('{a="b"}', 'sum', 'counter', 12), 'increase({a="b"}[60m])')
  assert.equal(aggregateQuery('{a="b"}', 'avg', 'delta'), 'sum_over_time({a="b"}[5m]) / 300')
})

test('a bucket is asked for one millisecond before its end, and found again by that time', () => {
  const { start, end, step } = rangeParameters('q', { from: 10, to: 12 })
  assert.deepEqual([start, end, step], ['3299.999', '3599.999', '300'])
  assert.deepEqual([slotOfTime(Number(start)), slotOfTime(Number(end))], [10, 11])
  const hourly = rangeParameters('q', { from: 12, to: 36 }, 12)
  assert.deepEqual([slotOfTime(Number(hourly.start), 12), slotOfTime(Number(hourly.end), 12)], [12, 24])
})
