import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignalFormat } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { readAtOnce } from '#server/features/signals/read-signal.ts'
import { readFixture } from './fixtures/read-fixture.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const zabbix = readFixture('zabbix-problem') as object
const eventBridge = readFixture('cloudwatch-eventbridge') as { Message: string }

function withReasonData(text: string): unknown {
  const message = JSON.parse(eventBridge.Message)
  message.detail.state.reasonData = text
  return { ...eventBridge, Message: JSON.stringify(message) }
}

/** Each place where a format has JSON within JSON, and what becomes of the body when that is too deep. */
const places: [SignalFormat, (text: string) => unknown, 'refused' | 'left out'][] = [
  ['google-cloud', (text) => ({ message: { data: base64(text) } }), 'refused'],
  ['cloudwatch-sns', (text) => ({ Type: 'Notification', Message: text }), 'refused'],
  ['cloudwatch-sns', withReasonData, 'left out'],
  ['zabbix', (text) => ({ ...zabbix, tags: text }), 'left out'],
]

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const wide = `[${'0,'.repeat(2_000_000)}0]`
const faults = [
  [deep(100_000), 'The body is nested deeper than 200 levels.'],
  [wide, 'The body holds more than 2,000,000 values.'],
] as const

test('JSON within JSON has the bounds of a body, and is not parsed beyond them', (t) => {
  const parse = t.mock.method(JSON, 'parse')
  for (const [format, place, outcome] of places)
    for (const [text, reason] of faults) {
      const body = Buffer.from(JSON.stringify(place(text)))
      parse.mock.resetCalls()
      const content = readAtOnce(format, body)
      assert.ok(!parse.mock.calls.some(({ arguments: [parsed] }) => parsed === text), `${format} was parsed`)
      if (outcome === 'refused') assert.equal('reason' in content && content.reason, reason)
      else assert.equal(content.kind, 'alerts')
    }
  const form = new URLSearchParams({ payload: deep(100_000) }).toString()
  assert.deepEqual(readAtOnce('datadog', Buffer.from(form)), { kind: 'unreadable', reason: faults[0][1] })
})
