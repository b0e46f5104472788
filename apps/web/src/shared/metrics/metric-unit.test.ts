import assert from 'node:assert/strict'
import test from 'node:test'
import { unitOfLine, unitOfValue } from './metric-unit.ts'

const gauge = (metric: string, unit: string | null = null) => ({ metric, unit, kind: 'gauge' as const })
const counter = (metric: string, unit: string | null = null) => ({ metric, unit, kind: 'counter' as const })

test('units are known by the names that senders use, others stay as they were written', () => {
  assert.deepEqual(unitOfValue(gauge('Percentage CPU', 'Percent')), { unit: 'percent', suffix: '' })
  assert.deepEqual(unitOfValue(gauge('system.memory.usage', 'By')), { unit: 'bytes', suffix: '' })
  assert.deepEqual(unitOfValue(gauge('fan', 'rpm')), { unit: 'count', suffix: 'rpm' })
})

test('without a unit the end of the name says it, but a time of day is no duration', () => {
  assert.equal(unitOfValue(gauge('node_memory_MemFree_bytes')).unit, 'bytes')
  assert.equal(unitOfValue(gauge('scrape_duration_seconds')).unit, 'seconds')
  assert.equal(unitOfValue(gauge('process_start_time_seconds')).unit, 'count')
  assert.equal(unitOfValue(gauge('node_load1')).unit, 'count')
})

test('the line of a counter is its rate', () => {
  assert.equal(unitOfLine(counter('node_network_receive_bytes_total')).unit, 'bytesPerSecond')
  assert.deepEqual(unitOfLine(counter('orders_total', 'orders')), { unit: 'perSecond', suffix: 'orders' })
  assert.equal(unitOfLine(counter('node_cpu_seconds_total')).unit, 'count')
  assert.equal(unitOfLine(gauge('load', '%')).unit, 'percent')
})
