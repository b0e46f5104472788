import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CloudOpsMonth, CloudOpsVersion } from '@vakt/contract/cloudops.ts'
import type { Notification, NotificationPreferences } from '@vakt/contract/notifications/notifications.ts'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { always, createCloudOpsDesk, office } from '#server/testing/cloudops-desk.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import type { TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

const { vakt, provider, staff, createPlace, keep } = await createCloudOpsDesk()
after(() => vakt.close())
const guest: TestUser = { email: `gus@${provider.emailDomain}`, roles: ['reader'] }

const query = async (text: string, values: unknown[] = []) =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows
const dispatch = createDispatch({ origin: 'https://vakt.test', from: { name: 'Vakt', address: 'vakt@vakt.test' }, isSending: true })
const context = (now: string): Context => ({
  ...{ actor: { type: 'system', job: 'keep-cloudops' }, now: new Date(now), pool: vakt.database.worker },
  ...{ log: silentLog, requestId: null, isStaff: false },
})
async function pass(now = new Date().toISOString()): Promise<void> {
  await keep(now)
  await dispatchEvents(() => context(now), dispatch)
}
const lose = (entityId: string, { byConnector = true } = {}) =>
  query(
    `with seen_by as (
       insert into connector (customer_id, kind, name, created_at) select customer_id, 'api', 'n', now() from entity where entity_id = $1 and not $2
       returning connector_id
     )
     update entity set stale = true, stale_since = '2026-11-20T08:00:00Z', connector_id = (select connector_id from seen_by) where entity_id = $1`,
    [entityId, byConnector],
  )
const find = (entityId: string) => query('update entity set stale = false, stale_since = null where entity_id = $1', [entityId])

type Place = Awaited<ReturnType<typeof createPlace>>
const versions = async ({ path, reader, call }: Place) =>
  (await call(reader, 'GET', `${path}/version`)).result as unknown as CloudOpsVersion[]
const mailsAbout = ({ customerId }: Place) =>
  query(
    `select address, kind, subject, text_body as text from mail_delivery where customer_id = $1 and kind like 'cloudops%'
     order by created_at, address`,
    [customerId],
  )
const told = async (user: TestUser, { customerId }: Place) =>
  ((await vakt.call(user, 'GET', '/notification')).json().result as Notification[])
    .filter((one) => one.customerId === customerId)
    .map(({ kind, subject, tickets, cloudOpsEntityId }) => ({ kind, subject, tickets, cloudOpsEntityId }))

async function openPlace(body: object = {}) {
  const place = await createPlace()
  for (const user of [place.admin, place.reader, staff, guest]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  await query("update app_user set preferred_language = 'en'")
  await place.prices({ '': 100 })
  await place.save(body)
  await place.set('enable', 1)
  return place
}

test('those who look after a resource are told that its service ended: which, why, since when and what to do, in one mail', async () => {
  const place = await openPlace()
  const { customerId, entityId, admin, call } = place
  const other = await createEntity(vakt.database, customerId, { name: 'vm-web-02' })
  const otherPath = `/customer/${customerId}/entity/${other.entityId}/cloudops`
  await call(admin, 'PUT', otherPath, { description: '', calendar: always, version: 0 })
  await call(admin, 'POST', `${otherPath}/enable`, { version: 1 })
  await lose(entityId)
  await lose(other.entityId)
  await pass()
  await pass()
  const mails = await mailsAbout(place)
  assert.deepEqual(
    mails.map(({ address, subject }) => [address, subject]),
    [admin.email, staff.email].toSorted().map((address) => [address, 'CloudOps ended on 2 resources']),
  )
  const [{ text }] = mails as [{ text: string }]
  assert.match(text, /vm-web-01.*The connector that found it was removed · 20 Nov 2026, 0?9:00 CET/s)
  assert.match(text, /vm-web-02/)
  assert.match(text, /The service resumes by itself once the resource is found\. If it is gone for good, remove its CloudOps service\./)
  assert.match(text, new RegExp(`https://vakt.test/my-environment/${customerId}`))
  const [shown] = await told(admin, place)
  assert.deepEqual([shown?.kind, shown?.tickets], ['cloudops_ended', 2])
  assert.deepEqual(await told(place.reader, place), [])
  assert.deepEqual(await told(guest, place), [])
  assert.deepEqual((await versions(place))[0]?.reason, 'connector_removed')
})

test('the service of a resource that is gone is not activated', async () => {
  const place = await openPlace()
  await lose(place.entityId)
  await pass()
  const [ended] = await versions(place)
  const refused = await place.set('enable', ended?.version ?? 0)
  assert.deepEqual([refused.status, refused.errors[0]?.message_translation_key], [409, 'cloudops.resource_gone'])
  assert.equal((await versions(place))[0]?.version, ended?.version)
  assert.equal((await place.set('remove', ended?.version ?? 0)).status, 200)
})

test('the service of a resource that comes back resumes with the settings it had, and no month is charged for the time between', async () => {
  const place = await openPlace({ description: 'Call Eva first' })
  const { customerId, entityId, admin, reader, backdate } = place
  await lose(entityId, { byConnector: false })
  await pass()
  assert.equal((await versions(place))[0]?.reason, 'resource_gone')
  await find(entityId)
  await pass()
  await pass()
  const [now, ended, active] = await versions(place)
  assert.deepEqual([now?.state, now?.reason, now?.changedBy, ended?.state], ['active', 'resource_back', 'Vakt', 'off'])
  assert.deepEqual([now?.description, now?.calendar, now?.pricing], [active?.description, active?.calendar, active?.pricing])
  const listed = await vakt.call(admin, 'GET', `/customer/${customerId}/entity?cloudOpsMapped=true`)
  assert.equal(listed.json().result.length, 1)
  const { result } = (await vakt.call(staff, 'GET', `/admin/recorded-action?customerId=${customerId}&action=cloudops.resume`)).json()
  assert.equal(result.length, 1)
  assert.deepEqual(
    (await told(admin, place)).map(({ kind, subject, cloudOpsEntityId }) => [kind, subject, cloudOpsEntityId]),
    [
      ['cloudops_resumed', 'vm-web-01', entityId],
      ['cloudops_ended', 'vm-web-01', entityId],
    ],
  )
  // As if it had been gone in February 2026 but for its last ten hours.
  for (const [version, at] of Object.entries({ 1: '2026-01-31T23:00:00Z', 2: '2026-01-31T23:00:00Z', 3: '2026-02-01T00:00:00Z' }))
    await backdate(Number(version), at)
  await backdate(4, '2026-02-28T13:00:00Z')
  await keep('2026-04-01T00:00:00Z')
  const months = (await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month`)).json().result as CloudOpsMonth[]
  assert.equal(months.find(({ month }) => month === '2026-02')?.amountMinor, 11 * 100)
})

test('hours that are changed meanwhile count once the resource is back; what was removed, or is another customer’s now, does not resume', async () => {
  const [changed, removed, moved, closed] = [await openPlace(), await openPlace(), await openPlace(), await openPlace()]
  for (const { entityId } of [changed, removed, moved, closed]) await lose(entityId)
  await pass()
  assert.equal((await changed.save({ calendar: office, version: 3 })).result.current?.reason, 'connector_removed')
  await removed.set('remove', 3)
  const other = await createCustomer(vakt.database)
  await query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source)
     select $2, external_id, external_key, name, host_name, type, source from entity where entity_id = $1`,
    [moved.entityId, other.customerId],
  )
  await query('insert into closed_customer (customer_id, closed_at, closed_by) values ($1, now(), $2)', [closed.customerId, 'Karin'])
  for (const { entityId } of [changed, removed, moved, closed]) await find(entityId)
  await pass()
  const [resumed] = await versions(changed)
  assert.deepEqual([resumed?.state, resumed?.calendar.alwaysOpen], ['active', false])
  assert.equal((await versions(removed))[0]?.state, 'removed')
  assert.equal((await versions(moved))[0]?.state, 'off')
  assert.deepEqual(await query('select version from cloudops_service where customer_id = $1', [closed.customerId]), [{ version: 3 }])
})

test('a price that staff set in another currency keeps it off, and they are told once', async () => {
  const place = await openPlace()
  const { entityId, save, set, prices } = place
  await set('disable', 2)
  await save({ pricing: { kind: 'hourly', hourlyMinor: 0 }, version: 3 }, staff)
  await set('enable', 4)
  await lose(entityId)
  await pass()
  await query("update cloudops_version set pricing = jsonb_set(pricing, '{hourlyMinor}', '900') where entity_id = $1 and version = 6", [
    entityId,
  ])
  assert.equal((await prices({}, { currency: 'EUR', version: 1 })).status, 200)
  await find(entityId)
  await pass()
  await pass()
  const [now] = await versions(place)
  assert.deepEqual([now?.state, now?.reason, now?.version], ['off', 'other_currency', 7])
  const mails = (await mailsAbout(place)).filter(({ kind }) => kind === 'cloudops_unpriced')
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    Array(2).fill('CloudOps on vm-web-01 needs a new price'),
  )
})

test('only those who look after services may choose to be told, and who chose not to is not', async () => {
  const place = await openPlace()
  const choicesOf = async (user: TestUser) =>
    ((await vakt.call(user, 'GET', '/notification/preference')).json().result as NotificationPreferences).choices.map(({ kind }) => kind)
  assert.ok((await choicesOf(place.admin)).includes('cloudops_ended'))
  assert.ok(!(await choicesOf(place.reader)).includes('cloudops_ended'))
  const choices = [{ kind: 'cloudops_ended', byMail: false, inPortal: false }]
  assert.equal((await vakt.call(place.admin, 'PUT', '/notification/preference', { choices })).statusCode, 200)
  await lose(place.entityId)
  await pass()
  assert.deepEqual(
    (await mailsAbout(place)).map(({ address }) => address),
    [staff.email],
  )
  assert.deepEqual(await told(place.admin, place), [])
})

test('the day of a change of the currency stands with the service', async () => {
  const { save, prices, path, admin, call } = await createPlace()
  await prices({ '': 100 })
  await save({ pricing: { kind: 'hourly', hourlyMinor: 80 } }, staff)
  const since = async () => (await call(admin, 'GET', path)).result.currencySince
  assert.equal(await since(), null)
  await prices({ '': 90 }, { currency: 'EUR', version: 1 })
  const changed = await since()
  assert.ok(changed !== null)
  await prices({ '': 95 }, { currency: 'EUR', version: 2 })
  assert.equal(await since(), changed)
})
