import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signalFormats } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { type SnippetKind, snippetKindsFor, snippetsOf } from './source-snippets.ts'

const source = { origin: 'https://vakt.example.com', token: 'vakt_ing_x', formats: null, heartbeatName: null }
const textOf = (kind: SnippetKind, of: Parameters<typeof snippetsOf>[1] = source) =>
  snippetsOf(kind, of)
    .map(({ text }) => text)
    .join('\n')

test('snippets carry the address and the token of the source', () => {
  assert.match(
    textOf('alertmanager'),
    /url: https:\/\/vakt\.example\.com\/ingest\/v1\/alertmanager\n.*\n.*\n.*\n +credentials: vakt_ing_x\n/,
  )
  assert.equal(textOf('azure-monitor'), 'https://vakt.example.com/ingest/v1/azure-monitor/vakt_ing_x')
  assert.match(textOf('curl'), /Bearer vakt_ing_x/)
  for (const kind of snippetKindsFor(null)) {
    assert.match(textOf(kind), /https:\/\/vakt\.example\.com\/ingest\/v1\//, kind)
    assert.match(textOf(kind), /vakt_ing_x/, kind)
  }
})

test('only what the token may send is offered', () => {
  assert.deepEqual(snippetKindsFor(['azure-monitor']), ['azure-monitor', 'curl'])
  assert.deepEqual(snippetKindsFor(['prometheus']), ['prometheus'])
  for (const format of signalFormats)
    assert.match(textOf('curl', { ...source, formats: [format] }), new RegExp(`/v1/${format} [^]*-d '{`), format)
})

test('a heartbeat gets a route of its own, whatever its name holds', () => {
  assert.doesNotMatch(textOf('alertmanager'), /route/)
  const snippet = textOf('alertmanager', { ...source, heartbeatName: 'Watch"dog' })
  assert.ok(snippet.includes(String.raw`matchers: ["alertname=\"Watch\\\"dog\""]`))
})
