import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestRules } from './suggest-rules.ts'

test('suggests rules for the metrics that exist and are not watched', () => {
  const metrics = [
    { metricName: 'Percentage CPU', unit: '%' },
    { metricName: 'Available Memory Percentage', unit: '%' },
    { metricName: 'Http5xx', unit: null },
    { metricName: 'HttpResponseTime', unit: 'milliseconds' },
    { metricName: 'queue length', unit: null },
  ]
  const kinds = (watched: string[]) => suggestRules(metrics, new Set(watched)).map(({ kind, metricName }) => `${kind}: ${metricName}`)
  assert.deepEqual(kinds([]), ['cpu: Percentage CPU', 'memory-free: Available Memory Percentage', 'http-errors: Http5xx'])
  assert.deepEqual(kinds(['Percentage CPU', 'Http5xx']), ['memory-free: Available Memory Percentage'])
})
