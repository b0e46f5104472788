import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { contextAt, createHook, dispatch, dispatchAll, later, send, settings, staff, vakt } from '#server/testing/webhook-desk.ts'

test('a failure is tried again over hours with the same id, no redirect is followed, and it can be delivered again by hand', async () => {
  const hook = await createHook({ kinds: ['created'] })
  hook.answers.push({ status: 500 }, { status: 302, headers: { location: `${hook.url}/elsewhere` } }, { status: 204 })
  await dispatchAll()
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

test('open screens of staff hear when a webhook begins to fail, works again and first works, and not of each delivery', async () => {
  const hook = await createHook({ kinds: ['created'] })
  hook.answers.push({ status: 500 }, { status: 204 })
  const client = await vakt.database.connect()
  await client.query('listen vakt_live')
  const heard: unknown[] = []
  client.on('notification', ({ payload }) => {
    const { type, customerId, content, staffOnly } = JSON.parse(payload ?? '{}')
    if (type === 'content.changed' && customerId === hook.customerId) heard.push([content, staffOnly])
  })
  const isHeard = (times: number) => until(async () => heard.length >= times)
  const redeliver = async () => {
    const [{ deliveryId }] = await hook.deliveries()
    assert.equal((await vakt.call(staff, 'POST', `${hook.path}/${hook.webhookId}/delivery/${deliveryId}/redeliver`)).statusCode, 200)
  }
  await dispatchAll()
  await send()
  await isHeard(1)
  await send(later(0.1))
  await isHeard(2)
  // By the call; that the delivery went well as before is no news.
  await redeliver()
  await isHeard(3)
  await send()
  await redeliver()
  await isHeard(4)
  assert.deepEqual(
    heard,
    Array.from({ length: 4 }, () => [['webhooks'], true]),
  )
  await client.end()
})

test('a webhook that is removed while events are dispatched fails none of them', async () => {
  const hook = await createHook({ kinds: ['created'] })
  const errors: unknown[] = []
  const log = { ...silentLog, error: (fields: unknown) => void errors.push(fields) } as typeof silentLog
  const { dispatching } = await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    await transaction.query('delete from webhook where webhook_id = $1', [hook.webhookId])
    const dispatching = dispatchEvents(() => ({ ...contextAt()(), log }), dispatch)
    const isWaiting = async () =>
      (await transaction.query("select from pg_locks where not granted and locktype in ('transactionid', 'tuple')")).rowCount
    while (!(await isWaiting())) await nextTurn()
    return { dispatching }
  })
  await dispatching
  assert.deepEqual(errors, [])
})

test('one that says it is gone, or fails for days, is switched off, and is sent nothing more until someone switches it on', async () => {
  const hook = await createHook({ kinds: ['created'] })
  hook.answers.push({ status: 410 })
  await dispatchAll()
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
  await dispatchAll()
  await sendUntil([0, 0.1, 1, 2, 5, 11, 22, 45])
  assert.equal((await hook.deliveries())[0].state, 'failed')
  assert.equal((await hook.hook()).isEnabled, true, 'a day and a half is no reason yet')
  await hook.comment('Once more.')
  await dispatchAll()
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

test('staff are notified once each time that a webhook is switched off, by mail and in the portal; no one else is', async () => {
  const hook = await createHook({ kinds: ['created'] })
  const noticesOf = async () => {
    await dispatchAll()
    const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        "select address, subject, text_body as text from mail_delivery where customer_id = $1 and kind = 'webhook_switched_off'",
        [hook.customerId],
      ),
    )
    return rows
  }
  assert.deepEqual(await noticesOf(), [])
  hook.answers.push({ status: 410 })
  await dispatchAll()
  await send()
  const [mail, ...others] = await noticesOf()
  assert.deepEqual([mail.address, others], [staff.email, []])
  assert.match(mail.text, /\/admin\/webhooks\?customer=/)
  assert.equal((await noticesOf()).length, 1)
  const shown = (await vakt.call(staff, 'GET', '/notification')).json().result
  const [first] = shown.filter(({ customerId }: { customerId: string }) => customerId === hook.customerId)
  assert.deepEqual([first.kind, first.ticketId, first.subject], ['webhook_switched_off', null, hook.wanted.name])
  const off = await hook.hook()
  const on = { ...hook.wanted, isEnabled: true, version: off.version }
  assert.equal((await vakt.call(staff, 'PUT', `${hook.path}/${hook.webhookId}`, on)).statusCode, 200)
  assert.equal((await noticesOf()).length, 1)
  hook.answers.push({ status: 410 })
  await vakt.call(staff, 'POST', `${hook.path}/${hook.webhookId}/test`)
  await send()
  assert.equal((await noticesOf()).length, 2)
})

test('a secret that cannot be decrypted fails a delivery once; renewing it sends what was left, signed with the new one', async () => {
  const hook = await createHook()
  await dispatchAll()
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
  await dispatchAll()
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
  await dispatchAll()
  await send()
  assert.ok(hook.received.length === 5 || hook.received.length === 6, `${hook.received.length} were sent, two at once`)
  await send()
  assert.ok(hook.received.length <= 6)
  await send(later(2))
  assert.ok((await hook.deliveries()).every(({ state }: { state: string }) => state === 'delivered'))
  assert.equal((await hook.hook()).failingSince, null)
})
