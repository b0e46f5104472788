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
const bo: TestUser = { email: `bo@${own.emailDomain}`, roles: ['admin'] }
const reader: TestUser = { email: `rut@${own.emailDomain}`, roles: ['reader'] }
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const token = await createIngestToken(vakt.database, own.customerId)
const base = `/customer/${own.customerId}/incident`

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>
const call = async (user: TestUser, method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> => {
  const answer = await vakt.call(user, method, `${base}${path}`, body)
  return { status: answer.statusCode, json: answer.body.startsWith('{') ? answer.json() : {} }
}
const read = async (id: string, user = anna): Promise<Json> => (await call(user, 'GET', `/${id}`)).json.result
const keyOf = ({ json }: { json: Json }) => json.errors?.[0].message_translation_key
const userIdOf = async (id: string, name: string, asker: TestUser) =>
  (await call(asker, 'GET', `/${id}/person?q=${name}`)).json.result.people[0]?.userId

before(async () => {
  for (const person of [anna, bo, reader, karin]) await vakt.call(person, 'POST', '/authentication/usercontext', {})
})

/** Opens an incident with one alert of an Alertmanager; returns how to end that. */
async function fire(severity = 'critical') {
  const entity = await createEntity(vakt.database, own.customerId, { tags: { application: 'till' } })
  const fingerprint = randomUUID()
  const say = async (status: string) => {
    const labels = { alertname: `Rule ${fingerprint}`, severity, instance: entity.name }
    const endsAt = status === 'resolved' ? { endsAt: new Date().toISOString() } : {}
    const alert = { status, fingerprint, labels, annotations: {}, startsAt: '2026-11-20T10:00:00Z', ...endsAt }
    await vakt.send('alertmanager', token, { version: '4', status, alerts: [alert] })
    await vakt.work()
  }
  await say('firing')
  const { json } = await call(anna, 'GET', `?entityId=${entity.entityId}`)
  return { entity, incidentId: json.result[0].incidentId as string, end: () => say('resolved') }
}

/** An event of the activity log, of which Azure never says that it is over. */
async function fireEndless() {
  const entity = await createEntity(vakt.database, own.customerId)
  await vakt.send('azure-monitor', token, {
    schemaId: 'azureMonitorCommonAlertSchema',
    data: {
      essentials: {
        alertId: `/subscriptions/x/providers/Microsoft.AlertsManagement/alerts/${randomUUID()}`,
        alertRule: `Deleted ${randomUUID()}`,
        severity: 'Sev1',
        signalType: 'Activity Log',
        monitorCondition: 'Fired',
        monitoringService: 'Activity Log - Administrative',
        alertTargetIDs: [entity.externalId],
        firedDateTime: '2026-11-20T10:00:00Z',
      },
      alertContext: { operationName: 'Microsoft.Compute/virtualMachines/delete', status: 'Succeeded' },
    },
  })
  await vakt.work()
  const { json } = await call(anna, 'GET', `?entityId=${entity.entityId}`)
  return json.result[0].incidentId as string
}

test('two people handle an incident at once: the second hears what it became', async () => {
  const { incidentId } = await fire()
  const { version } = await read(incidentId)
  const first = await call(anna, 'PUT', `/${incidentId}`, { version, state: 'acknowledged' })
  assert.deepEqual([first.status, first.json.result], [200, { version: version + 1 }])
  const second = await call(bo, 'PUT', `/${incidentId}`, { version, state: 'acknowledged', assigneeId: null })
  assert.deepEqual([second.status, keyOf(second)], [409, 'incident.changed_meanwhile'])
  assert.deepEqual([second.json.current.state, second.json.current.acknowledgedBy], ['acknowledged', 'anna'])
  const seen = await read(incidentId, bo)
  assert.deepEqual([seen.state, seen.acknowledged.by, seen.mayBeResolved], ['acknowledged', 'anna', false])
  await call(bo, 'PUT', `/${incidentId}`, { version: seen.version, state: 'open' })
  assert.deepEqual([(await read(incidentId)).state, (await read(incidentId)).acknowledged], ['open', null])
})

test('without a ticket it is given to a colleague, and by staff also to each other; nobody gives it to a stranger', async () => {
  await vakt.database.worker.query("update customer set ticket_from_severity = 'never' where customer_id = $1", [own.customerId])
  const { incidentId } = await fire()
  await vakt.database.worker.query("update customer set ticket_from_severity = 'low' where customer_id = $1", [own.customerId])
  const boId = await userIdOf(incidentId, 'bo@', anna)
  const karinId = await userIdOf(incidentId, 'karin@', karin)
  assert.equal(await userIdOf(incidentId, 'karin@', anna), undefined)
  assert.equal((await call(anna, 'PUT', `/${incidentId}`, { version: 1, assigneeId: boId })).status, 200)
  assert.deepEqual((await read(incidentId)).assignee, { userId: boId, name: 'bo' })
  const stranger = await call(anna, 'PUT', `/${incidentId}`, { version: 2, assigneeId: karinId })
  assert.deepEqual([stranger.status, keyOf(stranger)], [400, 'incident.person_unknown'])
  assert.equal((await call(karin, 'PUT', `/${incidentId}`, { version: 2, assigneeId: karinId })).status, 200)
  const { timeline } = await read(incidentId)
  const byPeople = timeline.filter(({ author }: Json) => author !== null).map(({ step, author, byStaff }: Json) => [step, author, byStaff])
  assert.deepEqual(byPeople, [
    ['assigned', 'anna', false],
    ['assigned', 'karin', true],
  ])
  assert.ok(timeline.some(({ step, alert }: Json) => step === 'incident-opened' && alert !== null))
  const mine = (await call(bo, 'GET', '?assignee=me')).json.result
  assert.equal(
    mine.some((incident: Json) => incident.incidentId === incidentId),
    false,
  )
})

test('nobody resolves what still fires; it resolves when the condition clears, and is history then', async () => {
  const { incidentId, end } = await fire()
  const refused = await call(karin, 'PUT', `/${incidentId}`, { version: 1, state: 'resolved', note: 'I do not want to see it.' })
  assert.deepEqual([refused.status, keyOf(refused)], [409, 'incident.still_firing'])
  await end()
  const ended = await read(incidentId)
  assert.deepEqual([ended.state, ended.resolvedBy, ended.ticket.status], ['resolved', null, 'resolved'])
  const late = await call(anna, 'PUT', `/${incidentId}`, { version: ended.version, state: 'acknowledged' })
  assert.deepEqual([late.status, keyOf(late)], [409, 'incident.already_resolved'])
  assert.equal((await call(anna, 'POST', `/${incidentId}/note`, { note: 'It was the disk.' })).status, 204)
  assert.equal((await read(incidentId)).timeline.at(-1).body, 'It was the disk.')
})

test('what never ends by itself is resolved by people who say why, with its alert and its ticket', async () => {
  const incidentId = await fireEndless()
  assert.equal((await read(incidentId)).mayBeResolved, true)
  const silent = await call(anna, 'PUT', `/${incidentId}`, { version: 1, state: 'resolved', note: '  ' })
  assert.deepEqual([silent.status, keyOf(silent), silent.json.errors[0].property], [400, 'incident.note_required', 'note'])
  assert.equal((await call(anna, 'PUT', `/${incidentId}`, { version: 1, state: 'resolved', note: 'It was planned.' })).status, 200)
  const resolved = await read(incidentId)
  assert.deepEqual(
    [resolved.state, resolved.resolvedBy, resolved.firingAlerts, resolved.ticket.status],
    ['resolved', 'anna', 0, 'resolved'],
  )
  assert.deepEqual(
    resolved.timeline.slice(-2).map(({ step }: Json) => step),
    ['ended-by-person', 'resolved'],
  )
})

test('bad input is refused with what is wrong, and users who only read handle nothing', async () => {
  const { incidentId } = await fire('warning')
  for (const [body, property] of [
    [{ state: 'open' }, 'version'],
    [{ version: 1, state: 'gone' }, 'state'],
    [{ version: 1, assigneeId: 'me' }, 'assigneeId'],
    [{ version: 1, note: 'x'.repeat(10_001) }, 'note'],
  ] as const) {
    const refused = await call(anna, 'PUT', `/${incidentId}`, body)
    assert.deepEqual([refused.status, refused.json.errors[0].property], [400, property])
  }
  assert.equal(keyOf(await call(anna, 'POST', `/${incidentId}/note`, { note: ' \n ' })), 'incident.note_empty')
  assert.equal((await call(reader, 'GET', `/${incidentId}`)).status, 200)
  assert.equal((await call(reader, 'PUT', `/${incidentId}`, { version: 1, state: 'acknowledged' })).status, 403)
  for (const id of ['0', 'x', '99999999999999999999', '987654321']) assert.equal((await call(anna, 'GET', `/${id}`)).status, 404)
})

test('the list is filtered by what the incident is about and pages in each order', async () => {
  const tag = randomUUID()
  const names: string[] = []
  for (const severity of ['warning', 'critical', 'warning', 'info']) {
    const { entity } = await fire(severity)
    names.push(entity.name)
    await vakt.database.worker.query('update entity set tags = $2, resource_group = $3 where entity_id = $1', [
      entity.entityId,
      { application: tag, 'a=b': 'c=d' },
      'RG-Till',
    ])
  }
  const all = `?tag=application=${tag}&tag=${encodeURIComponent('a%3Db=c=d')}&resourceGroup=rg-till`
  const severities = (await call(anna, 'GET', `${all}&sort=severity`)).json.result.map(({ severity }: Json) => severity)
  assert.deepEqual(severities, ['critical', 'medium', 'medium', 'low'])
  for (const sort of ['severity', 'changed', 'opened']) {
    const whole = (await call(anna, 'GET', `${all}&sort=${sort}`)).json.result.map(({ incidentId }: Json) => incidentId)
    const paged: string[] = []
    let next: string | null = null
    do {
      const headers: Record<string, string> = next ? { 'x-continuation-token': next } : {}
      const answer = (await vakt.call(anna, 'GET', `${base}${all}&sort=${sort}&limit=1`, undefined, headers)).json()
      paged.push(...answer.result.map(({ incidentId }: Json) => incidentId))
      next = answer.continuation_token
    } while (next)
    assert.deepEqual(paged, whole, sort)
  }
  const found = (await call(anna, 'GET', `?q=${names[1]?.toUpperCase()}`)).json.result
  assert.deepEqual([found.length, found[0].entity.name], [1, names[1]])
  const overview = (await call(anna, 'GET', `/overview?tag=application=${tag}`)).json.result
  assert.deepEqual([overview.groups.length, overview.counts], [1, { critical: 1, high: 0, medium: 2, low: 1 }])
  assert.deepEqual((await call(anna, 'GET', `/overview?q=${names[0]}`)).json.result.counts, { critical: 0, high: 0, medium: 1, low: 0 })
})

test('many are acknowledged and given to someone at once; what is refused keeps none of the others, and one action is recorded', async () => {
  const [first, second, over] = [await fire(), await fire(), await fire()]
  await over.end()
  const incidents = [first.incidentId, second.incidentId, over.incidentId, '999999999']
  const body = { incidents, what: 'acknowledge' }
  assert.equal((await call(reader, 'PUT', '/bulk', body)).status, 403)
  const { status, json } = await call(anna, 'PUT', '/bulk', body)
  assert.deepEqual([status, json.result.changed], [200, 2])
  assert.deepEqual(
    json.result.refused.map((one: Json) => [one.id, one.message_translation_key]),
    [
      [over.incidentId, 'incident.already_resolved'],
      ['999999999', 'error.not_found'],
    ],
  )
  for (const { incidentId } of [first, second]) assert.equal((await read(incidentId)).state, 'acknowledged')
  const { result } = (await vakt.call(karin, 'GET', `/admin/recorded-action?customerId=${own.customerId}&limit=2`)).json()
  assert.deepEqual([result[0].action, result[0].target], ['incident.handle', '2 incidents'])
  assert.notEqual(result[1].target, '2 incidents')

  const assigneeId = await userIdOf(first.incidentId, 'karin', karin)
  const toKarin = { incidents: incidents.slice(0, 2), what: 'assign', assigneeId }
  const byCustomer = (await call(anna, 'PUT', '/bulk', { ...toKarin, assigneeId: null })).json.result
  assert.deepEqual([byCustomer.changed, byCustomer.refused.length], [2, 0], 'it is no one’s already')
  assert.deepEqual((await call(karin, 'PUT', '/bulk', toKarin)).json.result, { changed: 2, refused: [] })
  const taken = (await call(anna, 'PUT', '/bulk', { ...toKarin, assigneeId: null })).json.result
  assert.deepEqual([taken.changed, taken.refused[0].message_translation_key], [0, 'ticket.fact_of_staff'])
  assert.equal((await read(second.incidentId)).assignee.userId, assigneeId)
  const unknown = await call(anna, 'PUT', '/bulk', { incidents, what: 'assign', assigneeId: randomUUID() })
  assert.deepEqual([unknown.status, keyOf(unknown)], [400, 'incident.person_unknown'])
})
