import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

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
