import assert from 'node:assert/strict'
import { test } from 'node:test'
import { belowName } from './metric-dimensions.ts'

test('the own name of a metric stands below what people call it, and is not said twice', () => {
  const metric = { metric: 'node_filesystem_avail_bytes', dimensions: { mountpoint: '/var' } }
  assert.equal(belowName(metric, 'Free disk space'), 'node_filesystem_avail_bytes · mountpoint /var')
  assert.equal(belowName(metric, metric.metric), 'mountpoint /var')
})
