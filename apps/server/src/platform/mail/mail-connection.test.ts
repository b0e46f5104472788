import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MailSink, refusal, startMailSink } from '#server/testing/mail-sink.ts'
import { composeMail } from './compose-mail.ts'
import { openMailConnection } from './mail-connection.ts'
import { MailServerUnreachable } from './mail-outcome.ts'
import { readMailAddress, readMailSettings } from './mail-settings.ts'

const from = { name: 'Vakt', address: 'vakt@vakt.test' }
const raw = Buffer.from('Subject: x\r\n\r\nHello')

async function send(sink: MailSink, begin = async () => {}) {
  const connection = await openMailConnection(sink.settings)
  try {
    return await connection.send({ to: 'anna@nordan.example', raw }, begin)
  } finally {
    connection.close()
  }
}

test('several mails go over one connection, each begun before its first byte', async () => {
  const sink = await startMailSink()
  const connection = await openMailConnection(sink.settings)
  let begun = 0
  for (let count = 1; count <= 3; count += 1) {
    const outcome = await connection.send({ to: 'anna@nordan.example', raw }, async () => {
      begun += 1
      assert.equal(sink.received.length, count - 1)
    })
    assert.equal(outcome.kind, 'sent')
  }
  connection.close()
  assert.equal(begun, 3)
  assert.deepEqual(
    sink.received.map(({ to }) => to),
    Array(3).fill('anna@nordan.example'),
  )
  await sink.close()
})

test('a refusal for now is tried later, one for good is given up, wherever in the talk it comes', async () => {
  for (const [code, kind] of [
    [451, 'later'],
    [550, 'refused'],
  ] as const) {
    const refuse = () => {
      throw refusal(code, 'no such luck')
    }
    for (const behaviour of [{ onRecipient: refuse }, { onMail: refuse }]) {
      const sink = await startMailSink(behaviour)
      const outcome = await send(sink)
      assert.equal(outcome.kind, kind, `${code} ${Object.keys(behaviour)}`)
      assert.match(outcome.answer, /no such luck/)
      await sink.close()
    }
  }
})

test('a connection that breaks after the mail was handed over leaves its delivery status unknown', async () => {
  const sink = await startMailSink({ onMail: (_, breakConnection) => breakConnection() })
  assert.equal((await send(sink)).kind, 'unknown')
  await sink.close()
})

test('when it cannot be written down that a mail is begun, nothing is handed over', async () => {
  const sink = await startMailSink()
  const outcome = await send(sink, async () => {
    throw new Error('the claim was lost')
  })
  assert.equal(outcome.kind, 'later')
  assert.deepEqual(sink.received, [])
  await sink.close()
})

test('a mail server that is away, or refuses the sign-in, is told apart from a refused mail', async () => {
  const gone = await startMailSink()
  await gone.close()
  const reasonOf = async (settings: MailSink['settings']) =>
    openMailConnection(settings).then(
      () => assert.fail('connected'),
      (error) => {
        assert.ok(error instanceof MailServerUnreachable)
        return error.reason
      },
    )
  assert.equal(await reasonOf(gone.settings), 'unreachable')
  const guarded = await startMailSink(
    {},
    { authOptional: false, allowInsecureAuth: true, onAuth: (_, __, done) => done(new Error('wrong password')) },
  )
  assert.equal(await reasonOf(readMailSettings(`smtp://anna:wrong@127.0.0.1:${guarded.port}`, from)), 'sign_in_refused')
  const plain = await startMailSink()
  assert.equal(await reasonOf(readMailSettings(`smtp://127.0.0.1:${plain.port}?requireTLS=true`, from)), 'no_tls')
  await guarded.close()
  await plain.close()
})

test('away from this machine TLS is demanded', () => {
  assert.equal(readMailSettings('smtp://mail.example.com:587', from).connection.requireTLS, true)
  assert.equal(readMailSettings('smtps://mail.example.com:465', from).connection.secure, true)
  assert.deepEqual(readMailSettings('smtp://a%40b:p%3Aw@mail.example.com', from).auth, { user: 'a@b', pass: 'p:w' })
})

test('an address is an address and nothing more', () => {
  assert.deepEqual(readMailAddress('Vakt <vakt@vakt.test>'), from)
  assert.deepEqual(readMailAddress('vakt@vakt.test'), { name: '', address: 'vakt@vakt.test' })
  for (const text of ['', 'vakt', 'a@b, c@d', 'a@b\r\nBcc: c@d', '<a@b>, <c@d>']) assert.equal(readMailAddress(text), null, text)
})

test('what people write never becomes a header', async () => {
  const evil = 'Hi\r\nBcc: victim@evil.example\r\n\r\nbody\u202e\u0000'
  const mail = await composeMail(
    {
      to: { name: `Anna\r\nBcc: victim@evil.example`, address: 'anna@nordan.example' },
      subject: evil,
      text: 'x',
      html: '<p>x</p>',
      messageId: '<1@vakt.test>',
      thread: '<ticket-1@vakt.test>',
      preferencesUrl: 'https://vakt.test/settings/notifications',
      date: new Date('2026-11-21T05:00:00Z'),
    },
    from,
  )
  const [head = ''] = mail.toString().split('\r\n\r\n')
  const names = head.split(/\r\n(?![ \t])/).map((line) => line.split(':')[0]?.toLowerCase())
  assert.deepEqual(
    names.filter((name) => name === 'bcc' || name === 'body'),
    [],
  )
  for (const line of [
    'Message-ID: <1@vakt.test>',
    'In-Reply-To: <ticket-1@vakt.test>',
    'References: <ticket-1@vakt.test>',
    'Auto-Submitted: auto-generated',
    'List-Unsubscribe: <https://vakt.test/settings/notifications>',
  ])
    assert.ok(head.includes(line), line)
})
