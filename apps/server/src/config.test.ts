import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig, WrongConfiguration } from '#server/config.ts'

test('the metrics listen on the loopback address unless METRICS_HOST says otherwise', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example.com' }
  assert.deepEqual([readConfig(oidc).host, readConfig(oidc).metricsHost], ['0.0.0.0', '127.0.0.1'])
  assert.equal(readConfig({ ...oidc, METRICS_HOST: '10.0.0.5' }).metricsHost, '10.0.0.5')
})

test('where the files of the database are is known of the embedded one, and otherwise as DATABASE_FOLDER says', () => {
  const elsewhere = { DATABASE_URL: 'postgres://vakt@db.example.com/vakt', SECRET_KEY: `a:${Buffer.alloc(32).toString('base64')}` }
  assert.equal(readConfig({ DATA_DIR: '/data', DATABASE_FOLDER: '/other' }).databaseFolder, '/data/postgres')
  assert.equal(readConfig(elsewhere).databaseFolder, null)
  assert.equal(readConfig({ ...elsewhere, DATABASE_FOLDER: '/mnt/db' }).databaseFolder, '/mnt/db')
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

test('Microsoft Graph sends mails when it is set as a whole, and is not mixed with a mail server', () => {
  const whole = {
    MAIL_GRAPH_TENANT: 'tenant',
    MAIL_GRAPH_CLIENT_ID: 'client',
    MAIL_GRAPH_CLIENT_SECRET: 'secret',
    MAIL_FROM: 'vakt@vakt.test',
  }
  assert.equal(readConfig(whole).mail.server?.host, 'graph.microsoft.com')
  assert.throws(() => readConfig({ ...whole, MAIL_GRAPH_CLIENT_SECRET: '' }), /must be set together/)
  assert.throws(() => readConfig({ ...whole, SMTP_URL: 'smtp://mail.vakt.test' }), /set one of them/)
  assert.throws(() => readConfig({ ...whole, MAIL_FROM: '' }), /MAIL_FROM/)
})

test('access tokens for the mail server are set as a whole, and instead of a password', () => {
  const whole = {
    SMTP_URL: 'smtp://smtp.office365.com:587',
    SMTP_OAUTH_TOKEN_URL: 'https://login.microsoftonline.com/tenant/oauth2/v2.0/token',
    SMTP_OAUTH_CLIENT_ID: 'client',
    SMTP_OAUTH_CLIENT_SECRET: 'secret',
    MAIL_FROM: 'vakt@vakt.test',
  }
  const { server } = readConfig(whole).mail
  assert.deepEqual(server && 'auth' in server && server.auth, {
    user: 'vakt@vakt.test',
    application: {
      tokenUrl: whole.SMTP_OAUTH_TOKEN_URL,
      clientId: 'client',
      secret: 'secret',
      scope: 'https://outlook.office365.com/.default',
    },
  })
  assert.throws(() => readConfig({ ...whole, SMTP_OAUTH_CLIENT_SECRET: '' }), /must be set together/)
  assert.throws(() => readConfig({ ...whole, SMTP_URL: '' }), /must be set together/)
  assert.throws(() => readConfig({ ...whole, SMTP_URL: 'smtp://anna:password@smtp.office365.com:587' }), /leave one of them out/)
})
