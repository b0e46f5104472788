import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import type { TestUser } from '#server/testing/test-app.ts'
import { openTicketDesks } from '#server/testing/ticket-desk.ts'

const { vakt, provider, dispatchAll } = await openTicketDesks()
after(() => vakt.close())
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>

const signIn = (user: TestUser) => vakt.call(user, 'POST', '/authentication/usercontext', {})
const namesOf = (rows: Json[]) => rows.map(({ name }) => name).toSorted()

/** A customer with an administrator, Anna, and Bo, who sees all until `limit` is called; an alert on a resource of the shop and one on the payroll. */
async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const bo: TestUser = { email: `bo@${emailDomain}`, roles: ['admin'] }
  for (const user of [anna, bo]) await signIn(user)
  const [{ userId }] = (await vakt.call(anna, 'GET', `/admin/customer/${customerId}/user?q=bo@`)).json().result
  const shop = await createEntity(vakt.database, customerId, { tags: { system: 'shop' }, resourceGroup: 'rg-shop' })
  const pay = await createEntity(vakt.database, customerId, { tags: { system: 'payroll' }, resourceGroup: 'rg-payroll' })
  const token = await createIngestToken(vakt.database, customerId)
  const startsAt = new Date().toISOString()
  await vakt.send('alertmanager', token, {
    version: '4',
    status: 'firing',
    alerts: [shop, pay].map(({ name }) => ({
      status: 'firing',
      fingerprint: randomUUID(),
      startsAt,
      labels: { alertname: `DiskFull of ${name}`, severity: 'critical', instance: name },
      annotations: { summary: `The disk of ${name} is full` },
    })),
  })
  await vakt.work()
  const path = `/customer/${customerId}`
  const read = async (address: string, user = bo): Promise<Json> => (await vakt.call(user, 'GET', `${path}${address}`)).json().result
  const change = (body: object) => vakt.call(anna, 'PUT', `/admin/customer/${customerId}/user/${userId}`, body)
  const limit = async (wanted: object | null = { tags: ['system=shop'], resourceGroups: [] }) => {
    const answer = await change({ resourceLimit: wanted })
    assert.equal(answer.statusCode, 200)
  }
  const incidentOf = async ({ entityId }: { entityId: string }) => (await read(`/incident?entityId=${entityId}`, anna))[0] as Json
  return { customerId, path, anna, bo, userId, shop, pay, read, change, limit, incidentOf }
}

test('someone who is limited to a tag sees its resources, alerts, incidents and tickets, and those of no other', async () => {
  const { bo, path, shop, pay, read, limit, incidentOf } = await createScene()
  const [ofShop, ofPay] = [await incidentOf(shop), await incidentOf(pay)]
  const lists = async () => ({
    entities: namesOf((await read('/entity')) as Json[]),
    counted: JSON.stringify(await read('/entity/count?tagKey=system')).includes('payroll'),
    groups: (await read('/entity/group')).groups.map(({ value }: Json) => value),
    alerts: (await read('/alert')).map(({ entity }: Json) => entity.name).toSorted(),
    counts: (await read('/alert/count')).all ?? (await read('/alert/count')),
    incidents: (await read('/incident')).map(({ incidentId }: Json) => incidentId).toSorted(),
    open: (await read('/incident/open-now')).incidents.map(({ incidentId }: Json) => incidentId).toSorted(),
    overview: (await read('/incident/overview')).entities,
    tickets: (await read('/ticket')).map(({ ticketId }: Json) => ticketId).toSorted(),
    ticketCount: await read('/ticket/count'),
  })
  const before = await lists()
  assert.deepEqual(before.entities, [shop.name, pay.name].toSorted())
  await limit()
  const seen = await lists()
  assert.deepEqual(
    { ...seen, counts: undefined, ticketCount: undefined },
    {
      entities: [shop.name],
      counted: false,
      groups: ['rg-shop'],
      alerts: [shop.name],
      counts: undefined,
      incidents: [ofShop.incidentId],
      open: [ofShop.incidentId],
      overview: 1,
      tickets: [ofShop.ticketId],
      ticketCount: undefined,
    },
  )
  assert.notDeepEqual(seen.counts, before.counts)
  assert.notDeepEqual(seen.ticketCount, before.ticketCount)
  const statusOf = async (address: string) => (await vakt.call(bo, 'GET', `${path}${address}`)).statusCode
  for (const [entity, incident, status] of [
    [shop, ofShop, 200],
    [pay, ofPay, 404],
  ] as const) {
    assert.equal(await statusOf(`/entity/${entity.entityId}`), status)
    assert.equal(await statusOf(`/entity/${entity.entityId}/properties`), status)
    assert.equal(await statusOf(`/entity/${entity.entityId}/cloudops`), status)
    assert.equal(await statusOf(`/entity/${entity.entityId}/cloudops/version`), status)
    assert.equal(await statusOf(`/incident/${incident.incidentId}`), status)
    assert.equal(await statusOf(`/incident/${incident.incidentId}/context`), status)
    assert.equal(await statusOf(`/ticket/${incident.ticketId}`), status)
    assert.equal((await vakt.call(bo, 'GET', `/ticket/${incident.ticketId}`)).statusCode, status)
  }
  await limit(null)
  assert.deepEqual((await lists()).entities, before.entities)
})

test('who is limited to everything sees each thing as others do', async () => {
  const { customerId, path, anna, shop, pay, read, limit, incidentOf } = await createScene()
  await signIn(staff)
  const prices = { currency: 'EUR', prices: [{ entityType: '', hourlyMinor: 1200 }], version: 0 }
  const priced = await vakt.call(staff, 'PUT', `/admin/customer/${customerId}/cloudops-price`, prices)
  assert.equal(priced.statusCode, 200, priced.body)
  const calendar = { timeZone: 'Europe/Stockholm', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] }
  const service = { description: 'Shop', calendar, version: 0 }
  const saved = await vakt.call(anna, 'PUT', `${path}/entity/${shop.entityId}/cloudops`, service)
  assert.equal(saved.statusCode, 200, saved.body)
  const [{ alertId }] = (await read(`/alert?entityId=${shop.entityId}`)) as [Json]
  const { incidentId, ticketId } = await incidentOf(shop)
  const addresses = [
    '/entity?sort=severity',
    '/entity/count',
    `/entity/${shop.entityId}`,
    `/entity/${shop.entityId}/properties`,
    `/entity/${pay.entityId}/history`,
    `/entity/${shop.entityId}/metric`,
    `/entity/${shop.entityId}/cloudops`,
    `/entity/${shop.entityId}/cloudops/version`,
    `/metric-trend?entityId=${shop.entityId}`,
    `/entity/${shop.entityId}/relation`,
    `/entity/${shop.entityId}/follow`,
    `/incident/${incidentId}/person`,
    '/environment-settings',
    '/incident/dashboard-changes',
    '/ticket-view',
    `/ticket/${ticketId}/person`,
    '/ticket/entity?q=vm',
    '/ticket/similar?subject=disk',
    '/alert',
    `/alert/${alertId}`,
    '/alert/count',
    '/incident',
    `/incident/${incidentId}`,
    `/incident/${incidentId}/context`,
    '/incident/overview',
    '/incident/trend',
    '/incident/open-now',
    '/ticket',
    '/ticket/count',
    '/ticket/filter',
    `/ticket/${ticketId}`,
    `/ticket/${ticketId}/comment`,
    '/ticket?q=disk',
    '/team',
    '/on-call',
  ]
  const readAll = async () => {
    const answers: Json = {}
    for (const address of addresses) {
      answers[address] = withoutMoments(await read(address))
      assert.ok(answers[address], address)
    }
    return answers
  }
  const before = await readAll()
  await limit({ tags: ['system=payroll'], resourceGroups: ['RG-Shop'] })
  assert.deepEqual(await readAll(), before)
})

/** Without what differs from call to call. */
function withoutMoments(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer ?? null, (key, value) => (key === 'checkedAt' ? undefined : value)))
}

test('a word of thousands of tickets, of which they see few, is found in these by relevance', async () => {
  const { customerId, shop, read, limit } = await createScene()
  await limit()
  const insert = (entityId: string | null, subject: string, from: number, to: number) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        `insert into ticket (customer_id, entity_id, subject, description, type, area, requester_name, source, created_at, modified_at)
         select $1, $2::uuid, $3, 'About the gateway.', 'request', 'other', 'Anna', 'person', moment, moment
         from generate_series($4::int, $5::int) as n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as moment) as at`,
        [customerId, entityId, subject, from, to],
      ),
    )
  await insert(null, 'The gateway of another', 1, 2100)
  await insert(shop.entityId, 'The gateway', 0, 0)
  await insert(shop.entityId, 'Shop', 2101, 2103)
  const subjects = ((await read('/ticket?search=gateway')) as Json[]).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['The gateway', 'Shop', 'Shop', 'Shop'])
})

test('lines of metrics are drawn of the resources that they see', async () => {
  const { customerId, shop, pay, read, limit } = await createScene()
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    for (const [index, { entityId }] of [shop, pay].entries())
      await transaction.query(
        `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, entity_id)
         values ($1, $2, 'cpu', '{}', substring(sha256(convert_to($3::text, 'UTF8')) for 16), 'gauge', $3::uuid)`,
        [customerId, index + 1, entityId],
      )
  })
  const drawn = async () => {
    const { trends, total } = await read(`/metric-trend?metric=cpu&entityId=${shop.entityId}&entityId=${pay.entityId}`)
    return { entities: trends.map(({ entityId }: Json) => entityId).toSorted(), total }
  }
  assert.deepEqual(await drawn(), { entities: [shop.entityId, pay.entityId].toSorted(), total: 2 })
  await limit()
  assert.deepEqual(await drawn(), { entities: [shop.entityId], total: 1 })
})

test('what they change is about what they see', async () => {
  const { bo, path, shop, pay, limit, incidentOf, read, anna } = await createScene()
  const [ofShop, ofPay] = [await incidentOf(shop), await incidentOf(pay)]
  await limit()
  const comment = ({ ticketId }: Json) => vakt.call(bo, 'POST', `${path}/ticket/${ticketId}/comment`, { body: 'Seen.', private: false })
  assert.equal((await comment(ofShop)).statusCode, 200)
  assert.equal((await comment(ofPay)).statusCode, 404)
  const goOn = ({ ticketId }: Json) => vakt.call(bo, 'POST', `${path}/ticket/${ticketId}/follow-up`, { description: 'Again.' })
  assert.equal((await goOn(ofPay)).statusCode, 404)
  const next = (await goOn(ofShop)).json().result
  assert.equal((await read(`/ticket/${next.ticketId}`)).entity.entityId, shop.entityId)
  const note = ({ incidentId }: Json) => vakt.call(bo, 'POST', `${path}/incident/${incidentId}/note`, { note: 'Looking.' })
  assert.equal((await note(ofPay)).statusCode, 404)
  assert.equal((await note(ofShop)).statusCode, 204)
  const ask = (entityId?: string) =>
    vakt.call(bo, 'POST', `${path}/ticket`, { subject: 'Slow', description: 'It is slow', email: bo.email, entityId })
  assert.equal((await ask(pay.entityId)).statusCode, 404)
  assert.equal((await ask(shop.entityId)).statusCode, 200)
  // A ticket without a resource is seen by who asked for it.
  const own = (await ask()).json().result
  assert.equal(
    (await read('/ticket')).some(({ ticketId }: Json) => ticketId === own.ticketId),
    true,
  )
  const ofAnna = (await vakt.call(anna, 'POST', `${path}/ticket`, { subject: 'Wages', description: 'x', email: anna.email })).json()
  assert.equal(
    (await read('/ticket')).some(({ ticketId }: Json) => ticketId === ofAnna.result.ticketId),
    false,
  )
})

test('what is about the customer as a whole is closed to them, and what is about themselves is not', async () => {
  const { bo, path, customerId, limit } = await createScene()
  await limit()
  const statusOf = async (address: string) => (await vakt.call(bo, 'GET', address)).statusCode
  for (const closed of [
    `${path}/service-window`,
    `${path}/alert-rule`,
    `${path}/service-token`,
    `${path}/service-window-calendar`,
    `${path}/entity/change`,
    `${path}/agent`,
    `/admin/customer/${customerId}/user`,
  ])
    assert.equal(await statusOf(closed), 403, closed)
  for (const open of ['/notification', '/notification/preference', '/authentication/session', '/authentication/api-token', '/followed'])
    assert.equal(await statusOf(open), 200, open)
  const context = (await vakt.call(bo, 'GET', '/authentication/usercontext')).json().result
  assert.deepEqual(context.resource_limit, { tags: ['system=shop'], resourceGroups: [] })
})

test('an invitation carries the limit, and so does a token of theirs', async () => {
  const { path, customerId, anna, shop } = await createScene()
  const nina: TestUser = { email: `${randomUUID()}@example.com`, roles: [] }
  const resourceLimit = { tags: [], resourceGroups: ['rg-shop'] }
  const invitation = { email: nina.email, name: 'Nina', roles: ['admin'], resourceLimit }
  const invited = await vakt.call(anna, 'POST', `/admin/customer/${customerId}/invitation`, invitation)
  assert.deepEqual(invited.json().result.resourceLimit, resourceLimit)
  await signIn(nina)
  assert.deepEqual(namesOf((await vakt.call(nina, 'GET', `${path}/entity`)).json().result), [shop.name])
  const made = await vakt.call(nina, 'POST', '/authentication/api-token', { name: 'mine', scope: ['@feature.myenvironment.read'] })
  const byToken = await vakt.app.inject({
    method: 'GET',
    url: `/api/v1${path}/entity`,
    headers: { authorization: `Bearer ${made.json().result.secret}` },
  })
  assert.deepEqual(namesOf(byToken.json().result), [shop.name])
})

test('a limit that says nothing, or is of the provider’s people, is refused with a message', async () => {
  const { change, customerId } = await createScene()
  const keyOf = (answer: Awaited<ReturnType<typeof change>>) => answer.json().errors[0].message_translation_key
  assert.equal(keyOf(await change({ resourceLimit: { tags: [], resourceGroups: [] } })), 'users.resource_limit_empty')
  assert.equal((await change({ resourceLimit: { tags: ['=x'], resourceGroups: [] } })).statusCode, 400)
  await signIn(staff)
  const colleague: TestUser = { email: `per@${provider.emailDomain}`, roles: ['vakt-technician'] }
  await signIn(colleague)
  const [{ userId }] = (await vakt.call(staff, 'GET', `/admin/customer/${provider.customerId}/user?q=per@`)).json().result
  const ofStaff = await vakt.call(staff, 'PUT', `/admin/customer/${provider.customerId}/user/${userId}`, {
    resourceLimit: { tags: ['a=b'], resourceGroups: [] },
  })
  assert.equal(keyOf(ofStaff), 'users.resource_limit_elsewhere')
  assert.ok(customerId)
})

test('no mail and no notice tells them of what is beyond their limit', async () => {
  const { bo, path, shop, pay, limit, incidentOf } = await createScene()
  const [ofShop, ofPay] = [await incidentOf(shop), await incidentOf(pay)]
  for (const { ticketId } of [ofShop, ofPay]) {
    const answer = await vakt.call(bo, 'PUT', `${path}/ticket/${ticketId}/follow`, { isFollowing: true })
    assert.ok(answer.statusCode < 300, answer.body)
  }
  await limit()
  await signIn(staff)
  for (const { ticketId } of [ofShop, ofPay])
    await vakt.call(staff, 'POST', `${path}/ticket/${ticketId}/comment`, { body: `On ${ticketId}`, private: false })
  await dispatchAll()
  const notices: Json[] = (await vakt.call(bo, 'GET', '/notification')).json().result
  const about = new Set(notices.filter(({ kind }) => kind === 'commented').map(({ ticketId }) => ticketId))
  assert.deepEqual([...about], [ofShop.ticketId])
})
