import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { startGraphMailServer } from '#server/testing/graph-mail-server.ts'
import { openMailConnection } from './mail-connection.ts'
import { MailServerUnreachable } from './mail-outcome.ts'
import { createMailServer } from './mail-server.ts'

const graph = await startGraphMailServer()
after(() => graph.close())
beforeEach(() => {
  graph.answer = null
  graph.received.length = 0
})

const raw = Buffer.from('From: Vakt <vakt@vakt.test>\r\nTo: anna@nordan.example\r\nSubject: =?utf-8?q?L=C3=A4get?=\r\n\r\nHej å ä ö')
const mail = { to: 'anna@nordan.example', raw }
const send = (begin = async () => {}) => openMailConnection(graph.settings).then((connection) => connection.send(mail, begin))
const isUnreachable = (reason: string) => (error: unknown) => error instanceof MailServerUnreachable && error.reason === reason

test('a mail goes to Microsoft Graph byte for byte, begun before it is handed over', async () => {
  const outcome = await send(async () => assert.equal(graph.received.length, 0))
  assert.equal(outcome.kind, 'sent')
  assert.deepEqual(graph.received, [raw.toString()])
})

test('nothing is handed over when it may not begin', async () => {
  await assert.rejects(
    send(() => Promise.reject(new Error('taken'))),
    /taken/,
  )
  assert.equal(graph.received.length, 0)
})

test('a wrong secret, a missing permission, throttling and an unknown mailbox are about no one mail', async () => {
  await assert.rejects(openMailConnection({ ...graph.settings, secret: 'wrong' }), (error) => {
    assert.match((error as Error).message, /AADSTS7000215/)
    return isUnreachable('sign_in_refused')(error)
  })
  for (const [status, reason] of [
    [403, 'sign_in_refused'],
    [404, 'refused_for_now'],
    [429, 'refused_for_now'],
    [503, 'refused_for_now'],
  ] as const) {
    graph.answer = { status }
    await assert.rejects(send(), isUnreachable(reason), `${status}`)
  }
})

test('a mail that is refused fails; one whose answer is lost or is an error of the server is unknown', async () => {
  graph.answer = { status: 400, code: 'ErrorInvalidRecipients' }
  const refused = await send()
  assert.equal(refused.kind, 'refused')
  assert.match(refused.answer, /^400 .*ErrorInvalidRecipients/)
  for (const answer of ['break', { status: 500 }, { status: 504 }] as const) {
    graph.answer = answer
    assert.equal((await send()).kind, 'unknown')
  }
})

test('an expired token ends the connection, and the next one signs in again', async () => {
  const connection = await openMailConnection(graph.settings)
  const before = graph.signIns
  graph.expireTokens()
  await assert.rejects(
    connection.send(mail, async () => {}),
    isUnreachable('sign_in_refused'),
  )
  assert.equal(connection.isUsable(), false)
  assert.equal((await send()).kind, 'sent')
  assert.equal(graph.signIns, before + 1)
})

test('while Graph throttles, all mails wait', async () => {
  const server = createMailServer(graph.settings)
  graph.answer = { status: 429 }
  const outcome = await server.send(mail, async () => {})
  assert.equal(outcome.kind, 'unavailable')
  assert.equal(server.room(4), 0)
})

test('an address that no one listens on is unreachable, and nothing began', async () => {
  const gone = await startGraphMailServer()
  await gone.close()
  await assert.rejects(openMailConnection(gone.settings), isUnreachable('unreachable'))
})
