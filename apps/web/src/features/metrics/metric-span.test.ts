import assert from 'node:assert/strict'
import test from 'node:test'
import { lastSpan, readMetricSpan, stepMinutesOf } from './metric-span.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

test('a day is shown unless the address asks for something else', () => {
  assert.deepEqual(readMetricSpan({}, now), { span: '24h', zoom: null })
  assert.deepEqual(readMetricSpan({ span: '7d' }, now), { span: '7d', zoom: null })
  assert.deepEqual(readMetricSpan({ span: '6h', from: ago(2), to: ago(1) }, now), {
    span: '6h',
    zoom: { from: Date.parse(ago(2)), to: Date.parse(ago(1)) },
  })
})

test('a zoom that the span has left behind is shown within a longer one, and after a month not at all', () => {
  assert.equal(readMetricSpan({ span: '1h', from: ago(30), to: ago(29) }, now).span, '7d')
  assert.deepEqual(readMetricSpan({ span: '1h', from: ago(800), to: ago(790) }, now), { span: '1h', zoom: null })
})

test('a zoom that ends before it begins is none, and none goes beyond now', () => {
  assert.equal(readMetricSpan({ from: ago(1), to: ago(2) }, now).zoom, null)
  assert.equal(readMetricSpan({ from: ago(1), to: ago(-5) }, now).zoom?.to, now)
})

test('a month is drawn by the hour, a part of it by five minutes', () => {
  assert.equal(stepMinutesOf(lastSpan('30d', now)), 60)
  assert.equal(stepMinutesOf(lastSpan('7d', now)), 5)
})
