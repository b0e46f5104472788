import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { createChatSender } from '#server/features/deliveries/chat-channel.ts'
import { deliveryQueues } from '#server/features/deliveries/send-deliveries.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { chatBox } from '#server/roles/sealed-columns.ts'
import { startChatServer } from '#server/testing/chat-server.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { later, openTicketDesks } from '#server/testing/ticket-desk.ts'

const { vakt, anna, query, contextAt, dispatchAll, userId } = await openTicketDesks()
const chat = await startChatServer()
after(async () => {
  await chat.close()
  await vakt.close()
})
beforeEach(() => {
  chat.answer = null
  chat.posted.length = 0
})
await userId(anna)

const kinds = ['incident_opened', 'incident_resolved', 'created', 'status_changed']

async function openCustomer() {
  const { customerId } = await createCustomer(vakt.database)
  const path = `/admin/customer/${customerId}/chat-destination`
  const add = async (service: 'teams' | 'slack', changes: object = {}) => {
    const wanted = { service, name: 'Drift', address: chat[service], kinds, fromSeverity: 'high', language: 'en', ...changes }
    const answer = await vakt.call(anna, 'POST', path, wanted)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result
  }
  const list = async () => (await vakt.call(anna, 'GET', path)).json().result
  const token = await createIngestToken(vakt.database, customerId)
  const fire = async (severity: string, title = 'Slow <!channel>') => {
    // Of a resource of its own: an incident of its own.
    const { name } = await createEntity(vakt.database, customerId)
    const labels = { alertname: 'Slow', severity, instance: name }
    const alert = { status: 'firing', fingerprint: randomUUID(), labels, annotations: { summary: title }, startsAt: '2026-11-20T10:00:00Z' }
    await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
    await vakt.work()
    await dispatchAll()
  }
  const states = async () =>
    (
      await query<{ channel: string; state: string; reason: string | null; attempts: number }>(
        'select channel, state, reason, attempts from mail_delivery where customer_id = $1 and destination_id is not null order by created_at, channel',
        [customerId],
      )
    ).rows
  return { customerId, path, add, list, fire, states }
}

/** Posts what waits, as a process does that has just started. */
const send = (now = new Date()) => {
  const settings = { secrets: chatBox(vakt.keyring), allowPrivate: true }
  const queues = deliveryQueues([createChatSender('teams', settings), createChatSender('slack', settings)])
  return workThrough(queues, contextAt(now), now)
}

test('an incident from the chosen severity on is posted to Teams and Slack, once, in the language of the channel', async () => {
  const { customerId, add, fire, states, list } = await openCustomer()
  await add('teams', { language: 'sv' })
  await add('slack')
  await fire('warning')
  assert.deepEqual(await states(), [])
  await fire('critical')
  await query('update event set dispatched_at = null where customer_id = $1', [customerId])
  await dispatchAll()
  await send()
  const incidents = chat.posted.map(({ service, body }) => ({ service, body: JSON.stringify(body) }))
  assert.deepEqual(incidents.map(({ service }) => service).toSorted(), ['slack', 'teams'])
  const [slack, teams] = incidents.toSorted((one, other) => (one.service < other.service ? -1 : 1))
  assert.match(teams?.body ?? '', /Kritisk: Slow \\\\<!channel\\\\>/)
  assert.match(teams?.body ?? '', /Action\.OpenUrl.*https:\/\/vakt\.test\/incidents\//)
  assert.match(slack?.body ?? '', /"text":"[^"]*Critical: Slow &lt;!channel&gt;"/)
  assert.deepEqual(await states(), [
    { channel: 'slack', state: 'sent', reason: null, attempts: 1 },
    { channel: 'teams', state: 'sent', reason: null, attempts: 1 },
  ])
  const [first] = await list()
  assert.equal(first.latest.state, 'sent')
  const { text, channel } = (await vakt.call(anna, 'GET', `/admin/outbox/${first.latest.deliveryId}`)).json().result
  assert.equal(channel, 'teams')
  assert.match(text, /Kritisk: Slow <!channel>[\s\S]*\/incidents\//)
})

test('a test is posted in the way of all others, and the address is nowhere to be read', async () => {
  const { customerId, path, add, list } = await openCustomer()
  const { destinationId, host } = await add('slack')
  assert.equal(host, '127.0.0.1')
  const tested = await vakt.call(anna, 'POST', `${path}/${destinationId}/test`)
  assert.equal(tested.statusCode, 200, tested.body)
  await send()
  assert.equal(chat.posted.length, 1)
  const answers = await Promise.all([
    vakt.call(anna, 'GET', path),
    vakt.call(anna, 'GET', `/admin/outbox/${tested.json().result.deliveryId}`),
    vakt.call(anna, 'GET', '/admin/outbox?limit=500'),
  ])
  for (const { body } of answers) assert.ok(!body.includes('/services/T1'), body)
  const { rows } = await query<{ content: string }>(
    `select (select json_agg(c)::text from chat_destination c where customer_id = $1) || (select json_agg(d)::text from mail_delivery d where customer_id = $1)
       || (select json_agg(r)::text from recorded_action r where customer_id = $1) as content`,
    [customerId],
  )
  assert.ok(rows[0]?.content && !rows[0].content.includes('secret"') && !rows[0].content.includes('/services/T1'))
  assert.equal((await list())[0].latest.state, 'sent')
})

test('a channel that throttles waits as long as it asks, uncounted; a lost answer is unknown and not repeated', async () => {
  const { add, fire, states } = await openCustomer()
  await add('teams', { kinds: ['incident_opened'] })
  await fire('critical')
  chat.answer = { status: 429, retryAfter: '120' }
  await send()
  assert.deepEqual(await states(), [{ channel: 'teams', state: 'waiting', reason: 'chat_throttled', attempts: 0 }])
  chat.answer = 'break'
  await send(later(1))
  assert.equal((await states())[0]?.state, 'waiting')
  await send(later(3))
  assert.deepEqual(await states(), [{ channel: 'teams', state: 'unknown', reason: 'connection_lost', attempts: 1 }])
  chat.answer = null
  await send(later(60))
  assert.deepEqual(chat.posted, [])
})

test('a channel that is gone gets no more until a test arrives; one that is removed or switched off gets nothing', async () => {
  const { path, add, fire, states, list } = await openCustomer()
  const { destinationId } = await add('slack', { kinds: ['incident_opened'] })
  chat.answer = { status: 404 }
  await fire('critical')
  await send()
  await fire('critical', 'Another')
  assert.deepEqual(await states(), [{ channel: 'slack', state: 'failed', reason: 'chat_gone', attempts: 1 }])
  chat.answer = null
  await vakt.call(anna, 'POST', `${path}/${destinationId}/test`)
  await send()
  assert.equal((await list())[0].latest.state, 'sent')
  await fire('critical', 'A third')
  const { version, name, kinds: chosen, fromSeverity, language } = (await list())[0]
  const change = { name, kinds: chosen, fromSeverity, language, address: '', isEnabled: false, version }
  assert.equal((await vakt.call(anna, 'PUT', `${path}/${destinationId}`, change)).statusCode, 200)
  assert.equal((await vakt.call(anna, 'PUT', `${path}/${destinationId}`, change)).statusCode, 409)
  await send()
  assert.deepEqual((await states()).at(-1), { channel: 'slack', state: 'failed', reason: 'chat_removed', attempts: 1 })
  assert.equal((await vakt.call(anna, 'DELETE', `${path}/${destinationId}`)).statusCode, 204)
  assert.deepEqual(await list(), [])
})

test('what only staff see is not posted, and a channel of another customer is not found', async () => {
  const [ours, theirs] = [await openCustomer(), await openCustomer()]
  await ours.add('slack', { kinds: ['status_changed', 'created'] })
  const ticket = await vakt.call(anna, 'POST', `/customer/${ours.customerId}/ticket`, {
    subject: 'Till is slow',
    description: 'Since this morning.',
    email: 'someone@elsewhere.example',
  })
  assert.equal(ticket.statusCode, 200, ticket.body)
  await dispatchAll()
  assert.deepEqual(
    (await ours.states()).map(({ state }) => state),
    ['waiting'],
  )
  await query('update event set private = true, dispatched_at = null where customer_id = $1', [ours.customerId])
  await query('delete from mail_delivery where customer_id = $1', [ours.customerId])
  await dispatchAll()
  assert.deepEqual(await ours.states(), [])
  const { destinationId } = await theirs.add('teams')
  assert.equal((await vakt.call(anna, 'POST', `${ours.path}/${destinationId}/test`)).statusCode, 404)
  assert.equal((await vakt.call(anna, 'DELETE', `${ours.path}/${destinationId}`)).statusCode, 404)
})
