import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const [swedish, english, outside] = [
  await createCustomer(vakt.database),
  await createCustomer(vakt.database),
  await createCustomer(vakt.database),
]
const provider = await createCustomer(vakt.database, { isProvider: true })
const adminOf = (customer: { emailDomain: string }): TestUser => ({ email: `anna@${customer.emailDomain}`, roles: ['admin'] })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const oskar: TestUser = { ...karin, email: `oskar@${provider.emailDomain}` }

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>
const call = async (user: TestUser, method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> => {
  const answer = await vakt.call(user, method, path, body)
  return { status: answer.statusCode, json: answer.body.startsWith('{') ? answer.json() : {} }
}
const keyOf = ({ json }: { json: Json }) => json.errors?.[0].message_translation_key

before(async () => {
  for (const person of [karin, oskar, ...[swedish, english, outside].map(adminOf)])
    await vakt.call(person, 'POST', '/authentication/usercontext', {})
  await vakt.database.worker.query("update customer set mail_language = 'sv' where customer_id = $1", [swedish.customerId])
  await vakt.database.worker.query("update customer set mail_language = 'en' where customer_id = $1", [english.customerId])
})

async function fire(customerId: string): Promise<{ customerId: string; incidentId: string }> {
  const entity = await createEntity(vakt.database, customerId)
  const labels = { alertname: `Rule ${randomUUID()}`, severity: 'critical', instance: entity.name }
  const alert = { status: 'firing', fingerprint: randomUUID(), labels, annotations: {}, startsAt: '2026-11-20T10:00:00Z' }
  await vakt.send('alertmanager', await createIngestToken(vakt.database, customerId), { version: '4', status: 'firing', alerts: [alert] })
  await vakt.work()
  const { json } = await call(karin, 'GET', `/customer/${customerId}/incident?entityId=${entity.entityId}`)
  return { customerId, incidentId: json.result[0].incidentId }
}

const seenBy = async (customer: { customerId: string; emailDomain: string }, incidentId: string): Promise<Json> =>
  (await call(adminOf(customer), 'GET', `/customer/${customer.customerId}/incident/${incidentId}`)).json.result

test('one update reaches each affected customer in its language, on the incident and its ticket, until the major incident ends', async () => {
  const parts = [await fire(swedish.customerId), await fire(english.customerId)]
  const [ofSwedish, ofEnglish] = parts.map(({ incidentId }) => incidentId)
  const title = { en: 'The network in Stockholm is slow', sv: 'Nätet i Stockholm är långsamt' }
  const opened = await call(karin, 'POST', '/major-incident', { title, incidents: parts })
  assert.equal(opened.status, 200, JSON.stringify(opened.json))
  const { majorIncidentId } = opened.json.result
  const path = `/major-incident/${majorIncidentId}`
  const write = (text: Json, ends = false) => call(karin, 'POST', `${path}/update`, { text, ends })
  assert.equal((await write({ en: 'A link is down.', sv: 'En länk ligger nere.' })).status, 204)
  const [sv, en] = [await seenBy(swedish, ofSwedish ?? ''), await seenBy(english, ofEnglish ?? '')]
  assert.deepEqual([sv.latestUpdate.body, en.latestUpdate.body], ['En länk ligger nere.', 'A link is down.'])
  assert.deepEqual([sv.majorIncident.title, en.majorIncident.title], [title.sv, title.en])
  assert.equal(sv.majorIncident.majorIncidentId, null)
  const ticket = await call(adminOf(swedish), 'GET', `/customer/${swedish.customerId}/ticket/${sv.ticketId}`)
  assert.equal(ticket.json.result.comments.at(-1).body, 'En länk ligger nere.')

  assert.equal(keyOf(await call(karin, 'POST', '/major-incident', { title, incidents: parts })), 'major_incident.incident_taken')
  assert.equal((await write({ en: 'The link is back.' }, true)).status, 204)
  const after = await seenBy(swedish, ofSwedish ?? '')
  assert.ok(after.latestUpdate.body.includes('Endast på engelska'))
  assert.notEqual(after.majorIncident.endedAt, null)
  const seen = (await call(karin, 'GET', path)).json.result
  assert.deepEqual([seen.customers, seen.parts.length, seen.updates.length, seen.endedAt !== null], [2, 2, 2, true])
  assert.equal(keyOf(await write({ en: 'Too late.' })), 'major_incident.over')
})

test('incidents are added and taken out; what was taken out hears nothing more', async () => {
  const [first, second] = [await fire(swedish.customerId), await fire(english.customerId)]
  const { json } = await call(karin, 'POST', '/major-incident', { title: { sv: 'Strömavbrott' }, incidents: [first] })
  const path = `/major-incident/${json.result.majorIncidentId}`
  assert.equal((await call(karin, 'PUT', path, { add: [second], remove: [first] })).status, 204)
  await call(karin, 'POST', `${path}/update`, { text: { en: 'Power is back.' } })
  assert.equal((await seenBy(swedish, first.incidentId)).latestUpdate, null)
  assert.equal((await seenBy(swedish, first.incidentId)).majorIncident, null)
  assert.equal((await seenBy(english, second.incidentId)).latestUpdate.body, 'Power is back.')
})

test('the list has the open ones first, with who leads and the last update; reopened, updates reach the customers again', async () => {
  const part = await fire(english.customerId)
  const title = { en: `Storage ${randomUUID()}` }
  const { json } = await call(karin, 'POST', '/major-incident', { title, incidents: [part] })
  const path = `/major-incident/${json.result.majorIncidentId}`
  const listed = async (query: string) =>
    (await call(oskar, 'GET', `/major-incident?q=${encodeURIComponent(title.en)}${query}`)).json.result as Json[]
  const [before] = await listed('&state=open')
  assert.deepEqual([before?.lead, before?.latestUpdate, before?.openIncidents, before?.incidents], ['karin', null, 1, 1])
  assert.equal((await call(oskar, 'PUT', path, { takeLead: true })).status, 204)
  await call(karin, 'POST', `${path}/update`, { text: { en: 'Fixed.' }, ends: true })
  assert.deepEqual(await listed('&state=open'), [])
  const [over] = await listed('')
  assert.deepEqual([over?.state, over?.lead, over?.latestUpdate.en], ['resolved', 'oskar', 'Fixed.'])
  assert.equal((await call(karin, 'POST', `${path}/reopen`)).status, 204)
  assert.equal(keyOf(await call(karin, 'POST', `${path}/reopen`)), 'major_incident.open_already')
  assert.equal((await seenBy(english, part.incidentId)).majorIncident.endedAt, null)
  await call(oskar, 'POST', `${path}/update`, { text: { en: 'It is back.' } })
  assert.equal((await seenBy(english, part.incidentId)).latestUpdate.body, 'It is back.')
})

test('a refused update or a wrong incident writes nothing to anyone', async () => {
  const part = await fire(swedish.customerId)
  const wrong = { customerId: english.customerId, incidentId: part.incidentId }
  const refused = await call(karin, 'POST', '/major-incident', { title: { en: 'X' }, incidents: [part, wrong] })
  assert.equal(keyOf(refused), 'major_incident.incident_unknown')
  assert.equal((await seenBy(swedish, part.incidentId)).majorIncident, null)
  assert.equal(
    keyOf(await call(karin, 'POST', '/major-incident', { title: { en: ' ' }, incidents: [part] })),
    'major_incident.title_required',
  )
})

test('taking out what is not part of it changes nothing and leaves no trace, and a title is one line', async () => {
  const [part, stranger] = [await fire(swedish.customerId), await fire(english.customerId)]
  const { json } = await call(karin, 'POST', '/major-incident', { title: { en: 'Mail' }, incidents: [part] })
  const path = `/major-incident/${json.result.majorIncidentId}`
  for (const remove of [stranger, { customerId: 'nobody', incidentId: '1' }])
    assert.equal((await call(karin, 'PUT', path, { remove: [remove] })).status, 204)
  const recorded = await call(karin, 'GET', `/admin/recorded-action?customerId=${english.customerId}`)
  assert.ok(!JSON.stringify(recorded.json.result).includes(`incident ${stranger.incidentId}"`))
  const twoLines = { title: { en: 'Mail\r\nBcc: someone' }, incidents: [stranger] }
  assert.equal(keyOf(await call(karin, 'POST', '/major-incident', twoLines)), 'form.one_line')
})

test('no customer learns of another: not by the routes, and not in any table', async () => {
  const parts = [await fire(swedish.customerId), await fire(english.customerId)]
  const { json } = await call(karin, 'POST', '/major-incident', { title: { en: 'DNS' }, incidents: parts })
  const path = `/major-incident/${json.result.majorIncidentId}`
  await call(karin, 'POST', `${path}/update`, { text: { en: 'We look into it.' } })
  for (const customer of [swedish, outside])
    for (const [method, address, body] of [
      ['GET', '/major-incident', undefined],
      ['GET', path, undefined],
      ['PUT', path, { add: parts }],
      ['POST', `${path}/update`, { text: { en: 'Hello' } }],
      ['POST', `${path}/reopen`, undefined],
    ] as const)
      assert.equal((await call(adminOf(customer), method, address, body)).status, 403, `${method} ${address}`)
  for (const [customer, expected] of [
    [swedish, 1],
    [outside, 0],
  ] as const)
    await inTransaction({ pool: vakt.database.app }, customer.customerId, async (transaction) => {
      const count = async (table: string) => (await transaction.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n
      assert.deepEqual([await count('major_incident'), await count('major_incident_update')], [0, 0])
      const { rows } = await transaction.query('select distinct customer_id from major_incident_part')
      assert.equal(rows.length, expected)
    })
})
