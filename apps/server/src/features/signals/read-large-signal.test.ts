import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignalReader } from './read-large-signal.ts'

const alerts = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ fingerprint: `${number}`, labels: { alertname: `Rule ${number}` } }))
const bodyOf = (value: unknown) => Buffer.from(JSON.stringify(value))

test('a body that takes more memory or time than its process may take is unreadable, and the next one is read', async () => {
  const read = createSignalReader({ heapMegabytes: 24, timeoutMs: 120_000, idleMs: 10 })
  const large = Buffer.from(`[${Array.from({ length: 600_000 }, (_, number) => `{"a${number}":1}`).join()}]`)
  const answers = await Promise.all([read('alertmanager', large), read('alertmanager', bodyOf({ alerts: alerts(3000) }))])
  assert.deepEqual(answers[0], { kind: 'unreadable', reason: 'Reading the body needs more memory than one signal may take.' })
  assert.equal(answers[1]?.kind === 'alerts' && answers[1].events.length, 3000)
  const hurried = createSignalReader({ heapMegabytes: 128, timeoutMs: 1, idleMs: 10 })
  const answer = await hurried('alertmanager', bodyOf({ alerts: alerts(3000) }))
  assert.deepEqual(answer, { kind: 'unreadable', reason: 'Reading the body takes longer than one signal may take.' })
})

test('a small body whose labels are copied into thousands of alerts is unreadable once they take too much', async () => {
  const commonLabels = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`label${number}`, 'x'.repeat(1000)]))
  const answer = await createSignalReader()('alertmanager', bodyOf({ commonLabels, alerts: Array(8000).fill({}) }))
  assert.equal(answer.kind, 'unreadable')
})
