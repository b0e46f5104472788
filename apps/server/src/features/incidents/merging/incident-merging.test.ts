import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const own = await createCustomer(vakt.database)
const other = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const anna: TestUser = { email: `anna@${own.emailDomain}`, roles: ['admin'] }
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const tokens = {
  own: await createIngestToken(vakt.database, own.customerId),
  other: await createIngestToken(vakt.database, other.customerId),
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>
const call = async (user: TestUser, method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> => {
  const answer = await vakt.call(user, method, `/customer/${own.customerId}${path}`, body)
  return { status: answer.statusCode, json: answer.body.startsWith('{') ? answer.json() : {} }
}
const read = async (path: string, user = karin): Promise<Json> => (await call(user, 'GET', path)).json.result
const keyOf = ({ json }: { json: Json }) => json.errors?.[0].message_translation_key

before(async () => {
  for (const person of [anna, karin]) await vakt.call(person, 'POST', '/authentication/usercontext', {})
})

type Target = { customerId: string; entityId: string; name: string }

async function newEntity(customerId = own.customerId): Promise<Target> {
  const { entityId, name } = await createEntity(vakt.database, customerId)
  return { customerId, entityId, name }
}

async function signal({ customerId, name }: Target, rule: string, state = 'firing', fingerprint = `${name} ${rule}`): Promise<void> {
  const labels = { alertname: rule, severity: 'critical', instance: name }
  const endsAt = state === 'resolved' ? { endsAt: '2026-11-20T11:00:00Z' } : {}
  const alert = { status: state, fingerprint, labels, annotations: {}, startsAt: '2026-11-20T10:00:00Z', ...endsAt }
  const token = customerId === own.customerId ? tokens.own : tokens.other
  await vakt.send('alertmanager', token, { version: '4', status: state, alerts: [alert] })
}

async function fire(target: Target, rule: string): Promise<Json> {
  await signal(target, rule)
  await vakt.work()
  const path = `/customer/${target.customerId}/incident?entityId=${target.entityId}&sort=changed`
  return (await vakt.call(karin, 'GET', path)).json().result[0]
}

const merge = async (user: TestUser, incidentId: string, into: string) =>
  call(user, 'POST', `/incident/${incidentId}/merge`, { version: (await read(`/incident/${incidentId}`)).version, into })
const incident = (id: string, user = karin) => read(`/incident/${id}`, user)

test('a merge moves the alerts, leads on, ends the untouched ticket, and what fires later on the resource follows; undone, all is as before', async () => {
  const [one, two] = [await newEntity(), await newEntity()]
  const [source, target] = [await fire(one, 'Disk'), await fire(two, 'Queue')]
  assert.equal((await merge(anna, source.incidentId, target.incidentId)).status, 204)
  const merged = await incident(source.incidentId, anna)
  assert.deepEqual([merged.state, merged.alerts, merged.mergedInto.incidentId], ['resolved', 0, target.incidentId])
  const ended = await read(`/ticket/${source.ticketId}`)
  const { systemText, systemTicketId } = ended.comments.at(-1)
  assert.deepEqual([ended.status, systemText, systemTicketId], ['resolved', 'incident_merged', target.ticketId])
  const took = await incident(target.incidentId)
  assert.deepEqual([took.alerts, took.firingAlerts], [2, 2])
  assert.ok(took.timeline.some(({ step, author }: Json) => step === 'took-in' && author === 'anna'))
  assert.equal((await fire(one, 'Memory')).incidentId, source.incidentId, 'no incident opens')
  assert.equal((await incident(target.incidentId)).firingAlerts, 3)

  assert.equal((await call(anna, 'POST', `/incident/${source.incidentId}/unmerge`)).status, 204)
  const back = await incident(source.incidentId)
  assert.deepEqual([back.state, back.firingAlerts, back.mergedInto, back.resolvedAt], ['open', 1, null, null])
  const { status, comments } = await read(`/ticket/${source.ticketId}`)
  assert.deepEqual(
    [(await incident(target.incidentId)).firingAlerts, status, comments.at(-1).systemText],
    [2, 'in_progress', 'incident_unmerged'],
  )
  assert.deepEqual([back.latestUpdate, back.timeline.some(({ step }: Json) => step === 'commented')], [null, false])
  const again = await call(anna, 'POST', `/incident/${source.incidentId}/unmerge`)
  assert.deepEqual([again.status, keyOf(again)], [409, 'incident.not_merged'])
})

test('a ticket goes along where the other incident has none, and comes back with the undoing', async () => {
  await vakt.database.worker.query("update customer set ticket_from_severity = 'never' where customer_id = $1", [own.customerId])
  const target = await fire(await newEntity(), 'Queue')
  await vakt.database.worker.query("update customer set ticket_from_severity = 'low' where customer_id = $1", [own.customerId])
  const source = await fire(await newEntity(), 'Disk')
  assert.equal((await merge(karin, source.incidentId, target.incidentId)).status, 204)
  assert.equal((await incident(target.incidentId)).ticketId, source.ticketId)
  assert.equal((await read(`/ticket/${source.ticketId}`)).status, 'new')
  await call(karin, 'POST', `/incident/${source.incidentId}/unmerge`)
  assert.deepEqual([(await incident(source.incidentId)).ticketId, (await incident(target.incidentId)).ticketId], [source.ticketId, null])
})

test('a split opens an incident of its own with a ticket; alerts of one rule on one resource stay together', async () => {
  const one = await newEntity()
  const { incidentId } = await fire(one, 'Disk')
  await signal(one, 'Memory')
  await signal(one, 'Disk', 'firing', randomUUID())
  await vakt.work()
  const alerts = (await read(`/alert?incidentId=${incidentId}`)) as Json[]
  const idsOf = (rule: string) => alerts.filter(({ name }) => name === rule).map(({ alertId }) => alertId)
  const split = async (alertIds: string[]) =>
    call(anna, 'POST', `/incident/${incidentId}/split`, { version: (await incident(incidentId)).version, alertIds })
  const [ofMemory, ofDisk] = [idsOf('Memory'), idsOf('Disk')]
  for (const [alertIds, key] of [
    [ofDisk.slice(0, 1), 'incident.split_same_rule'],
    [[...ofMemory, ...ofDisk], 'incident.split_all'],
    [['999999'], 'incident.split_unknown'],
  ] as const)
    assert.equal(keyOf(await split([...alertIds])), key)
  const made = await split(ofMemory)
  assert.equal(made.status, 200, JSON.stringify(made.json))
  const own = await incident(made.json.result.incidentId)
  assert.deepEqual([own.state, own.firingAlerts, own.rule, own.ticket.status], ['open', 1, 'Memory', 'new'])
  assert.equal((await incident(incidentId)).firingAlerts, 2)
  await signal(one, 'Memory', 'resolved')
  await vakt.work()
  assert.deepEqual([(await incident(own.incidentId)).state, (await incident(incidentId)).state], ['resolved', 'open'])
  assert.equal((await merge(anna, incidentId, incidentId)).status, 400)
  assert.deepEqual(keyOf(await merge(anna, incidentId, own.incidentId)), 'incident.merge_resolved')
})

test('an incident of another customer cannot be merged into, nor be told from none', async () => {
  const { incidentId } = await fire(await newEntity(), 'Disk')
  const foreign = await fire(await newEntity(other.customerId), 'Disk')
  for (const into of [foreign.incidentId, '999999999']) assert.equal(keyOf(await merge(karin, incidentId, into)), 'incident.merge_unknown')
  const away = await call(karin, 'POST', `/incident/${foreign.incidentId}/merge`, { version: 1, into: incidentId })
  assert.equal(away.status, 404)
})

test('undoing a merge locks the incidents in the order of their ids, like everyone who locks several', async () => {
  const into = await fire(await newEntity(), 'Queue')
  const source = await fire(await newEntity(), 'Disk')
  assert.equal((await merge(anna, source.incidentId, into.incidentId)).status, 204)
  const undone = await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    const lock = (id: string) => transaction.query('select from incident where incident_id = $1 for update', [id])
    await lock(into.incidentId)
    const undoing = call(anna, 'POST', `/incident/${source.incidentId}/unmerge`)
    const isWaiting = async () =>
      (await transaction.query("select from pg_locks where not granted and locktype in ('transactionid', 'tuple')")).rowCount
    while (!(await isWaiting())) await new Promise(setImmediate)
    await lock(source.incidentId)
    return { undoing }
  })
  assert.equal((await undone.undoing).status, 204)
})

test('merges, undone merges and arriving alerts at once leave no firing alert in an incident that is over', async () => {
  const entities = await Promise.all([1, 2, 3].map(() => newEntity()))
  const incidents = []
  for (const entity of entities) incidents.push(await fire(entity, 'Disk'))
  const [into = {}, ...sources] = incidents
  for (let round = 0; round < 3; round += 1) {
    for (const entity of entities) await signal(entity, `Rule ${round}`)
    await Promise.all([vakt.work(), ...sources.map(({ incidentId }) => merge(anna, incidentId, into.incidentId))])
    await Promise.all([vakt.work(), ...sources.map(({ incidentId }) => call(anna, 'POST', `/incident/${incidentId}/unmerge`))])
  }
  await vakt.work()
  const { rows } = await vakt.database.worker.query(
    `select count(*) filter (where i.state = 'resolved')::int as lost, count(*)::int as firing
     from alert a join incident i on i.customer_id = a.customer_id and i.incident_id = a.incident_id
     where a.state = 'firing' and a.entity_id = any($1)`,
    [entities.map(({ entityId }) => entityId)],
  )
  assert.deepEqual(rows[0], { lost: 0, firing: 12 })
})
