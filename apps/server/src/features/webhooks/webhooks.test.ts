import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { tellOfWebhooks } from '#server/features/notifications/tell-of-webhooks.ts'
import { tellPeople } from '#server/features/notifications/tell-people.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { postMessage } from '#server/platform/outgoing/post-message.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser, testSecrets, testTelling } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import type { WebhookSettings } from './manage-webhooks.ts'
import { removeOldDeliveries } from './remove-old-deliveries.ts'
import { enqueueWaitingDeliveries, webhookQueues } from './send-webhooks.ts'

type Received = { headers: http.IncomingHttpHeaders; body: string; path: string }

/** A real receiver that answers as told and keeps what it got. */
async function startReceiver() {
  const received: Received[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  let held = Promise.resolve()
  /** Nothing is answered until what it returns is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const server = http.createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request), path: request.url ?? '' })
    await held
    const { status, headers } = answers.shift() ?? { status: 200 }
    response.writeHead(status, headers).end('thank you')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, answers, hold, url: `http://127.0.0.1:${port}/tickets` }
}

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `anna@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const contextAt =
  (now = new Date()) =>
  (): Context => ({
    actor: { type: 'system', job: 'test' },
    now,
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  })
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const settings = { secrets: testSecrets, allowPrivate: true }
const send = (now?: Date, used: WebhookSettings = settings) => workThrough(webhookQueues(used), contextAt(now), now)
const tell = () => tellPeople(contextAt(), { origin: testTelling.origin, from: testTelling.from, isSending: false })

async function createHook(change: object = {}) {
  const receiver = await startReceiver()
  const { customerId } = await createCustomer(vakt.database)
  const path = `/admin/customer/${customerId}/webhook`
  const wanted = { name: 'Till', url: receiver.url, kinds: ['created', 'commented'], withPrivate: false, ...change }
  const created = await vakt.call(staff, 'POST', path, wanted)
  assert.equal(created.statusCode, 200, created.body)
  const { webhookId, secret } = created.json().result
  const ticket = await vakt.call(staff, 'POST', `/customer/${customerId}/ticket`, {
    subject: 'Kassan',
    description: 'x',
    email: 'a@b.example',
  })
  const { ticketId } = ticket.json().result
  const comment = (body: string, isPrivate = false) =>
    vakt.call(staff, 'POST', `/customer/${customerId}/ticket/${ticketId}/comment`, { body, private: isPrivate })
  const deliveries = async () => (await vakt.call(staff, 'GET', `${path}/${webhookId}/delivery`)).json().result
  const hook = async () => (await vakt.call(staff, 'GET', path)).json().result[0]
  return { ...receiver, customerId, path, webhookId, secret, ticketId, comment, deliveries, hook, wanted }
}

test('what happens to a ticket is posted, signed as Standard Webhooks says, and the secret is nowhere in the database', async () => {
  const hook = await createHook()
  await hook.comment('Vi tittar på det.')
  await tell()
  await send()
  assert.deepEqual(hook.received.map(({ body }) => JSON.parse(body).type).toSorted(), ['ticket.commented', 'ticket.created'])
  const message = hook.received.find(({ body }) => body.includes('commented')) as Received
  assert.equal(JSON.parse(message.body).data.comment.body, 'Vi tittar på det.')
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = message.headers
  const key = Buffer.from(hook.secret.replace('whsec_', ''), 'base64')
  assert.equal(signature, `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${message.body}`).digest('base64')}`)
  assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60)
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query("select encode(sealed_secret, 'escape') as sealed from webhook where webhook_id = $1", [hook.webhookId]),
  )
  assert.ok(!rows[0].sealed.includes(key.toString('latin1')))
  const listed = await vakt.call(staff, 'GET', hook.path)
  assert.ok(!listed.body.includes(hook.secret))
  const [delivery] = await hook.deliveries()
  assert.equal(delivery.state, 'delivered')
  assert.equal(delivery.responseStatus, 200)
  assert.match(delivery.requestHead, /webhook-signature: v1,/)
})

test('a private comment is sent only where staff chose it', async () => {
  const [open, closed] = [await createHook({ withPrivate: true }), await createHook()]
  for (const hook of [open, closed]) await hook.comment('Only among us.', true)
  await tell()
  await send()
  assert.ok(open.received.some(({ body }) => body.includes('Only among us.')))
  assert.ok(!closed.received.some(({ body }) => body.includes('Only among us.')))
})

test('a failure is tried again over hours with the same id, no redirect is followed, and it can be delivered again by hand', async () => {
  const hook = await createHook({ kinds: ['created'] })
  hook.answers.push({ status: 500 }, { status: 302, headers: { location: `${hook.url}/elsewhere` } }, { status: 204 })
  await tell()
  await send()
  assert.deepEqual([(await hook.deliveries())[0].state, (await hook.deliveries())[0].reason], ['waiting', 'status'])
  assert.ok((await hook.hook()).failingSince)
  await send()
  assert.equal(hook.received.length, 1, 'not before its time')
  await send(later(0.1))
  assert.equal((await hook.deliveries())[0].reason, 'redirect')
  await send(later(1))
  const [done] = await hook.deliveries()
  assert.deepEqual([done.state, done.attempts], ['delivered', 3])
  assert.equal((await hook.hook()).failingSince, null)
  assert.deepEqual([...new Set(hook.received.map(({ path }) => path))], ['/tickets'])
  const again = await vakt.call(staff, 'POST', `${hook.path}/${hook.webhookId}/delivery/${done.deliveryId}/redeliver`)
  assert.equal(again.statusCode, 200, again.body)
  await send()
  assert.equal(hook.received.length, 4)
  assert.equal(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size, 1)
})

test('one that says it is gone, or fails for days, is switched off, and is sent nothing more until somebody switches it on', async () => {
  const hook = await createHook({ kinds: ['created'] })
  hook.answers.push({ status: 410 })
  await tell()
  await send()
  const off = await hook.hook()
  assert.deepEqual([off.isEnabled, off.disabledBecause], [false, 'failing'])
  assert.equal((await vakt.call(staff, 'POST', `${hook.path}/${hook.webhookId}/test`)).statusCode, 409)
  const change = (version: number) =>
    vakt.call(staff, 'PUT', `${hook.path}/${hook.webhookId}`, { ...hook.wanted, isEnabled: true, version })
  assert.equal((await change(off.version - 1)).statusCode, 409)
  assert.equal((await change(off.version)).json().result.isEnabled, true)
  assert.equal((await vakt.call(staff, 'POST', `${hook.path}/${hook.webhookId}/test`)).statusCode, 200)
  await send()
  assert.equal(JSON.parse(hook.received.at(-1)?.body ?? '').type, 'test')
})

test('one that fails for three days is switched off, with what still waits, and the record says so', async () => {
  const hook = await createHook({ kinds: ['created', 'commented'] })
  const fail = (times: number) => hook.answers.push(...Array.from({ length: times }, () => ({ status: 503 })))
  // Each attempt when it is due: as soon as the clock of the test has passed it.
  const sendUntil = async (hours: readonly number[]) => {
    for (const hour of hours) await send(later(hour))
  }
  fail(40)
  await tell()
  await sendUntil([0, 0.1, 1, 2, 5, 11, 22, 45])
  assert.equal((await hook.deliveries())[0].state, 'failed')
  assert.equal((await hook.hook()).isEnabled, true, 'a day and a half is no reason yet')
  await hook.comment('Once more.')
  await tell()
  await sendUntil([46, 47, 48, 49, 52, 58, 69])
  assert.equal((await hook.hook()).isEnabled, true)
  await sendUntil([92])
  const off = await hook.hook()
  assert.deepEqual([off.isEnabled, off.disabledBecause], [false, 'failing'])
  assert.ok((await hook.deliveries()).every(({ state }: { state: string }) => state === 'failed'))
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query("select count(*)::int as count from recorded_action where action = 'webhook.switch-off' and target = $1", [
      hook.webhookId,
    ]),
  )
  assert.equal(rows[0].count, 1)
})

test('staff are told once each time that a webhook is switched off, by mail and in the portal; nobody else is', async () => {
  const hook = await createHook({ kinds: ['created'] })
  const told = async () => {
    await tellOfWebhooks(contextAt()(), { origin: testTelling.origin, from: testTelling.from, isSending: false })
    const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        "select address, subject, text_body as text from mail_delivery where customer_id = $1 and kind = 'webhook_switched_off'",
        [hook.customerId],
      ),
    )
    return rows
  }
  assert.deepEqual(await told(), [])
  hook.answers.push({ status: 410 })
  await tell()
  await send()
  const [mail, ...others] = await told()
  assert.deepEqual([mail.address, others], [staff.email, []])
  assert.match(mail.text, /\/admin\/webhooks\?customer=/)
  assert.equal((await told()).length, 1)
  const shown = (await vakt.call(staff, 'GET', '/notification')).json().result
  const [first] = shown.filter(({ customerId }: { customerId: string }) => customerId === hook.customerId)
  assert.deepEqual([first.kind, first.ticketId, first.subject], ['webhook_switched_off', null, hook.wanted.name])
  const off = await hook.hook()
  const on = { ...hook.wanted, isEnabled: true, version: off.version }
  assert.equal((await vakt.call(staff, 'PUT', `${hook.path}/${hook.webhookId}`, on)).statusCode, 200)
  assert.equal((await told()).length, 1)
  hook.answers.push({ status: 410 })
  await vakt.call(staff, 'POST', `${hook.path}/${hook.webhookId}/test`)
  await send()
  assert.equal((await told()).length, 2)
})

test('a secret that cannot be decrypted fails a delivery once; renewing it sends what was left, signed with the new one', async () => {
  const hook = await createHook()
  await tell()
  const withOtherKeys = createSecretBox({ keys: [{ id: 'other', secret: Buffer.alloc(32, 1) }], legacyPasswords: [] }, 'secrets of tests')
  await send(undefined, { ...settings, secrets: withOtherKeys })
  const [failed] = await hook.deliveries()
  assert.equal(`${failed.state} ${failed.reason} ${failed.attempts}`, 'failed secret_unreadable 1')
  assert.ok((await hook.hook()).secretUnreadableSince)
  await send(later(1), { ...settings, secrets: withOtherKeys })
  assert.equal((await hook.deliveries())[0].attempts, 1, 'it is not taken again')
  assert.equal(hook.received.length, 0)

  const renewed = await vakt.call(staff, 'POST', `${hook.path}/${hook.webhookId}/secret`)
  assert.equal(renewed.statusCode, 200, renewed.body)
  const { secret, secretUnreadableSince } = renewed.json().result
  assert.equal(secretUnreadableSince, null)
  assert.notEqual(secret, hook.secret)
  await send()
  const [message] = hook.received
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = message?.headers ?? {}
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  assert.equal(signature, `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${message?.body}`).digest('base64')}`)
  assert.equal((await hook.deliveries())[0].state, 'delivered')
  const { customerId } = await createCustomer(vakt.database)
  const elsewhere = await vakt.call(staff, 'POST', `/admin/customer/${customerId}/webhook/${hook.webhookId}/secret`)
  assert.equal(elsewhere.statusCode, 404)
})

test('a receiver that never answers holds two of the slots, and what is for others is sent meanwhile', async () => {
  const dead = await createHook({ kinds: ['commented'] })
  const quiet = await createHook({ kinds: ['created'] })
  const release = dead.hold()
  for (let index = 0; index < 12; index++) await dead.comment(`Comment ${index}`)
  await tell()
  const sending = send()
  while (quiet.received.length === 0 || dead.received.length < 2) await nextTurn()
  assert.equal(dead.received.length, 2)
  release()
  await sending
  assert.equal(dead.received.length, 12)
})

test('after five failures in a row a webhook is paused, with everything that waits for it, and goes on once a delivery arrives', async () => {
  const hook = await createHook({ kinds: ['commented'] })
  for (let index = 0; index < 8; index++) await hook.comment(`Comment ${index}`)
  hook.answers.push(...Array.from({ length: 6 }, () => ({ status: 503 })))
  await tell()
  await send()
  assert.ok(hook.received.length === 5 || hook.received.length === 6, `${hook.received.length} were sent, two at once`)
  await send()
  assert.ok(hook.received.length <= 6)
  await send(later(2))
  assert.ok((await hook.deliveries()).every(({ state }: { state: string }) => state === 'delivered'))
  assert.equal((await hook.hook()).failingSince, null)
})

test('a delivery that a process of the release before wrote, without a job, is sent', async () => {
  const hook = await createHook({ kinds: ['created'] })
  await tell()
  await vakt.database.worker.query('delete from job')
  await send()
  assert.equal(hook.received.length, 0)
  await enqueueWaitingDeliveries(contextAt()())
  await send()
  assert.equal(hook.received.length, 1)
})

test('the log of what was sent is kept 30 days', async () => {
  const hook = await createHook({ kinds: ['created'] })
  await tell()
  await send()
  await removeOldDeliveries(contextAt(later(29 * 24))())
  assert.equal((await hook.deliveries()).length, 1)
  await removeOldDeliveries(contextAt(later(31 * 24))())
  assert.deepEqual(await hook.deliveries(), [])
})

test('only the open internet is reached, whatever a name leads to, and nothing is sent elsewhere', async () => {
  const receiver = await startReceiver()
  const port = new URL(receiver.url).port
  const post = (url: string) => postMessage(url, { headers: {}, body: '{}', allowPrivate: false })
  assert.equal((await post(receiver.url)).reason, 'not_https')
  assert.equal((await post(`https://127.0.0.1:${port}/`)).reason, 'private_address')
  // Names that lead to this machine get past every check of the text.
  const { hostname } = await import('node:os')
  const byName = await post(`https://${hostname()}:${port}/`)
  assert.ok(['private_address', 'unknown_host'].includes(byName.reason ?? ''), byName.reason ?? '')
  assert.deepEqual(receiver.received, [])
})

test('an address or choice that cannot be is refused with what would be right', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const create = (change: object) =>
    vakt.call(staff, 'POST', `/admin/customer/${customerId}/webhook`, {
      name: 'Till',
      url: 'https://hooks.example.com/',
      kinds: ['created'],
      withPrivate: false,
      ...change,
    })
  const keyOf = async (change: object) => {
    const answer = await create(change)
    assert.equal(answer.statusCode, 400)
    return answer.json().errors[0].message_translation_key
  }
  assert.equal(await keyOf({ url: 'javascript:alert(1)' }), 'webhook.url_invalid')
  assert.equal(await keyOf({ url: 'https://a:b@hooks.example.com/' }), 'webhook.url_has_credentials')
  assert.equal(await keyOf({ name: ' ' }), 'webhook.name_empty')
  assert.equal(await keyOf({ kinds: [] }), 'webhook.kinds_empty')
  assert.equal((await create({ kinds: ['everything'] })).statusCode, 400)
  assert.equal((await create({ secret: 'mine' })).statusCode, 400)
})

test('a webhook that is removed while a delivery to it ends does not lock it up', async () => {
  const hook = await createHook({ kinds: ['created'] })
  hook.answers.push({ status: 500 })
  await tell()
  const remover = await vakt.database.worker.connect()
  await remover.query('begin')
  // The removal takes the webhook first, then its deliveries.
  await remover.query('select from webhook where webhook_id = $1 for update', [hook.webhookId])
  const { rows } = await remover.query<{ pid: number }>('select pg_backend_pid() as pid')
  const problems: unknown[] = []
  const log = { ...silentLog, error: (fields: { err?: unknown }) => problems.push(fields.err) }
  const sending = workThrough(webhookQueues(settings), () => ({ ...contextAt()(), log: log as unknown as Context['log'] }))
  const isWaiting = async () =>
    (await vakt.database.worker.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid])).rowCount === 1
  let hasEnded = false
  const ended = sending.finally(() => {
    hasEnded = true
  })
  try {
    while (!hasEnded && !(await isWaiting())) await nextTurn()
    await remover.query('delete from webhook where webhook_id = $1', [hook.webhookId])
    await remover.query('commit')
  } finally {
    remover.release(true)
    await ended
  }
  assert.deepEqual(problems, [])
  assert.equal(hook.received.length, 1)
})
