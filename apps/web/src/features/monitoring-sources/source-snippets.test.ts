import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snippetKindsFor, snippetOf } from './source-snippets.ts'

const source = { origin: 'https://vakt.example.com', token: 'vakt_ing_x', formats: null, heartbeatName: null }

test('snippets carry the address and the token of the source', () => {
  assert.match(
    snippetOf('alertmanager', source),
    /url: https:\/\/vakt\.example\.com\/ingest\/v1\/alertmanager\n.*\n.*\n.*\n +credentials: vakt_ing_x\n/,
  )
  assert.equal(snippetOf('azure-monitor', source), 'https://vakt.example.com/ingest/v1/azure-monitor/vakt_ing_x')
  assert.match(snippetOf('curl', source), /Bearer vakt_ing_x/)
})

test('only what the token may send is offered', () => {
  assert.deepEqual(snippetKindsFor(['azure-monitor']), ['azure-monitor', 'curl'])
  assert.match(snippetOf('curl', { ...source, formats: ['azure-monitor'] }), /v1\/azure-monitor /)
})

test('a heartbeat gets a route of its own, whatever its name holds', () => {
  assert.doesNotMatch(snippetOf('alertmanager', source), /route/)
  const snippet = snippetOf('alertmanager', { ...source, heartbeatName: 'Watch"dog' })
  assert.ok(snippet.includes(String.raw`matchers: ["alertname=\"Watch\\\"dog\""]`))
})
