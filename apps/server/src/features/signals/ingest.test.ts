import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

function notification(
  status: 'firing' | 'resolved',
  name: string,
  fingerprint: string,
  startsAt = '2026-11-20T10:00:00Z',
  endsAt?: string,
) {
  return {
    version: '4',
    status,
    alerts: [
      {
        status,
        fingerprint,
        labels: { alertname: 'HighCpu', severity: 'critical', instance: `${name}:9100` },
        annotations: { summary: 'The processor is busy' },
        startsAt,
        endsAt: endsAt ?? '0001-01-01T00:00:00Z',
        generatorURL: 'https://prometheus.example/graph',
      },
    ],
  }
}

async function createInventory() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const entity = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  return { customerId, entity, token, user: { email: `anna@${emailDomain}`, roles: ['admin'] } }
}

test('an alert that fires leads to one incident and one ticket on its entity, and its end resolves both', async () => {
  const { customerId, entity, token, user } = await createInventory()
  const answer = await vakt.send('alertmanager', token, notification('firing', entity.name, 'f1'))
  assert.equal(answer.statusCode, 202)
  await vakt.work()
  const alerts = (await vakt.call(user, 'GET', `/customer/${customerId}/alert`)).json().result
  assert.equal(alerts.length, 1)
  assert.equal(alerts[0].entity.entityId, entity.entityId)
  assert.equal(alerts[0].state, 'firing')
  const ticket = (await vakt.call(user, 'GET', `/customer/${customerId}/ticket/${alerts[0].ticketId}`)).json().result
  assert.deepEqual(
    [ticket.subject, ticket.priority, ticket.status, ticket.source],
    [`${entity.name}: The processor is busy`, 1, 'new', 'monitoring'],
  )

  await vakt.send('alertmanager', token, notification('resolved', entity.name, 'f1', '2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z'))
  await vakt.work()
  const details = (await vakt.call(user, 'GET', `/customer/${customerId}/alert/${alerts[0].alertId}`)).json().result
  assert.equal(details.state, 'resolved')
  assert.deepEqual(
    details.trail.map(({ step }: { step: string }) => step),
    ['received', 'entity-matched', 'incident-opened', 'ticket-opened', 'resolved', 'incident-resolved', 'ticket-resolved'],
  )
  const closed = (await vakt.call(user, 'GET', `/customer/${customerId}/ticket/${alerts[0].ticketId}`)).json().result
  assert.equal(closed.status, 'resolved')
  assert.equal(closed.comments[0].systemText, 'incident_cleared_ticket_resolved')
  const overview = (await vakt.call(user, 'GET', `/customer/${customerId}/incident/overview`)).json().result
  assert.equal(overview.counts.critical, 0)
})

test('the same event ten times at once is one alert, one incident and one ticket', async () => {
  const { customerId, entity, token, user } = await createInventory()
  await Promise.all(Array.from({ length: 10 }, () => vakt.send('alertmanager', token, notification('firing', entity.name, 'f1'))))
  await Promise.all([vakt.work(), vakt.work()])
  await vakt.work()
  const alerts = (await vakt.call(user, 'GET', `/customer/${customerId}/alert`)).json().result
  assert.deepEqual(
    alerts.map(({ count }: { count: number }) => count),
    [10],
  )
  assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}/incident`)).json().result.length, 1)
  assert.deepEqual((await vakt.call(user, 'GET', `/customer/${customerId}/ticket/count`)).json().result, { open: 1, all: 1 })
})

test('of many signals that come in together each is stored as it came, under the id that its sender is told', async () => {
  const { customerId, token } = await createInventory()
  const sent = Array.from({ length: 300 }, (_, number) => JSON.stringify({ number, text: 'ö'.repeat(number * 7) }))
  const answers = await Promise.all(sent.map((body) => vakt.send('alertmanager', token, body)))
  const ids = answers.map((answer) => answer.json().result.signalId)
  const { rows } = await inTransaction({ pool: vakt.database.worker }, customerId, (transaction) =>
    transaction.query<{ id: string; body: string }>("select signal_id as id, convert_from(body, 'UTF8') as body from signal"),
  )
  const stored = new Map(rows.map(({ id, body }) => [id, body]))
  assert.deepEqual(
    ids.map((id: string) => stored.get(id)),
    sent,
  )
})

test('a short episode leaves its incident and ticket even when both signals are worked through together', async () => {
  const { customerId, entity, token, user } = await createInventory()
  await vakt.send('alertmanager', token, notification('firing', entity.name, 'f1'))
  await vakt.send('alertmanager', token, notification('resolved', entity.name, 'f1', '2026-11-20T10:00:00Z', '2026-11-20T10:01:00Z'))
  await vakt.work()
  const incidents = (await vakt.call(user, 'GET', `/customer/${customerId}/incident`)).json().result
  assert.deepEqual(
    incidents.map(({ state }: { state: string }) => state),
    ['resolved'],
  )
  assert.deepEqual((await vakt.call(user, 'GET', `/customer/${customerId}/ticket/count`)).json().result, { open: 0, all: 1 })
})

test('a lone end opens no ticket', async () => {
  const { customerId, entity, token, user } = await createInventory()
  await vakt.send('alertmanager', token, notification('resolved', entity.name, 'f1', '2026-11-20T10:00:00Z', '2026-11-20T10:01:00Z'))
  await vakt.work()
  assert.deepEqual((await vakt.call(user, 'GET', `/customer/${customerId}/ticket/count`)).json().result, { open: 0, all: 0 })
})

test('the same fingerprint at two customers is two alerts', async () => {
  const [a, b] = [await createInventory(), await createInventory()]
  await vakt.send('alertmanager', a.token, notification('firing', a.entity.name, 'shared'))
  await vakt.send('alertmanager', b.token, notification('firing', b.entity.name, 'shared'))
  await vakt.work()
  for (const { customerId, user } of [a, b])
    assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}/alert`)).json().result.length, 1)
})

test('a ticket that somebody has taken up only gets a comment when the condition clears', async () => {
  const { customerId, entity, token, user } = await createInventory()
  await vakt.send('alertmanager', token, notification('firing', entity.name, 'f1'))
  await vakt.work()
  const [ticket] = (await vakt.call(user, 'GET', `/customer/${customerId}/ticket`)).json().result
  await vakt.call(user, 'POST', `/customer/${customerId}/ticket/${ticket.ticketId}/comment`, { body: 'We look at it.', private: false })
  await vakt.send('alertmanager', token, notification('resolved', entity.name, 'f1', '2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z'))
  await vakt.work()
  const after = (await vakt.call(user, 'GET', `/customer/${customerId}/ticket/${ticket.ticketId}`)).json().result
  assert.equal(after.status, 'new')
  assert.equal(after.comments.at(-1).systemText, 'incident_cleared')
})

test('the trail opens the raw signal behind a step: to staff always, to a customer what came to their own inbox', async () => {
  const { customerId, entity, token, user } = await createInventory()
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff = { email: `oskar@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
  const path = `/customer/${customerId}/alert`
  type Step = { step: string; signalId?: string; values: Record<string, string> }
  const read = async (reader: typeof user) => {
    const [alert] = (await vakt.call(reader, 'GET', path)).json().result
    const { trail } = (await vakt.call(reader, 'GET', `${path}/${alert.alertId}`)).json().result as { trail: Step[] }
    return { trail, signal: (signalId = '') => vakt.call(reader, 'GET', `${path}/${alert.alertId}/signal/${signalId}`) }
  }

  await vakt.send('alertmanager', token, notification('firing', entity.name, 'raw'))
  await vakt.work()
  const own = await read(user)
  const received = own.trail.find(({ step }) => step === 'received')
  assert.deepEqual(Object.keys(received?.values ?? {}), ['source', 'severity'])
  const { body } = (await own.signal(received?.signalId)).json().result
  assert.deepEqual(JSON.parse(body), notification('firing', entity.name, 'raw'))
  assert.equal((await own.signal('999999')).statusCode, 404)
  const other = await createInventory()
  assert.equal((await vakt.call(other.user, 'GET', `${path}/1/signal/${received?.signalId}`)).statusCode, 404)

  const ofProvider = await createIngestToken(vakt.database, provider.customerId)
  await vakt.send('alertmanager', ofProvider, notification('resolved', entity.name, 'raw', '2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z'))
  await vakt.work()
  const resolved = (await read(staff)).trail.find(({ step }) => step === 'resolved')
  assert.ok(resolved?.signalId)
  assert.equal((await (await read(staff)).signal(resolved.signalId)).statusCode, 200)
  const shown = await read(user)
  assert.deepEqual(
    shown.trail.filter(({ signalId }) => signalId).map(({ step }) => step),
    ['received'],
    'what came through the provider is the provider’s',
  )
  assert.equal((await shown.signal(resolved.signalId)).statusCode, 404)
})
