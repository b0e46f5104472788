import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { postMessage } from '#server/platform/outgoing/post-message.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { silentLog } from '#server/testing/test-database.ts'
import {
  contextAt,
  createHook,
  dispatchAll,
  later,
  type Received,
  send,
  settings,
  staff,
  startReceiver,
  vakt,
} from '#server/testing/webhook-desk.ts'
import { removeOldDeliveries } from './remove-old-deliveries.ts'
import { webhookQueues } from './send-webhooks.ts'
import { enqueueWaitingDeliveries } from './webhook-delivery-table.ts'

test('what happens to a ticket is posted, signed as Standard Webhooks says, and the secret is nowhere in the database', async () => {
  const hook = await createHook()
  await hook.comment('Vi tittar på det.')
  await dispatchAll()
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
  await dispatchAll()
  await send()
  assert.ok(open.received.some(({ body }) => body.includes('Only among us.')))
  assert.ok(!closed.received.some(({ body }) => body.includes('Only among us.')))
})

test('a delivery that a process of the release before wrote, without a job, is sent', async () => {
  const hook = await createHook({ kinds: ['created'] })
  await dispatchAll()
  await vakt.database.worker.query('delete from job')
  await send()
  assert.equal(hook.received.length, 0)
  await workForAllCustomers({ pool: vakt.database.worker }, enqueueWaitingDeliveries)
  await send()
  assert.equal(hook.received.length, 1)
})

test('the log of what was sent is kept 30 days', async () => {
  const hook = await createHook({ kinds: ['created'] })
  await dispatchAll()
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
  await dispatchAll()
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
