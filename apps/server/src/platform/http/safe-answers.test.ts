import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, signToken } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const { customerId, emailDomain } = await createCustomer(vakt.database, { isProvider: true })
const authorization = `Bearer ${await signToken({ email: `anna@${emailDomain}`, roles: ['api-permission-global-admin'] })}`

test('a subject or name holds no line ends and no other control characters', async () => {
  const ticket = {
    description: 'x',
    email: 'anna@vakt.example',
    impact: 4,
    urgency: 4,
    priority: 4,
    status: 'new',
    type: 'request',
    area: 'other',
  }
  const bodies = (text: string): [string, object][] => [
    [`/customer/${customerId}/ticket`, { ...ticket, subject: text }],
    ['/authentication/api-token', { name: text, scope: ['@feature.tickets.read'] }],
  ]
  for (const text of ['x\r\nBcc: eve@evil.example', 'x\ny', 'x\u2028y', 'x\u0007y', 'x\u0085y'])
    for (const [path, payload] of bodies(text)) {
      const answer = await vakt.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { authorization: authorization },
        payload,
      })
      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().errors[0].message_translation_key, 'form.one_line')
      assert.match(answer.json().errors[0].message, /on one line/)
    }
})

test('what one person is answered is kept by no browser and no proxy', async () => {
  for (const path of ['/authentication/session', `/customer/${customerId}`, `/customer/${customerId}/ticket`]) {
    const answer = await vakt.app.inject({ url: `/api/v1${path}`, headers: { authorization: authorization } })
    assert.deepEqual([answer.statusCode, answer.headers['cache-control']], [200, 'no-store'], path)
  }
})
