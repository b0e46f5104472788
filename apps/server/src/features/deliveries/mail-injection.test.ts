import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { startMailSink } from '#server/testing/mail-sink.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { createMailSender } from './mail-channel.ts'
import { deliveryQueues } from './send-deliveries.ts'

const vakt = await createTestApp({ mailServer: 'smtp.vakt.test' })
after(() => vakt.close())

const createContext = (): Context => ({
  actor: { type: 'system', job: 'test' },
  now: new Date(),
  pool: vakt.database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})

const dispatch = (sender: string) =>
  dispatchEvents(
    createContext,
    createDispatch({ origin: 'https://vakt.test', from: { name: sender, address: 'vakt@vakt.test' }, isSending: true }),
  )

const attacks = [
  'x\r\nBcc: victim@evil.example',
  'x\nBcc: victim@evil.example\n\n<b>body</b>',
  'x\r\n\r\n.\r\nMAIL FROM:<victim@evil.example>',
  'x\u2028Bcc: victim@evil.example',
  'x\u0085Bcc: victim@evil.example',
  '=?utf-8?Q?x=0D=0ABcc:_victim=40evil.example?=',
  '=?utf-8?B?eA0KQmNjOiB2aWN0aW1AZXZpbC5leGFtcGxl?=',
  '"x" <victim@evil.example>, y',
  `x${' y'.repeat(60)}\r\n Bcc: victim@evil.example`,
]

const allowed = [
  'from',
  'to',
  'subject',
  'message-id',
  'in-reply-to',
  'references',
  'date',
  'auto-submitted',
  'list-unsubscribe',
  'mime-version',
  'content-type',
]

/** The headers of a mail, unfolded. */
function headersOf(raw: string): [name: string, value: string][] {
  const [head = ''] = raw.split('\r\n\r\n')
  assert.doesNotMatch(head, /[^\r]\n|\r[^\n]/, 'a line ends in one way only')
  assert.ok(!head.includes('\0'))
  return head.split(/\r\n(?![ \t])/).map((line) => {
    const [, name = '', value = ''] = /^([\w-]+): ?([\s\S]*)$/.exec(line) ?? assert.fail(`no header: ${line}`)
    return [name.toLowerCase(), value.replaceAll(/\r\n[ \t]+/g, ' ')]
  })
}

test('whatever is written into whichever field, a mail has its own headers and one receiver', async () => {
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const sink = await startMailSink()
  for (const [index, attack] of attacks.entries()) {
    const { customerId, emailDomain } = await createCustomer(vakt.database)
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('update customer set name = $2 where customer_id = $1', [customerId, attack]),
    )
    const named = (name: string, domain: string, role: string): TestUser => ({
      email: `${name}${index}@${domain}`,
      roles: [role],
      claims: { name: attack },
    })
    const elin = named('elin', emailDomain, 'admin')
    const karin = named('karin', provider.emailDomain, globalAdminRole)
    for (const user of [elin, karin]) assert.equal((await vakt.call(user, 'POST', '/authentication/usercontext', {})).statusCode, 200)
    const path = `/customer/${customerId}/ticket`
    // The API takes names of one line only; the table holds what releases before took.
    const line = attack.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    const ticket = { subject: line, description: attack, email: elin.email }
    const opened = await vakt.call(elin, 'POST', path, ticket)
    assert.equal(opened.statusCode, 200, opened.body)
    const { ticketId } = opened.json().result
    const facts = { version: 1, tags: [line.slice(0, 60)], assigneeGroup: line.slice(0, 90), externalId: line }
    assert.equal((await vakt.call(karin, 'PUT', `${path}/${ticketId}`, facts)).statusCode, 200)
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('update ticket set subject = $2 where ticket_id = $1', [ticketId, attack]),
    )
    const answered = await vakt.call(karin, 'POST', `${path}/${ticketId}/comment`, { body: attack })
    assert.equal(answered.statusCode, 200, answered.body)
    await dispatch(attack)
  }
  const from = { name: attacks[0] ?? '', address: 'vakt@vakt.test' }
  const channel = createMailSender({ settings: { ...sink.settings, from }, origin: 'https://vakt.test' })
  await workThrough(deliveryQueues([channel]), createContext)
  await sink.close()
  assert.ok(sink.received.length >= attacks.length * 2, `${sink.received.length} mails`)
  for (const { to, raw } of sink.received) {
    assert.match(to, /^(elin|karin)\d+@[\w.]+$/)
    const headers = headersOf(raw)
    const names = headers.map(([name]) => name).filter((name) => name !== 'x-auto-response-suppress')
    assert.deepEqual(names.toSorted(), allowed.toSorted())
    const value = (name: string) => headers.find(([one]) => one === name)?.[1] ?? ''
    assert.match(value('from'), /(^|<)vakt@vakt\.test>?$/)
    assert.match(value('to'), new RegExp(`(^|<)${to}>?$`))
    for (const name of ['from', 'to'])
      assert.equal(
        value(name)
          .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
          .split(',').length,
        1,
        value(name),
      )
  }
})

test('an address with more than an address in it is sent nothing', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const path = `/customer/${customerId}/ticket`
  const user: TestUser = { email: `elin@${emailDomain}`, roles: ['admin'] }
  const refused = [
    'elin@x.example\r\nBcc: a@b.example',
    'elin@x.example, a@b.example',
    '<elin@x.example>',
    'elin@x.example\u0000',
    'a b@c.d',
  ]
  for (const email of refused) {
    const answer = await vakt.call(user, 'POST', path, { subject: 'x', description: 'x', email })
    assert.deepEqual([answer.statusCode, answer.json().errors[0].property], [400, 'email'], email)
  }
  const karin: TestUser = { email: `karin@${emailDomain}`, roles: ['admin'] }
  await vakt.call(karin, 'POST', '/authentication/usercontext', {})
  await vakt.call(user, 'POST', '/authentication/usercontext', {})
  const { ticketId } = (await vakt.call(karin, 'POST', path, { subject: 'x', description: 'x', email: karin.email })).json().result
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('update app_user set email = $2 where email = $1', [karin.email, `${karin.email}\r\nBcc: a@b.example`]),
  )
  assert.equal((await vakt.call(user, 'POST', `${path}/${ticketId}/comment`, { body: 'Hello' })).statusCode, 200)
  await dispatch('Vakt')
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      `select (select count(*)::int from notification where customer_id = $1) as shown,
         (select count(*)::int from mail_delivery where recipient_customer_id = $1) as mailed`,
      [customerId],
    ),
  )
  assert.deepEqual(rows, [{ shown: 1, mailed: 0 }])
})
