import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const own = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const anna: TestUser = { email: `anna@${own.emailDomain}`, roles: ['admin'] }
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const token = await createIngestToken(vakt.database, own.customerId)
const base = `/customer/${own.customerId}`

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>
const read = async (path: string): Promise<Json> => (await vakt.call(karin, 'GET', `${base}${path}`)).json().result
const done = async (method: string, path: string, body: unknown) => {
  const answer = await vakt.call(karin, method, `${base}${path}`, body)
  assert.ok(answer.statusCode < 300, answer.body)
}

before(async () => {
  for (const person of [anna, karin]) await vakt.call(person, 'POST', '/authentication/usercontext', {})
  const created = await vakt.call(karin, 'POST', '/admin/service-level/calendar', roundTheClock)
  const { calendarId } = created.json().result
  const hours = { firstResponseMinutes: null, nextUpdateMinutes: null, warnAtPercent: 75 }
  const targets = [1, 3].map((priority) => ({ ...hours, priority, calendarId, resolutionMinutes: priority * 60 }))
  const saved = await vakt.call(karin, 'PUT', `/admin${base}/service-level`, { targets, version: 0 })
  assert.equal(saved.statusCode, 200, saved.body)
})

const roundTheClock = {
  name: 'Around the clock',
  timeZone: 'UTC',
  alwaysOpen: true,
  week: Array.from({ length: 7 }, () => null),
  holidays: 'none',
  closedDays: [],
}

/** A condition whose severity its source changes as it goes. */
async function openCondition() {
  const entity = await createEntity(vakt.database, own.customerId)
  const fingerprint = randomUUID()
  const say = async (severity: string, status = 'firing') => {
    const labels = { alertname: 'DiskFull', severity, instance: entity.name }
    const endsAt = status === 'resolved' ? { endsAt: new Date().toISOString() } : {}
    const alert = { status, fingerprint, labels, annotations: { summary: 'The disk is full' }, startsAt: '2026-11-20T10:00:00Z', ...endsAt }
    await vakt.send('alertmanager', token, { version: '4', status, alerts: [alert] })
    await vakt.work()
  }
  await say('warning')
  const [alert] = (await read(`/alert?entityId=${entity.entityId}`)) as [Json]
  const { ticketId, alertId } = alert
  return { say, alertId, ticketId, ticket: () => read(`/ticket/${ticketId}`) }
}

test('an escalation raises the priority of the ticket, says so in its history and in the trail, and lowers nothing afterwards', async () => {
  const { say, ticket, alertId } = await openCondition()
  assert.deepEqual([(await ticket()).priority, (await ticket()).incidentSeverity], [3, null])
  await say('critical')
  const raised = await ticket()
  assert.deepEqual([raised.priority, raised.incidentSeverity, raised.serviceLevel.targetMinutes], [1, null, 60])
  const change = raised.history.find(({ field }: Json) => field === 'priority')
  assert.deepEqual([change.before, change.after, change.bySystem], ['3', '1', true])
  const steps = (await read(`/alert/${alertId}`)).trail.map(({ step }: Json) => step)
  assert.deepEqual(steps.slice(-2), ['severity-changed', 'ticket-raised'])
  await say('error')
  assert.deepEqual([(await ticket()).priority, (await ticket()).incidentSeverity], [1, null])
})

test('a priority that a person set stays, and the list says how bad the incident is until it is over', async () => {
  const { say, ticket, ticketId } = await openCondition()
  await done('PUT', `/ticket/${ticketId}`, { version: (await ticket()).version, priority: 4 })
  await say('critical')
  assert.deepEqual([(await ticket()).priority, (await ticket()).incidentSeverity], [4, 'critical'])
  const row = ((await read('/ticket?limit=500')) as Json[]).find((one) => one.ticketId === ticketId)
  assert.equal(row?.incidentSeverity, 'critical')
  await say('critical', 'resolved')
  const over = await ticket()
  assert.deepEqual([over.priority, over.incidentSeverity, over.status], [4, null, 'new'])
})
