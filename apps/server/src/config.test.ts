import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig, WrongConfiguration } from '#server/config.ts'

test('the metrics listen on the loopback address unless METRICS_HOST says otherwise', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example.com' }
  assert.deepEqual([readConfig(oidc).host, readConfig(oidc).metricsHost], ['0.0.0.0', '127.0.0.1'])
  assert.equal(readConfig({ ...oidc, METRICS_HOST: '10.0.0.5' }).metricsHost, '10.0.0.5')
})

test('the embedded identity provider is not opened to other machines without DEMO_OPEN', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.10', 'vakt.example.com'])
    assert.throws(
      () => readConfig({ HOST }),
      (error) => error instanceof WrongConfiguration && /^HOST=\S+ lets everyone[^\n]+DEMO_OPEN=true[^\n]+\.$/.test(error.message),
    )
  for (const allowed of [
    { HOST: '0.0.0.0', DEMO_OPEN: 'true' },
    { HOST: '0.0.0.0', OIDC_ISSUER: 'https://id.example.com' },
    { HOST: '0.0.0.0', ROLES: 'worker' },
    { HOST: '127.0.0.1' },
    {},
  ])
    readConfig(allowed)
})
