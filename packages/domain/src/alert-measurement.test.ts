import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMeasurement, readRunbookUrl } from './alert-measurement.ts'

test('reads the criteria of Azure Monitor and the annotations of Alertmanager', () => {
  assert.deepEqual(readMeasurement('Percentage CPU', { metricValue: '97.123456', threshold: '90', operator: 'GreaterThan' }), {
    metric: 'Percentage CPU',
    value: '97.12',
    threshold: '90',
    operator: '>',
  })
  assert.deepEqual(readMeasurement(null, { value: '19 %', threshold: '5 %' }), {
    metric: null,
    value: '19 %',
    threshold: '5 %',
    operator: null,
  })
})

test('of a rule of our own value and limit are read with their unit', () => {
  const labels = { metricValue: '59.544', value_with_unit: '59.54 %', threshold: '5', threshold_with_unit: '5 %', operator: '>' }
  assert.deepEqual(readMeasurement('CPU', labels), { metric: 'CPU', value: '59.54 %', threshold: '5 %', operator: '>' })
})

test('tells nothing without a value, and nothing that would not fit a line', () => {
  assert.equal(readMeasurement('cpu', { threshold: '90' }), null)
  assert.equal(readMeasurement('cpu', { value: 'x'.repeat(61) }), null)
  assert.equal(readMeasurement('cpu', { value: 'one\ntwo' }), null)
})

test('a runbook is a web address without a password', () => {
  assert.equal(readRunbookUrl({ runbook_url: 'https://wiki.example/disk' }), 'https://wiki.example/disk')
  for (const address of ['javascript:alert(1)', 'https://', 'https://a:b@wiki.example/', 'ftp://x', ''])
    assert.equal(readRunbookUrl({ runbook_url: address }), null, address)
  assert.equal(readRunbookUrl({}), null)
})
