import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const own = await createCustomer(vakt.database)
const other = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const anna: TestUser = { email: `anna@${own.emailDomain}`, roles: ['admin'] }
const stranger: TestUser = { email: `sten@${other.emailDomain}`, roles: ['admin'] }
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const oskar: TestUser = { email: `oskar@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const token = await createIngestToken(vakt.database, own.customerId)
const base = `/customer/${own.customerId}`

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>
const call = async (user: TestUser, method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> => {
  const answer = await vakt.call(user, method, `${base}${path}`, body)
  return { status: answer.statusCode, json: answer.body.startsWith('{') ? answer.json() : {} }
}
const read = async (path: string, user = karin): Promise<Json> => (await call(user, 'GET', path)).json.result
const keyOf = ({ json }: { json: Json }) => json.errors?.[0].message_translation_key

before(async () => {
  for (const person of [anna, stranger, karin, oskar]) await vakt.call(person, 'POST', '/authentication/usercontext', {})
})

async function fire(annotations: Record<string, string> = {}) {
  const entity = await createEntity(vakt.database, own.customerId)
  const labels = { alertname: `Rule ${randomUUID()}`, severity: 'critical', instance: entity.name }
  const alert = { status: 'firing', fingerprint: randomUUID(), labels, annotations, startsAt: '2026-11-20T10:00:00Z' }
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
  await vakt.work()
  const [{ incidentId, ticketId }] = (await read(`/incident?entityId=${entity.entityId}`)) as [Json]
  return {
    incidentId,
    ticketId,
    incident: (user = karin) => read(`/incident/${incidentId}`, user),
    ticket: (user = karin) => read(`/ticket/${ticketId}`, user),
    handle: async (user: TestUser, change: Json) => {
      const { version } = await read(`/incident/${incidentId}`)
      return call(user, 'PUT', `/incident/${incidentId}`, { version, ...change })
    },
  }
}

test('staff who acknowledge an incident take up its ticket: status, assignee and history', async () => {
  const { incident, ticket, handle, incidentId } = await fire()
  assert.equal((await handle(karin, { state: 'acknowledged' })).status, 200)
  const taken = await ticket()
  assert.deepEqual([taken.status, taken.assignee], ['in_progress', 'karin'])
  assert.deepEqual(taken.history.map(({ field, after: to, author }: Json) => [field, to, author]).toSorted(), [
    ['assignee', 'karin', 'karin'],
    ['status', 'in_progress', 'karin'],
  ])
  const seen = await incident(anna)
  assert.deepEqual([seen.state, seen.acknowledged.by, seen.assignee.name], ['acknowledged', 'karin', 'karin'])
  const mine = (await read('/incident?assignee=me')) as Json[]
  assert.ok(mine.some((one) => one.incidentId === incidentId))
  assert.equal((await handle(karin, { state: 'open' })).status, 200)
  assert.deepEqual([(await incident()).acknowledged, (await ticket()).status], [null, 'in_progress'])
})

test('a customer who acknowledges stops no clock of the provider, and does not say who works on the ticket', async () => {
  const { incident, ticket, handle } = await fire()
  assert.equal((await handle(anna, { state: 'acknowledged' })).status, 200)
  assert.deepEqual([(await ticket()).status, (await ticket()).assignee], ['new', null])
  assert.equal((await incident()).acknowledged.by, 'anna')
  const { userId } = (await read(`/incident/${(await incident()).incidentId}/person?q=anna@`, anna)).people[0]
  const refused = await handle(anna, { assigneeId: userId })
  assert.deepEqual([refused.status, keyOf(refused)], [400, 'ticket.fact_of_staff'])
})

test('the assignee of the ticket is the one of the incident, wherever it was set', async () => {
  const { incident, ticket, handle, incidentId, ticketId } = await fire()
  const personOf = async (name: string) => (await read(`/incident/${incidentId}/person?q=${name}@`)).people[0].userId
  assert.equal((await handle(karin, { assigneeId: await personOf('oskar') })).status, 200)
  assert.equal((await ticket()).assignee, 'oskar')
  const { version } = await ticket()
  await call(oskar, 'PUT', `/ticket/${ticketId}`, { version, assigneeId: await personOf('karin') })
  assert.equal((await incident()).assignee.name, 'karin')
  const tickets = [{ customerId: own.customerId, ticketId }]
  const many = await vakt.call(karin, 'PUT', '/ticket/bulk', { tickets, assigneeId: null })
  assert.equal(many.statusCode, 200, many.body)
  assert.equal((await incident()).assignee, null)
})

test('staff who take up the ticket acknowledge its incident; a customer who answers does not', async () => {
  const { incident, ticket, ticketId } = await fire()
  await call(anna, 'POST', `/ticket/${ticketId}/comment`, { body: 'We see it too.' })
  assert.equal((await incident()).state, 'open')
  const { version } = await ticket()
  const taken = await call(oskar, 'PUT', `/ticket/${ticketId}/status`, { status: 'in_progress', comment: 'On it.', version })
  assert.equal(taken.status, 200)
  const seen = await incident(anna)
  assert.deepEqual([seen.state, seen.acknowledged.by], ['acknowledged', 'oskar'])
  assert.ok(seen.timeline.some(({ step, author }: Json) => step === 'acknowledged' && author === 'oskar'))
})

test('a note is a comment of the ticket: of staff internal unless they say otherwise, of a customer public', async () => {
  const { ticket, incidentId } = await fire()
  const note = (user: TestUser, body: Json) => call(user, 'POST', `/incident/${incidentId}/note`, body)
  assert.equal((await note(karin, { note: 'Ask the vendor first.' })).status, 204)
  assert.equal((await note(karin, { note: 'Rolling back.', private: false })).status, 204)
  assert.equal((await note(anna, { note: 'Thanks.' })).status, 204)
  assert.deepEqual(
    (await ticket()).comments.map(({ body, private: isPrivate }: Json) => [body, isPrivate]),
    [
      ['Ask the vendor first.', true],
      ['Rolling back.', false],
      ['Thanks.', false],
    ],
  )
  assert.equal((await ticket(anna)).comments.length, 2)
  const refused = await note(anna, { note: 'Secret.', private: true })
  assert.deepEqual([refused.status, keyOf(refused)], [400, 'ticket.comment_private'])
  const away = await vakt.call(stranger, 'POST', `/customer/${other.customerId}/incident/${incidentId}/note`, { note: 'Hello' })
  assert.equal(away.statusCode, 404)
})

test('without a ticket the assignee and the notes stay on the incident; the internal ones for staff only', async () => {
  await vakt.database.worker.query("update customer set ticket_from_severity = 'never' where customer_id = $1", [own.customerId])
  const { incident, handle, incidentId } = await fire()
  await vakt.database.worker.query("update customer set ticket_from_severity = 'low' where customer_id = $1", [own.customerId])
  await call(karin, 'POST', `/incident/${incidentId}/note`, { note: 'Known fault of the vendor.' })
  await call(anna, 'POST', `/incident/${incidentId}/note`, { note: 'We restarted it.' })
  assert.equal((await handle(anna, { state: 'acknowledged' })).status, 200)
  assert.equal((await incident()).assignee.name, 'anna')
  const bodies = async (user: TestUser) =>
    (await incident(user)).timeline.map(({ body }: Json) => body).filter((body: string) => body !== '')
  assert.deepEqual(await bodies(anna), ['We restarted it.'])
  assert.deepEqual(await bodies(karin), ['Known fault of the vendor.', 'We restarted it.'])
  const created = await call(anna, 'POST', '/ticket', {
    subject: 'The till is down',
    description: 'Since ten.',
    type: 'incident',
    area: 'infrastructure',
    impact: 2,
    urgency: 2,
    priority: 2,
    email: anna.email,
    incidentId,
  })
  assert.ok(created.status < 300, JSON.stringify(created.json))
  assert.equal((await incident()).assignee.name, 'anna')
})
