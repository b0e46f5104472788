import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser, testOutgoing } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const newTicket = { subject: 'The till is slow', description: 'Since this morning.', email: 'elin@example.com' }

async function createPlace() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const elin = { email: `elin@${emailDomain}`, roles: ['admin'] }
  const entity = await createEntity(vakt.database, customerId)
  const create = (links: object) => vakt.call(elin, 'POST', `/customer/${customerId}/ticket`, { ...newTicket, ...links })
  const read = async (path: string) => (await vakt.call(elin, 'GET', `/customer/${customerId}/${path}`)).json().result
  return { customerId, entity, create, read }
}

async function raiseIncident({ customerId, entity, read }: Awaited<ReturnType<typeof createPlace>>) {
  const token = await createIngestToken(vakt.database, customerId)
  await vakt.send('alertmanager', token, {
    version: '4',
    status: 'firing',
    alerts: [
      {
        status: 'firing',
        fingerprint: randomUUID(),
        labels: { alertname: 'CPU', severity: 'critical', instance: entity.name },
        annotations: {},
        startsAt: new Date().toISOString(),
      },
    ],
  })
  await vakt.work()
  return (await read('incident'))[0]
}

test('a ticket is linked to the entity it is about', async () => {
  const { entity, create, read } = await createPlace()
  const { ticketId } = (await create({ entityId: entity.entityId })).json().result
  assert.deepEqual((await read(`ticket/${ticketId}`)).entity, { entityId: entity.entityId, name: entity.name })
})

test('a ticket about an entity or incident of another customer, or of nobody, is refused', async () => {
  const [own, other] = [await createPlace(), await createPlace()]
  const { incidentId } = await raiseIncident(other)
  const refusals: [object, string][] = [
    [{ entityId: other.entity.entityId }, 'ticket.create.entity_unknown'],
    [{ entityId: randomUUID() }, 'ticket.create.entity_unknown'],
    [{ incidentId }, 'ticket.create.incident_unknown'],
    [{ incidentId: '999999999' }, 'ticket.create.incident_unknown'],
  ]
  for (const [links, key] of refusals) {
    const answer = await own.create(links)
    assert.deepEqual([answer.statusCode, answer.json().errors[0].message_translation_key], [400, key])
  }
  assert.deepEqual(await own.read('ticket'), [])
})

test('an incident has one ticket: a second one is refused', async () => {
  const place = await createPlace()
  const { incidentId, ticketId } = await raiseIncident(place)
  assert.ok(ticketId)
  const answer = await place.create({ incidentId })
  assert.deepEqual([answer.statusCode, answer.json().errors[0].message_translation_key], [409, 'ticket.create.incident_has_ticket'])
})

test('a ticket that staff open for someone is theirs: they see it where people see only their own, and are told of it', async () => {
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const [elin, bo] = ['elin', 'bo'].map((name): TestUser => ({ email: `${name}@${emailDomain}`, roles: ['admin'] })) as [TestUser, TestUser]
  for (const user of [staff, elin, bo]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  const settings = (await vakt.call(staff, 'GET', `/admin/customer/${customerId}/settings`)).json().result
  const saved = await vakt.call(staff, 'PUT', `/admin/customer/${customerId}/settings`, { ...settings, ticketVisibility: 'own' })
  assert.equal(saved.statusCode, 200, saved.body)
  const users = (await vakt.call(staff, 'GET', `/admin/customer/${customerId}/user`)).json().result
  const requesterId = users.find(({ email }: { email: string }) => email === elin.email).userId
  const open = (user: TestUser, ticket: object) =>
    vakt.call(user, 'POST', `/customer/${customerId}/ticket`, { ...newTicket, email: user.email, ...ticket })
  const opened = await open(staff, { requesterId })
  assert.equal(opened.statusCode, 200, opened.body)
  const { ticketId } = opened.json().result
  const seen = await vakt.call(elin, 'GET', `/customer/${customerId}/ticket/${ticketId}`)
  assert.deepEqual([seen.statusCode, seen.json().result.requester.email], [200, elin.email])
  assert.equal((await vakt.call(bo, 'GET', `/customer/${customerId}/ticket/${ticketId}`)).statusCode, 404)
  const createContext = () => ({
    actor: { type: 'system' as const, job: 'test' },
    now: new Date(),
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  })
  await dispatchEvents(createContext, createDispatch({ ...testOutgoing, isSending: false }))
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('select address, kind from mail_delivery where customer_id = $1', [customerId]),
  )
  assert.deepEqual(rows, [{ address: elin.email, kind: 'created' }])

  const keyOf = (answer: Awaited<ReturnType<typeof open>>) => [answer.statusCode, answer.json().errors[0].message_translation_key]
  assert.deepEqual(keyOf(await open(bo, { requesterId })), [400, 'ticket.fact_of_staff'])
  const stranger = (await vakt.call(staff, 'GET', `/admin/customer/${provider.customerId}/user`)).json().result[0].userId
  for (const nobody of [randomUUID(), stranger])
    assert.deepEqual(keyOf(await open(staff, { requesterId: nobody })), [400, 'ticket.person_unknown'])
})

test('the address of a colleague never stands beside the name of who wrote', async () => {
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const [elin, bo] = ['elin', 'bo'].map((name): TestUser => ({ email: `${name}@${emailDomain}`, roles: ['admin'] })) as [TestUser, TestUser]
  for (const user of [staff, elin, bo]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  const users = (await vakt.call(staff, 'GET', `/admin/customer/${customerId}/user`)).json().result
  const nameOf = (user: TestUser) => users.find(({ email }: { email: string }) => email === user.email).name
  const requesterOf = async (email: string) => {
    const opened = await vakt.call(elin, 'POST', `/customer/${customerId}/ticket`, { ...newTicket, email })
    assert.equal(opened.statusCode, 200, opened.body)
    const seen = await vakt.call(elin, 'GET', `/customer/${customerId}/ticket/${opened.json().result.ticketId}`)
    return seen.json().result.requester
  }
  assert.deepEqual(await requesterOf(elin.email.toUpperCase()), { name: nameOf(elin), email: elin.email.toUpperCase() })
  assert.deepEqual(await requesterOf(bo.email), { name: nameOf(bo), email: bo.email })
  assert.deepEqual(await requesterOf('desk@example.com'), { name: nameOf(elin), email: 'desk@example.com' })
  const settings = (await vakt.call(staff, 'GET', `/admin/customer/${customerId}/settings`)).json().result
  await vakt.call(staff, 'PUT', `/admin/customer/${customerId}/settings`, { ...settings, ticketVisibility: 'own' })
  assert.deepEqual(await requesterOf(bo.email), { name: nameOf(elin), email: elin.email })
})
