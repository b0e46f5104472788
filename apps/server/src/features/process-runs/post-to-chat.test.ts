import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { createChatSender } from '#server/features/deliveries/chat-channel.ts'
import { deliveryQueues } from '#server/features/deliveries/send-deliveries.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { chatBox } from '#server/roles/sealed-columns.ts'
import { startChatServer } from '#server/testing/chat-server.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { takeSteps } from '#server/testing/process-desk.ts'
import { openTicketDesks } from '#server/testing/ticket-desk.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const { vakt, anna, query, contextAt, userId } = await openTicketDesks()
const chat = await startChatServer()
after(async () => {
  await chat.close()
  await vakt.close()
})
await userId(anna)

test('steps post to the channels of the customer, once, with the text and a link; a channel of others is refused', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const { customerId: other } = await createCustomer(vakt.database)
  const { entityId, name } = await createEntity(vakt.database, customerId)
  const ask = async (method: string, path: string, body?: unknown, status = 200): Promise<Json> => {
    const answer = await vakt.call(anna, method, path, body)
    assert.equal(answer.statusCode, status, answer.body)
    return answer.json().result ?? answer.json().errors
  }
  const add = async (service: 'teams' | 'slack', of = customerId): Promise<Json> => {
    const wanted = { service, name: `Drift ${service}`, address: chat[service], kinds: ['created'], fromSeverity: 'high', language: 'en' }
    return ask('POST', `/admin/customer/${of}/chat-destination`, wanted)
  }
  const [teams, slack, foreign] = [await add('teams'), await add('slack'), await add('teams', other)]
  const message = '{severity}: *{resource}* <b>'
  const post = (type: 'teams' | 'slack', { destinationId }: Json) => ({ type, chatDestinationId: destinationId, message })
  const wanted = { name: 'Chats', entityId, actions: [post('teams', teams), post('slack', slack)] }
  const process = `/customer/${customerId}/process-model`
  const wrong = { ...wanted, actions: [post('teams', foreign), post('slack', teams), { ...post('teams', teams), chatDestinationId: '' }] }
  const problemsOf = (errors: Json[]) => errors.map(({ property, message_translation_key: key }) => `${property} ${key}`)
  assert.deepEqual(problemsOf(await ask('POST', process, wrong, 400)), ['actions.2.chatDestinationId process.chat_empty'])
  const unknown = { ...wrong, actions: wrong.actions.slice(0, 2) }
  assert.deepEqual(problemsOf(await ask('POST', process, unknown, 400)), [
    'actions.0.chatDestinationId process.chat_unknown',
    'actions.1.chatDestinationId process.chat_unknown',
  ])
  await ask('POST', process, wanted)
  assert.equal((await ask('GET', `/customer/${customerId}/process-choices`)).chatDestinations.length, 2)

  const labels = { alertname: 'DiskFull', severity: 'high', instance: name }
  const alert = {
    status: 'firing',
    fingerprint: randomUUID(),
    labels,
    annotations: { summary: 'Full' },
    startsAt: new Date().toISOString(),
  }
  const token = await createIngestToken(vakt.database, customerId)
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
  await vakt.work()
  await takeSteps(vakt.database)
  const run = async () =>
    ask('GET', `/customer/${customerId}/process-run/${(await ask('GET', `/customer/${customerId}/process-run`))[0].runId}`)
  const settings = { secrets: chatBox(vakt.keyring), allowPrivate: true }
  const queues = deliveryQueues([createChatSender('teams', settings), createChatSender('slack', settings)])
  // Steps were taken by a clock that is a second ahead.
  const soon = new Date(Date.now() + 5000)
  await workThrough(queues, contextAt(soon), soon)
  const sent = await run()
  assert.deepEqual(
    sent.steps.map(({ state, recipients, deliveries }: Json) => [state, recipients[0].name, deliveries[0].state]),
    [
      ['done', 'Drift teams', 'sent'],
      ['done', 'Drift slack', 'sent'],
    ],
  )
  const [{ alertId }] = await ask('GET', `/customer/${customerId}/alert`)
  const { trail } = await ask('GET', `/customer/${customerId}/alert/${alertId}`)
  const told = trail.filter(({ step }: Json) => step === 'process-step-done').map(({ values }: Json) => values.type)
  assert.deepEqual(told, ['teams', 'slack'])
  const recorded = await query<{ type: string }>(
    "select details ->> 'type' as type from recorded_action where customer_id = $1 and action = 'process-run.step' order by 1 desc",
    [customerId],
  )
  assert.deepEqual(
    recorded.rows.map(({ type }) => type),
    ['teams', 'slack'],
  )
  assert.equal(sent.steps[0].text, `high: *${name}* <b>`)
  assert.deepEqual(chat.posted.map(({ service }) => service).toSorted(), ['slack', 'teams'])
  for (const { body } of chat.posted) assert.match(JSON.stringify(body), new RegExp(`/incidents/${customerId}/`))

  await vakt.call(anna, 'DELETE', `/admin/customer/${customerId}/chat-destination/${slack.destinationId}`)
  const { steps } = await ask('POST', `/customer/${customerId}/process-dry-run`, {
    ...{ incidentId: sent.incident.incidentId, name: 'Chats' },
    actions: wanted.actions,
  })
  assert.deepEqual(
    steps.map(({ would, reason, text }: Json) => [would, reason, text]),
    [
      ['do', null, `high: *${name}* <b>`],
      // In the language of the customer: the channel’s own is not known any more.
      ['fail', 'chat_removed', `hög: *${name}* <b>`],
    ],
  )
  assert.equal(chat.posted.length, 2)
})

test('what an alert rule found stands in a message of a process in the language of its channel', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const { entityId, name } = await createEntity(vakt.database, customerId)
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> =>
    (await vakt.call(anna, method, path, body)).json().result
  const add = (language: string) =>
    ask('POST', `/admin/customer/${customerId}/chat-destination`, {
      ...{ service: 'slack', name: `Drift ${language}`, address: chat.slack, kinds: ['created'], fromSeverity: 'high', language },
    })
  const post = ({ destinationId }: Json) => ({ type: 'slack', chatDestinationId: destinationId, message: 'Now: {incident}' })
  const actions = [post(await add('en')), post(await add('sv'))]
  await ask('POST', `/customer/${customerId}/process-model`, { name: 'Chats', entityId, actions })
  const labels = { alertname: 'CpuHigh', severity: 'high', instance: name }
  const alert = { status: 'firing', fingerprint: randomUUID(), labels, annotations: {}, startsAt: new Date().toISOString() }
  await vakt.send('alertmanager', await createIngestToken(vakt.database, customerId), { version: '4', status: 'firing', alerts: [alert] })
  await vakt.work()
  const found: RuleFinding = { metric: 'cpu', unit: '%', resource: name, value: 97, comparison: '>', limit: 80 }
  const [english, swedish] = [writeRuleFinding(found, 'en'), writeRuleFinding(found, 'sv')]
  await query('update incident set title = $2, finding = $3 where customer_id = $1', [customerId, english, found])
  await takeSteps(vakt.database)
  const { rows } = await query<{ subject: string; text_body: string }>(
    "select subject, text_body from mail_delivery where customer_id = $1 and channel = 'slack' order by language",
    [customerId],
  )
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    [english, swedish],
  )
  for (const [index, sentence] of [english, swedish].entries())
    assert.ok(rows[index]?.text_body.includes(`Now: ${sentence}`), rows[index]?.text_body)
})
