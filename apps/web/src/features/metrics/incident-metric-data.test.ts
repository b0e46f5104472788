import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MetricTrend } from '@vakt/contract/metrics.ts'
import { limitOfAlert, seriesOfAlert, spanAround } from './incident-metric-data.ts'

const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`)
const opened = '2026-03-02T10:00:00Z'

test('the span begins before the incident, ends after it, and is a day at most', () => {
  const short = spanAround({ openedAt: opened, resolvedAt: '2026-03-02T10:20:00Z' }, at('20:00'))
  assert.deepEqual(short, { span: { from: at('08:30'), to: at('11:20') }, isLive: false })
  const open = spanAround({ openedAt: opened, resolvedAt: null }, at('10:05'))
  assert.deepEqual(open, { span: { from: at('08:30'), to: at('10:05') }, isLive: true })
  const old = spanAround({ openedAt: opened, resolvedAt: null }, at('10:00') + 10 * 86_400_000)
  assert.deepEqual(old, { span: { from: at('08:30'), to: at('10:00') + 86_400_000 }, isLive: false })
})

const trend = (seriesId: string, dimensions: Record<string, string>): MetricTrend => ({
  seriesId,
  entityId: 'e',
  metric: 'disk',
  dimensions,
  kind: 'gauge',
  unit: null,
  latest: null,
  values: [],
})

test('of several series the one that the alert names is drawn, and none where that is not clear', () => {
  const trends = [trend('1', { mountpoint: '/' }), trend('2', { mountpoint: '/var' })]
  assert.equal(seriesOfAlert(trends, { labels: { mountpoint: '/var' }, description: '' })?.seriesId, '2')
  assert.equal(seriesOfAlert(trends, { labels: {}, description: '/ on vm-1 is almost full: 4 % is left.' })?.seriesId, '1')
  assert.equal(seriesOfAlert(trends, { labels: {}, description: 'The disk is almost full.' }), undefined)
  assert.equal(seriesOfAlert(trends.slice(0, 1), { labels: {}, description: '' })?.seriesId, '1')
  assert.deepEqual([limitOfAlert({ labels: { threshold: '85' } }), limitOfAlert({ labels: { threshold: 'high' } })], [85, null])
})
