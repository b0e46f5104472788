import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startMailSink } from '#server/testing/mail-sink.ts'
import { openMailConnection } from './mail-connection.ts'
import { MailServerUnreachable } from './mail-outcome.ts'
import { readMailSettings, withApplication } from './mail-settings.ts'

const scope = 'https://outlook.office365.com/.default'
const from = { name: 'Vakt', address: 'vakt@vakt.test' }

/** Gives out access tokens as Microsoft Entra does, to anyone who knows the secret. */
let token = 'token-1'
const entra = createServer(async (request, response) => {
  const form = new URLSearchParams(await text(request))
  const isKnown = form.get('grant_type') === 'client_credentials' && form.get('client_id') === 'app' && form.get('scope') === scope
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (!isKnown || form.get('client_secret') !== 'right')
    return answer(401, { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' })
  return answer(200, { token_type: 'Bearer', expires_in: 3599, access_token: token })
}).listen(0, '127.0.0.1')
await once(entra, 'listening')
const tokenUrl = `http://127.0.0.1:${(entra.address() as AddressInfo).port}/tenant/oauth2/v2.0/token`

const signIns: { method: string; username: string | undefined; accessToken: string | undefined }[] = []
const sink = await startMailSink(
  {},
  {
    authOptional: false,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    onAuth({ method, username, accessToken }, _session, done) {
      signIns.push({ method, username, accessToken })
      if (method === 'XOAUTH2' && accessToken === 'token-1') return done(null, { user: username })
      done(null, { data: { status: '401', schemes: 'bearer', scope } } as never)
    },
  },
)
after(async () => {
  entra.close()
  await sink.close()
})

const settings = (user: string, secret = 'right') =>
  withApplication(readMailSettings(`smtp://${user}127.0.0.1:${sink.port}`, from), { tokenUrl, clientId: 'app', secret, scope })

const refused = (error: unknown) => error instanceof MailServerUnreachable && error.reason === 'sign_in_refused'

test('a mail goes by SMTP with an access token in place of a password', async () => {
  for (const [written, user] of [
    ['', 'vakt@vakt.test'],
    ['alerts%40vakt.test@', 'alerts@vakt.test'],
  ] as const) {
    signIns.length = 0
    const connection = await openMailConnection(settings(written))
    const outcome = await connection.send({ to: 'anna@nordan.example', raw: Buffer.from('Subject: x\r\n\r\nHello') }, async () => {})
    connection.close()
    assert.equal(outcome.kind, 'sent')
    assert.deepEqual(signIns, [{ method: 'XOAUTH2', username: user, accessToken: 'token-1' }])
  }
  assert.equal(sink.received.length, 2)
})

test('a wrong secret, and a token that the mail server does not take, refuse the sign-in: no mail fails for it', async () => {
  await assert.rejects(
    openMailConnection(settings('', 'wrong')),
    (error) => refused(error) && /AADSTS7000215/.test((error as Error).message),
  )
  token = 'token-of-another-tenant'
  await assert.rejects(openMailConnection(settings('')), refused)
  token = 'token-1'
  const connection = await openMailConnection(settings(''))
  connection.close()
})
