import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { bindingQueues } from './follow-bindings.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const own = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const token = await createIngestToken(vakt.database, own.customerId)
const providerToken = await createIngestToken(vakt.database, provider.customerId, { isProvider: true })

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>
async function done(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await vakt.call(karin, method, path, body)
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body}`)
  return answer.body ? answer.json().result : {}
}
const refusal = async (method: string, path: string, body?: unknown) => {
  const answer = await vakt.call(karin, method, path, body)
  return [answer.statusCode, answer.json().errors[0].message_translation_key]
}

async function send(
  instance: string,
  by = token,
  { status = 'firing', alertname = 'DiskFull', fingerprint = randomUUID() as string } = {},
) {
  const endsAt = status === 'resolved' ? { endsAt: new Date().toISOString() } : {}
  const alert = { status, fingerprint, labels: { alertname, severity: 'critical', instance }, startsAt: '2026-11-20T10:00:00Z', ...endsAt }
  await vakt.send('alertmanager', by, { version: '4', status, alerts: [alert] })
  await vakt.work()
  return fingerprint
}

const follow = () =>
  workThrough(bindingQueues(), () => ({
    actor: { type: 'system', job: 'follow-bindings' },
    now: new Date(),
    pool: vakt.database.worker,
    log: silentLog,
    ports,
    requestId: null,
    isStaff: false,
  }))

const listed = async (target: string) => (await done('GET', '/admin/unmatched-signal')).find((row: Json) => row.target === target)
const pathOf = (row: Json) => `/admin/customer/${row.customer.customerId}/unmatched-signal/${row.alertId}`
const incidentsAt = (customerId: string, entityId: string) =>
  done('GET', `/customer/${customerId}/incident?entityId=${entityId}&state=open&state=resolved`)

test('what is bound once is matched from then on, and past alerts, incidents and tickets follow; unbound it matches nothing again', async () => {
  const host = `till-${randomUUID().slice(0, 8)}`
  const entity = await createEntity(vakt.database, own.customerId, { name: `${host}-vm` })
  await send(host)
  await send(host, token, { alertname: 'Slow' })
  await send(host)
  const row = await listed(host)
  assert.deepEqual([row.alerts, row.firing, row.severity, row.customer.isProvider], [3, 3, 'critical', false])
  const details = await done('GET', pathOf(row))
  assert.deepEqual([details.reason, details.near[0].entityId], ['unknown', entity.entityId])

  const binding = { entityCustomerId: own.customerId, entityId: entity.entityId }
  const { bindingId } = await done('POST', `${pathOf(row)}/binding`, binding)
  await follow()
  assert.equal(await listed(host), undefined)
  const incidents = await incidentsAt(own.customerId, entity.entityId)
  const open = incidents.filter(({ state }: Json) => state === 'open')
  assert.deepEqual(open.map(({ title, firingAlerts }: Json) => [title, firingAlerts]).toSorted(), [
    ['DiskFull', 2],
    ['Slow', 1],
  ])
  const tickets = await done('GET', `/customer/${own.customerId}/ticket?entityId=${entity.entityId}`)
  assert.deepEqual(tickets.map(({ status }: Json) => status).toSorted(), ['new', 'new', 'resolved'])
  assert.deepEqual(await refusal('POST', `${pathOf(row)}/binding`, binding), [409, 'unmatched_signal.matched_meanwhile'])

  await send(host, token, { alertname: 'Later' })
  assert.equal((await incidentsAt(own.customerId, entity.entityId)).filter(({ title }: Json) => title.endsWith('Later')).length, 0)
  const later = (await done('GET', `/customer/${own.customerId}/alert?entityId=${entity.entityId}&q=Later`))[0]
  assert.equal(later.entity.entityId, entity.entityId)
  const { trail } = await done('GET', `/customer/${own.customerId}/alert/${later.alertId}`)
  assert.ok(trail.some(({ step, values }: Json) => step === 'entity-matched' && values.by === 'binding'))

  const bound = (await done('GET', '/admin/entity-binding'))[0]
  assert.deepEqual([bound.bindingId, bound.target, bound.entity.name, bound.isApplied], [bindingId, host, entity.name, true])
  await done('DELETE', `/admin/customer/${own.customerId}/entity-binding/${bindingId}`)
  await send(host, token, { alertname: 'After' })
  assert.equal((await listed(host)).alertName, 'After')
})

test('what the provider’s token brings may be bound to the entity of any customer, where it goes on; here it is over', async () => {
  const host = `gw-${randomUUID().slice(0, 8)}`
  const entity = await createEntity(vakt.database, own.customerId)
  const fingerprint = await send(host, providerToken)
  const row = await listed(host)
  assert.equal(row.customer.isProvider, true)
  await done('POST', `${pathOf(row)}/binding`, { entityCustomerId: own.customerId, entityId: entity.entityId })
  await follow()
  const incident = (await incidentsAt(own.customerId, entity.entityId))[0]
  assert.deepEqual([incident.state, incident.firingAlerts], ['open', 1])
  const atProvider = await done('GET', `/customer/${provider.customerId}/alert/${row.alertId}`)
  assert.deepEqual([atProvider.state, atProvider.trail.at(-1).step], ['resolved', 'moved'])
  await send(host, providerToken, { status: 'resolved', fingerprint })
  assert.equal((await incidentsAt(own.customerId, entity.entityId))[0].state, 'resolved')
})

test('the signals of a customer are about its own entities only', async () => {
  const host = `x-${randomUUID().slice(0, 8)}`
  const foreign = await createEntity(vakt.database, provider.customerId)
  await send(host)
  const row = await listed(host)
  for (const [entityCustomerId, entityId] of [
    [provider.customerId, foreign.entityId],
    [own.customerId, foreign.entityId],
    [own.customerId, randomUUID()],
  ])
    assert.deepEqual(await refusal('POST', `${pathOf(row)}/binding`, { entityCustomerId, entityId }), [
      400,
      'unmatched_signal.entity_unknown',
    ])
  assert.equal((await refusal('POST', `${pathOf(row)}/binding`, { entityCustomerId: own.customerId, entityId: 'x' }))[0], 400)
})

test('a name that two entities have is told as ambiguous', async () => {
  const host = `twin-${randomUUID().slice(0, 8)}`
  for (const id of ['one', 'two']) await createEntity(vakt.database, own.customerId, { name: host, externalId: `${host}/${id}` })
  await send(host)
  const { reason, near } = await done('GET', pathOf(await listed(host)))
  assert.deepEqual([reason, near.length], ['ambiguous', 2])
})

test('a signal that nobody could read is shown as it came, and tried again', async () => {
  await vakt.send('alertmanager', token, { note: '<script>alert(1)</script>' })
  await vakt.send('alertmanager', token, Buffer.from([0, 255, 123]))
  await vakt.work()
  const [unreadable, unrecognised] = await done('GET', '/admin/set-aside-signal?limit=2').then((rows) =>
    [...(rows as Json[])].toSorted((a, b) => (a.state < b.state ? -1 : 1)),
  )
  assert.deepEqual([unreadable?.state, unrecognised?.state], ['unreadable', 'unrecognised'])
  const pathOfSignal = (row: Json | undefined) => `/admin/customer/${own.customerId}/set-aside-signal/${row?.signalId}`
  assert.equal((await done('GET', pathOfSignal(unrecognised))).body, '{"note":"<script>alert(1)</script>"}')
  assert.equal((await done('GET', pathOfSignal(unreadable))).body, '\u{FFFD}\u{FFFD}{')
  await done('POST', `${pathOfSignal(unrecognised)}/retry`)
  assert.equal((await refusal('POST', `${pathOfSignal(unrecognised)}/retry`))[0], 404)
  await vakt.work()
  assert.equal((await done('GET', '/admin/set-aside-signal?limit=2')).filter((row: Json) => row.state === 'unrecognised').length, 1)
})

test('many names are linked to one resource at once; what cannot be about it is refused, and one action is recorded', async () => {
  const [host, other] = [`till-${randomUUID().slice(0, 8)}`, `till-${randomUUID().slice(0, 8)}`]
  const entity = await createEntity(vakt.database, own.customerId)
  await send(host)
  await send(other)
  const rows = [await listed(host), await listed(other)]
  const signals = [...rows.map(({ alertId }) => alertId), '999999999'].map((id) => ({ customerId: own.customerId, unmatchedAlertId: id }))
  const wanted = { signals, entityCustomerId: own.customerId, entityId: entity.entityId }
  const outcome = await done('PUT', '/admin/unmatched-signal/bulk', wanted)
  assert.deepEqual([outcome.changed, outcome.refused.map(({ id }: Json) => id)], [2, ['999999999']])
  await follow()
  assert.deepEqual([await listed(host), await listed(other)], [undefined, undefined])
  const [action, before] = (await vakt.call(karin, 'GET', `/admin/recorded-action?customerId=${own.customerId}&limit=2`)).json().result
  assert.deepEqual([action.action, action.target], ['entity-binding.create', `entity ${entity.entityId}`])
  assert.notEqual(before.target, action.target)
  const strange = await done('PUT', '/admin/unmatched-signal/bulk', { ...wanted, entityId: randomUUID() })
  assert.equal(strange.changed, 0)
})

test('many signals that were set aside are tried again at once', async () => {
  await vakt.send('alertmanager', token, { note: 'not ours' })
  await vakt.work()
  const [newest] = (await done('GET', '/admin/set-aside-signal?limit=1')) as Json[]
  const signals = [newest?.signalId, '999999999'].map((id) => ({ customerId: own.customerId, signalId: id }))
  const outcome = await done('PUT', '/admin/set-aside-signal/bulk', { signals })
  assert.deepEqual([outcome.changed, outcome.refused.map(({ id }: Json) => id)], [1, ['999999999']])
})

test('a dismissed name is listed only among the dismissed, also when it comes again, until it is restored', async () => {
  const host = `test-${randomUUID().slice(0, 8)}`
  await send(host)
  const inList = async (isDismissed: boolean) =>
    (await done('GET', `/admin/unmatched-signal?limit=500&dismissed=${isDismissed}`)).find((row: Json) => row.target === host)
  const row = await inList(false)
  const change = (what: string, unmatchedAlertId: string) =>
    done('PUT', '/admin/unmatched-signal/bulk-dismissal', { what, signals: [{ customerId: own.customerId, unmatchedAlertId }] })
  assert.deepEqual(await change('dismiss', row.alertId), { changed: 1, refused: [] })
  await send(host)
  assert.deepEqual([await inList(false), (await inList(true))?.alerts], [undefined, 2])
  assert.deepEqual(await change('dismiss', row.alertId), { changed: 1, refused: [] })
  assert.deepEqual(await change('restore', row.alertId), { changed: 1, refused: [] })
  assert.deepEqual([(await inList(false))?.alerts, await inList(true)], [2, undefined])
  assert.equal((await change('dismiss', '999999999')).refused[0].message_translation_key, 'error.not_found')
})
