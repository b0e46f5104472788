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
const token = await createIngestToken(vakt.database, own.customerId)
const base = `/customer/${own.customerId}`

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>
const read = async (path: string, user = anna): Promise<Json> => (await vakt.call(user, 'GET', `${base}${path}`)).json().result

before(async () => {
  for (const person of [anna, stranger, karin]) await vakt.call(person, 'POST', '/authentication/usercontext', {})
})

test('tells what was measured, what people wrote on the ticket, what changed before, and what happened earlier', async () => {
  const entity = await createEntity(vakt.database, own.customerId)
  const fingerprint = randomUUID()
  const annotations = { summary: 'The disk is full', value: '97 %', threshold: '90 %', runbook_url: 'https://wiki.example/disk' }
  const say = async (status: string, startsAt: string, endsAt?: string) => {
    const labels = { alertname: 'DiskFull', severity: 'critical', instance: entity.name }
    await vakt.send('alertmanager', token, {
      version: '4',
      status,
      alerts: [{ status, fingerprint, labels, annotations, startsAt, endsAt }],
    })
    await vakt.work()
  }
  await vakt.database.worker.query(
    `insert into entity_history (customer_id, entity_id, at, kind, field, before, after)
     values ($1, $2, '2026-11-20T09:00:00Z', 'changed', 'properties.runtime', '".NET 9"', '".NET 10"')`,
    [own.customerId, entity.entityId],
  )
  await say('firing', '2026-11-18T10:00:00Z')
  await say('resolved', '2026-11-18T10:00:00Z', '2026-11-18T11:00:00Z')
  await say('firing', '2026-11-20T10:00:00Z')
  const [incident, before] = (await read(`/incident?entityId=${entity.entityId}&sort=opened`)) as [Json, Json]
  const write = (body: string, isPrivate: boolean) =>
    vakt.call(karin, 'POST', `${base}/ticket/${incident.ticketId}/comment`, { body, private: isPrivate })
  await write('Rolling back.', false)
  await write('Do not tell them yet.', true)

  const seen = await read(`/incident/${incident.incidentId}`)
  assert.deepEqual(seen.measurement, { metric: null, value: '97 %', threshold: '90 %', operator: null })
  assert.equal(seen.runbookUrl, 'https://wiki.example/disk')
  assert.deepEqual([seen.latestUpdate.author, seen.latestUpdate.body], ['karin', 'Rolling back.'])
  const comments = async (user: TestUser) =>
    (await read(`/incident/${incident.incidentId}`, user)).timeline
      .filter(({ step }: Json) => step === 'commented')
      .map(({ body, byStaff, private: isPrivate }: Json) => [body, byStaff, isPrivate])
  assert.deepEqual(await comments(anna), [['Rolling back.', true, false]])
  assert.equal((await comments(karin)).length, 2)

  const context = await read(`/incident/${incident.incidentId}/context`)
  assert.deepEqual(
    context.earlier.map(({ incidentId }: Json) => incidentId),
    [before.incidentId],
  )
  const [{ at: _, ...change }] = context.changes
  assert.deepEqual(change, { kind: 'changed', field: 'properties.runtime', before: '.NET 9', after: '.NET 10', isShortlyBefore: true })
  const away = await vakt.call(stranger, 'GET', `/customer/${other.customerId}/incident/${incident.incidentId}/context`)
  assert.equal(away.statusCode, 404)
})
