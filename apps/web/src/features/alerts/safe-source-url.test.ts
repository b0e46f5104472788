import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeSourceUrl } from './safe-source-url.ts'

test('follows http and https only', () => {
  assert.equal(safeSourceUrl('https://grafana.example/d/1'), 'https://grafana.example/d/1')
  assert.equal(safeSourceUrl('http://10.0.0.4:9090/graph'), 'http://10.0.0.4:9090/graph')
  for (const url of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '/relative', '', null]) {
    assert.equal(safeSourceUrl(url), null, String(url))
  }
})
