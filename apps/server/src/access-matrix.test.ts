import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type FeatureKey, featureKeys } from '@vakt/contract/features.ts'
import type { Operation } from '@vakt/contract/operation.ts'
import { operations } from '@vakt/contract/operations.ts'
import pg from 'pg'
import { demoAccounts } from '#server/features/demo/demo-accounts.ts'
import { customerRows, demoCustomers, fjallbo, nordan, provider, roleRows, signInRuleRows } from '#server/features/demo/demo-customers.ts'
import { insertRows } from '#server/features/demo/insert-rows.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, signToken, type TestUser } from '#server/testing/test-app.ts'

const routes = new Set<string>()
const vakt = await createTestApp({
  mailServer: 'smtp.vakt.test',
  prepare: (app) =>
    app.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) if (name !== 'HEAD') routes.add(`${name} ${url}`)
    }),
})
const address = await vakt.app.listen({ port: 0, host: '127.0.0.1' })
const owner = new pg.Client(vakt.owner)
await owner.connect()
after(async () => {
  await owner.end()
  await vakt.close()
})

/** The doors that are no calls of the contract, with what each answers to whoever has no token. */
const otherDoors: Record<string, number> = {
  'GET /api/v1/openapi.json': 200,
  'GET /api/docs': 200,
  'GET /api/docs/start.js': 200,
  'GET /api/docs/swagger-ui.css': 200,
  'GET /api/docs/swagger-ui-bundle.js': 200,
  'GET /mail-preview/:mailId': 404,
  'POST /ingest/v1/:format': 401,
  'POST /ingest/v1/:format/:token': 401,
}

type Account = { who: string; user: TestUser | null; customerId: string | null; isStaff: boolean; holds: readonly FeatureKey[] }

const accountOf = (email: string, customerId: string, holds: readonly FeatureKey[], isStaff = false): Account => {
  const found = demoAccounts.find((account) => account.email === email)
  assert.ok(found, `there is no demo account ${email}`)
  return { who: email, user: { email, roles: found.roles, subject: found.subject }, customerId, isStaff, holds }
}
const accounts: Account[] = [
  { who: 'nobody', user: null, customerId: null, isStaff: false, holds: [] },
  accountOf('admin@nordan.example', nordan, featureKeys),
  accountOf(
    'reader@nordan.example',
    nordan,
    featureKeys.filter((key) => key.endsWith('.read')),
  ),
  accountOf('tickets@nordan.example', nordan, ['@feature.tickets.read', '@feature.tickets.write']),
  accountOf('admin@fjallbo.example', fjallbo, featureKeys),
  accountOf('staff@vakt.example', provider, featureKeys, true),
]
const [, nordanAdmin, , , fjallboAdmin, staff] = accounts as [Account, Account, Account, Account, Account, Account]

const missing = '9999'
const customers = [nordan, fjallbo, provider, missing]

type Ids = {
  entityId: string
  alertId: string
  incidentId: string
  unmatchedAlertId: string
  bindingId: string
  signalId: string
  ticketId: string
  tempId: string
  attachmentId: string
  fileName: string
  otherTicketId: string
  commentId: string
  entryId: string
  tab: string
  viewId: string
  userId: string
  invitationId: string
  tokenId: string
  actionId: string
  mailId: string
  webhookId: string
  deliveryId: string
  connectorId: string
  runId: string
  calendarId: string
  sessionId: string
}
const idsOf = new Map<string, Ids>()
const tokens = new Map<Account, string>()

/** What a customer already has, so that saving it takes nothing from anybody. */
const permissionsOf = (customerId: string | undefined) => ({
  enabledFeatures: null,
  role_feature_mappings: roleRows.filter(({ customer_id }) => customer_id === customerId).map(({ role, features }) => ({ role, features })),
  version: 0,
})

const customerOf = (customerId: string | undefined) => ({
  name: demoCustomers.find(({ customer_id }) => customer_id === customerId)?.name ?? 'Nobody',
  emailDomains: signInRuleRows.filter(({ customer_id }) => customer_id === customerId).map(({ value }) => value),
  tenants: [],
  version: 0,
})
const onePixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

type BodyFor = (values: Record<string, string>) => unknown
const bodyOf = (name: string, values: Record<string, string>) => {
  const body = bodies[name] ?? assert.fail(`the matrix has no body for ${name}`)
  return typeof body === 'function' ? (body as BodyFor)(values) : body
}

const calendarBody = {
  name: 'Always',
  timeZone: 'Europe/Stockholm',
  alwaysOpen: true,
  week: [null, null, null, null, null, null, null],
  holidays: 'none',
  closedDays: [],
}

const connectorBody = {
  name: 'Azure',
  settings: { tenantId: randomUUID(), clientId: randomUUID(), subscriptions: [] },
  secret: 'secret',
  everyHours: 6,
  cron: null,
}

/** A body that each writing call accepts. */
const bodies: Record<string, unknown> = {
  savePermissions: ({ customerId }: Record<string, string>) => permissionsOf(customerId),
  saveCustomerSettings: {
    ticketVisibility: 'all',
    hoursShown: false,
    ticketFromSeverity: 'low',
    incidentJoinMinutes: 10,
    mailLanguage: 'sv',
    version: 0,
  },
  saveEnvironmentSettings: { tagKeys: ['team'], hiddenTypes: [], version: 0 },
  markNotificationsRead: { upTo: '1' },
  saveNotificationPreferences: { choices: [{ kind: 'commented', byMail: true, inPortal: true }] },
  createConnector: connectorBody,
  changeConnector: { ...connectorBody, secret: undefined, isEnabled: true, version: 1 },
  putEntities: { entities: [{ externalId: 'asset-1', name: 'Till', type: 'till' }] },
  createWebhook: { name: 'Till', url: 'https://hooks.vakt.test/tickets', kinds: ['created'], withPrivate: false },
  changeWebhook: {
    name: 'Till',
    url: 'https://hooks.vakt.test/tickets',
    kinds: ['commented'],
    withPrivate: false,
    isEnabled: true,
    version: 1,
  },
  createCustomer: () => ({ customerId: randomUUID(), name: 'Solna Bygg', emailDomains: [], tenants: [randomUUID()] }),
  changeCustomer: ({ customerId }: Record<string, string>) => customerOf(customerId),
  createBusinessCalendar: calendarBody,
  saveBusinessCalendar: { ...calendarBody, version: 1 },
  saveServiceTargets: { targets: [], version: 0 },
  saveCustomerServiceTargets: { targets: [], version: 0 },
  changeManyTickets: { tickets: [{ customerId: nordan, ticketId: '999999' }], priority: 3 },
  createTicketView: { name: 'Mine', search: {} },
  changeTicketView: { name: 'Renamed' },
  saveTicketListChoice: { columns: ['number'] },
  createApiToken: { name: 'Script', scope: ['@feature.tickets.read'] },
  changeUser: { isDisabled: false },
  inviteUser: () => ({ email: `${randomUUID()}@example.com`, name: 'Nina', roles: [] }),
  openUserContext: {},
  savePhoto: { photo: onePixel },
  saveUserContext: { preferred_language: 'sv' },
  createTicket: { subject: 'The till is slow', description: 'Since this morning.', email: 'elin@nordan.example' },
  addTicketComment: { body: 'Thank you.' },
  addAttachment: { note: 'Text in JSON is text.' },
  editTicketComment: { body: 'Thank you all.', version: 1 },
  changeTicketStatus: { status: 'resolved', version: 1, comment: 'It works again.' },
  changeTicketFacts: { version: 1, tags: ['till'] },
  followUpTicket: { description: 'It is back.' },
  registerHours: { note: 'Looked at it', minutes: 30, date: '2026-11-20' },
  changeHours: { note: 'Looked at it twice', minutes: 60, date: '2026-11-20', version: 1 },
  showPresence: { doing: 'reading' },
  changeIncident: { version: 1, assigneeId: null },
  bindUnmatchedSignal: ({ customerId, entityId }: Record<string, string>) => ({ entityCustomerId: customerId, entityId }),
  addIncidentNote: { note: 'Somebody looks at it.' },
}

async function request(account: Account, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const token = tokens.get(account)
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // The live stream has no end of its own.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return { status: answer.status, json: null }
  }
  const text = await answer.text()
  return { status: answer.status, json: answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null }
}

const pathOf = (operation: Operation, values: Record<string, string>) =>
  `/api/v1${operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? assert.fail(`the matrix has no ${name}`)))}`

const call = (account: Account, name: string, operation: Operation, values: Record<string, string>) =>
  request(account, operation.method, pathOf(operation, values), operation.body || operation.fileBody ? bodyOf(name, values) : undefined)

/** Everything that belongs to customers, as one text for each table. */
async function readAllRows(): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'customer_id' order by 1",
  )
  assert.ok(tables.length >= 12)
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content from ${name} t`,
    )
    contents[name] = rows[0].content
  }
  return contents
}

const notification = (name: string, fingerprint: string) => ({
  version: '4',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      fingerprint,
      labels: { alertname: `Rule ${fingerprint}`, severity: 'critical', instance: name },
      annotations: {},
      startsAt: '2026-11-20T10:00:00Z',
    },
  ],
})

async function invite(customerId: string): Promise<string> {
  const path = `/api/v1/admin/customer/${customerId}/invitation`
  return (await request(staff, 'POST', path, bodyOf('inviteUser', {}))).json.result.invitationId
}

async function makeTicket(customerId: string): Promise<{ ticketId: string; tempId: string }> {
  const { result } = (await request(staff, 'POST', `/api/v1/customer/${customerId}/ticket`, bodies.createTicket)).json
  return { ticketId: result.ticketId, tempId: result.temp_id }
}

const accountAt = (customerId: string) => [nordanAdmin, fjallboAdmin, staff].find((account) => account.customerId === customerId) ?? staff

async function makeCalendar(): Promise<string> {
  return (await request(staff, 'POST', '/api/v1/admin/service-level/calendar', calendarBody)).json.result.calendarId
}

async function makeToken(account: Account): Promise<string> {
  return (await request(account, 'POST', '/api/v1/authentication/api-token', bodies.createApiToken)).json.result.tokenId
}

async function createOn(account: Account, customerId: string, ticketId: string, part: 'comment' | 'hours'): Promise<string> {
  const body = part === 'comment' ? bodies.addTicketComment : bodies.registerHours
  const { result } = (await request(account, 'POST', `/api/v1/customer/${customerId}/ticket/${ticketId}/${part}`, body)).json
  return result.commentId ?? result.entryId
}

async function makeWebhook(customerId: string): Promise<{ webhookId: string; deliveryId: string }> {
  const path = `/api/v1/admin/customer/${customerId}/webhook`
  const { webhookId } = (await request(staff, 'POST', path, bodies.createWebhook)).json.result
  const { deliveryId } = (await request(staff, 'POST', `${path}/${webhookId}/test`)).json.result
  return { webhookId, deliveryId }
}

async function makeConnector(customerId: string): Promise<{ connectorId: string; runId: string }> {
  const path = `/api/v1/admin/customer/${customerId}/connector`
  const { connectorId, latestRun } = (await request(staff, 'POST', path, connectorBody)).json.result
  return { connectorId, runId: latestRun.runId }
}

async function makeMail(customerId: string): Promise<string> {
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query<{ id: string }>(
      `insert into mail_delivery (customer_id, recipient_customer_id, recipient_id, kind, address, recipient_name, language, subject,
         text_body, html_body, message_id, state, next_at, created_at)
       select customer_id, customer_id, user_id, 'commented', email, name, 'sv', 's', 't', 'h', gen_random_uuid()::text, 'kept', now(), now()
       from app_user where customer_id = $1 limit 1 returning delivery_id as id`,
      [customerId],
    ),
  )
  return rows[0]?.id ?? assert.fail('there is no mail')
}

/** A browser in which the account is signed in, beside the one that asks. */
async function openSession(account: Account): Promise<string> {
  const headers = { 'x-vakt-session': randomUUID() }
  await request(account, 'POST', '/api/v1/authentication/usercontext', {}, headers)
  const sessions = (await request(account, 'GET', '/api/v1/authentication/session', undefined, headers)).json.result
  return sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sessionId
}

async function makeView(customerId: string, account: Account): Promise<string> {
  return (await request(account, 'POST', `/api/v1/customer/${customerId}/ticket-view`, bodies.createTicketView)).json.result.viewId
}

/** An alert that no entity matches, a binding, and a signal that nobody could read. */
async function makeUnmatched(customerId: string, token: string, entityId: string) {
  await vakt.send('alertmanager', token, notification('nobody-knows-me', 'unmatched'))
  await vakt.send('alertmanager', token, { version: 'none' })
  await vakt.work()
  const { rows } = await owner.query<{ unmatchedAlertId: string; bindingId: string; signalId: string }>(
    `insert into entity_binding (customer_id, source, target_key, entity_customer_id, entity_id, created_at, created_by)
     values ($1, 'alertmanager', 'host someone', $1, $2, now(), 'x') returning binding_id as "bindingId",
       (select alert_id from alert where customer_id = $1 and target_key is not null limit 1) as "unmatchedAlertId",
       (select signal_id from signal where customer_id = $1 and state = 'unrecognised' limit 1) as "signalId"`,
    [customerId, entityId],
  )
  return rows[0] ?? assert.fail('there is nothing unmatched')
}

async function furnish(customerId: string): Promise<Ids> {
  const entity = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  await vakt.send('alertmanager', token, notification(entity.name, 'one'))
  await vakt.send('alertmanager', token, notification(entity.name, 'two'))
  await vakt.work()
  const unmatched = await makeUnmatched(customerId, token, entity.entityId)
  const { tempId, ticketId: otherTicketId } = await makeTicket(customerId)
  const [alert] = (await request(staff, 'GET', `/api/v1/customer/${customerId}/alert?entityId=${entity.entityId}`)).json.result
  assert.equal(alert.entity.entityId, entity.entityId)
  const path = `/api/v1/customer/${customerId}/ticket`
  const comment = await request(staff, 'POST', `${path}/${alert.ticketId}/comment`, {
    ...(bodies.addTicketComment as object),
    private: false,
  })
  const attached = await request(staff, 'POST', `${path}/attachment/${comment.json.result.temp_id}/note.txt`, { note: 'x' })
  const [{ userId }] = (await request(staff, 'GET', `/api/v1/admin/customer/${customerId}/user`)).json.result
  return {
    viewId: await makeView(customerId, accountAt(customerId)),
    entityId: entity.entityId,
    alertId: alert.alertId,
    incidentId: alert.incidentId,
    ...unmatched,
    ticketId: alert.ticketId,
    tempId,
    attachmentId: attached.json.result.attachmentId,
    fileName: 'note.txt',
    otherTicketId,
    commentId: await createOn(staff, customerId, alert.ticketId, 'comment'),
    entryId: await createOn(staff, customerId, alert.ticketId, 'hours'),
    tab: randomUUID(),
    userId,
    invitationId: await invite(customerId),
    tokenId: await makeToken(accountAt(customerId)),
    mailId: await makeMail(customerId),
    ...(await makeWebhook(customerId)),
    ...(await makeConnector(customerId)),
    actionId: (await request(staff, 'GET', `/api/v1/admin/recorded-action?customerId=${customerId}`)).json.result[0].actionId,
    calendarId: await makeCalendar(),
    sessionId: await openSession(accountAt(customerId)),
  }
}

before(async () => {
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    await insertRows(transaction, 'customer', customerRows)
    await insertRows(transaction, 'customer_role_feature', roleRows)
    await insertRows(transaction, 'customer_sign_in_rule', signInRuleRows)
  })
  for (const account of accounts) {
    if (!account.user) continue
    tokens.set(account, await signToken(account.user))
    const { json } = await request(account, 'POST', '/api/v1/authentication/usercontext', {})
    assert.equal(json.result.customer_id, account.customerId)
  }
  for (const customerId of [nordan, fjallbo, provider]) idsOf.set(customerId, await furnish(customerId))
})

test('the matrix knows every route that the server has, and no other', () => {
  const ofContract = Object.values(operations).map(({ method, path }) => `${method} /api/v1${path}`)
  assert.deepEqual([...routes].toSorted(), [...ofContract, ...Object.keys(otherDoors)].toSorted())
})

const mayDo = (account: Account, { access }: Operation) => {
  if (access === 'public') return true
  if (access === 'signed-in') return account.user !== null
  return access === 'global-admin' ? account.isStaff : access.some((key) => account.holds.includes(key))
}

/** What a call answers: first who asks, then whose customer it is, then what they may do there. */
function expectedStatus(account: Account, operation: Operation, customerId: string): number {
  const success = operation.result || operation.listOf || operation.fileAnswer || operation.path.endsWith('/live') ? 200 : 204
  if (operation.access === 'public') return success
  if (!account.user) return 401
  const isTheirs = customerId === account.customerId || (account.isStaff && customerId !== missing)
  if (operation.path.includes(':customerId')) return isTheirs ? (mayDo(account, operation) ? success : 403) : 404
  if (!mayDo(account, operation)) return 403
  return operation.path.includes(':') && !isTheirs ? 404 : success
}

const cells = Object.entries(operations).flatMap(([name, operation]) =>
  accounts.flatMap((account) =>
    (operation.path.includes(':') ? customers : [account.customerId ?? nordan]).map((customerId) => ({
      title: `${name} of ${customerId} by ${account.who}`,
      name,
      operation,
      account,
      customerId,
      expected: expectedStatus(account, operation, customerId),
    })),
  ),
)
const unknownIds: Ids = {
  viewId: randomUUID(),
  entityId: randomUUID(),
  alertId: '999999',
  incidentId: '999999',
  unmatchedAlertId: '999999',
  bindingId: randomUUID(),
  signalId: '999999',
  ticketId: '999999',
  tempId: randomUUID(),
  attachmentId: randomUUID(),
  fileName: 'note.txt',
  otherTicketId: '999998',
  commentId: '999999',
  entryId: '999999',
  tab: randomUUID(),
  userId: randomUUID(),
  invitationId: randomUUID(),
  tokenId: randomUUID(),
  mailId: randomUUID(),
  webhookId: randomUUID(),
  deliveryId: randomUUID(),
  connectorId: randomUUID(),
  runId: randomUUID(),
  actionId: '999999',
  calendarId: randomUUID(),
  sessionId: randomUUID(),
}
const idsAt = (customerId: string) => ({ customerId, ...(idsOf.get(customerId) ?? unknownIds) })

test('every refused call is refused with its status, and changes no row of anybody', async () => {
  const before = await readAllRows()
  const refused = cells.filter(({ expected }) => expected >= 400)
  assert.ok(refused.length > 150)
  for (const { title, name, operation, account, customerId, expected } of refused) {
    const { status, json } = await call(account, name, operation, idsAt(customerId))
    assert.equal(status, expected, title)
    assert.equal(json.errors.length, 1, title)
  }
  assert.deepEqual(await readAllRows(), before)
})

test('every permitted call does its work', async () => {
  for (const { title, name, operation, account, customerId, expected } of cells.filter((cell) => cell.expected < 400)) {
    const ids = idsAt(customerId)
    if (operation.method !== 'GET' && operation.path.includes(':ticketId')) {
      ids.ticketId = (await makeTicket(customerId)).ticketId
      if (operation.path.includes(':commentId')) ids.commentId = await createOn(account, customerId, ids.ticketId, 'comment')
      if (operation.path.includes(':entryId')) ids.entryId = await createOn(staff, customerId, ids.ticketId, 'hours')
    }
    if (operation.path.includes(':tempId')) ids.tempId = (await makeTicket(customerId)).tempId
    if (operation.method !== 'GET' && operation.path.includes(':webhookId')) Object.assign(ids, await makeWebhook(customerId))
    if (operation.method !== 'GET' && operation.path.includes(':connectorId')) Object.assign(ids, await makeConnector(customerId))
    if (operation.path.includes(':calendarId')) ids.calendarId = await makeCalendar()
    // A token and a session are their user's, not the customer's.
    // A view that is not shared is its owner's.
    if (operation.path.includes(':viewId')) ids.viewId = await makeView(customerId, account)
    if (operation.path.includes(':tokenId')) ids.tokenId = await makeToken(account)
    if (operation.path.includes(':sessionId')) ids.sessionId = await openSession(account)
    // Who saves says which version it was made from; several people may here, one after the other.
    if (name === 'saveEnvironmentSettings')
      bodies[name] = (await request(staff, 'GET', `/api/v1/customer/${customerId}/environment-settings`)).json.result
    const { status, json } = await call(account, name, operation, ids)
    assert.equal(status, expected, `${title}: ${JSON.stringify(json)}`)
  }
})

test('the id of another customer in a path of one’s own is not found, like an id that nobody has, and changes nothing', async () => {
  const before = await readAllRows()
  const nested = Object.entries(operations).filter(([, { path }]) => /:customerId\/.*:\w+/.test(path))
  assert.ok(nested.length >= 5)
  const errorsOf = ({ json }: { json: { errors: unknown } }) => json.errors
  for (const [name, operation] of nested) {
    for (const account of [nordanAdmin, fjallboAdmin, staff]) {
      const own = account.customerId ?? ''
      const refused = mayDo(account, operation) ? 404 : 403
      const random = await call(account, name, operation, { ...unknownIds, customerId: own })
      assert.equal(random.status, refused, name)
      for (const other of [nordan, fjallbo, provider].filter((customerId) => customerId !== own)) {
        const foreign = await call(account, name, operation, { ...idsAt(other), customerId: own })
        assert.equal(foreign.status, refused, `${name} of ${other} by ${account.who}`)
        assert.deepEqual(errorsOf(foreign), errorsOf(random))
      }
    }
  }
  assert.deepEqual(await readAllRows(), before)
})

test('one id of another customer beside one’s own is not found either, whichever of them it is, and changes nothing', async () => {
  const before = await readAllRows()
  const free = new Set(['customerId', 'tab', 'fileName'])
  let tried = 0
  for (const [name, operation] of Object.entries(operations)) {
    const ids = [...operation.path.matchAll(/:(\w+)/g)].map(([, id = '']) => id).filter((id) => !free.has(id)) as (keyof Ids)[]
    if (!operation.path.includes(':customerId') || ids.length < 2) continue
    for (const account of [nordanAdmin, staff])
      for (const id of ids) {
        const { status } = await call(account, name, operation, { ...idsAt(nordan), [id]: idsAt(fjallbo)[id] })
        assert.equal(status, mayDo(account, operation) ? 404 : 403, `${name} with the ${id} of ${fjallbo} by ${account.who}`)
        tried += 1
      }
  }
  assert.ok(tried > 30, `${tried} calls were tried`)
  assert.deepEqual(await readAllRows(), before)
})

test('a filter by the entity of another customer finds nothing', async () => {
  for (const list of ['alert', 'incident', 'ticket']) {
    const filtered = (entityId: string) => request(nordanAdmin, 'GET', `/api/v1/customer/${nordan}/${list}?entityId=${entityId}`)
    assert.ok((await filtered(idsAt(nordan).entityId)).json.result.length > 0)
    assert.deepEqual((await filtered(idsAt(fjallbo).entityId)).json.result, [])
  }
})

test('a continuation token opens no list but its own: not that of another user, customer, call or filter', async () => {
  const page = (account: Account, path: string, token?: string) =>
    request(account, 'GET', `/api/v1/customer/${path}`, undefined, token === undefined ? {} : { 'x-continuation-token': token })
  const { json } = await page(staff, `${nordan}/alert?limit=1`)
  const token = json.continuation_token
  const second = await page(staff, `${nordan}/alert?limit=1`, token)
  assert.equal(second.status, 200)
  assert.notEqual(second.json.result[0].alertId, json.result[0].alertId)
  const [payload = '', signature = ''] = token.split('.')
  const refusals = [
    await page(nordanAdmin, `${nordan}/alert?limit=1`, token),
    await page(staff, `${fjallbo}/alert?limit=1`, token),
    await page(staff, `${nordan}/incident?limit=1`, token),
    await page(staff, `${nordan}/alert?limit=1&severity=low`, token),
    await page(staff, `${nordan}/alert?limit=1`, `${Buffer.from('["2030-01-01","1"]').toString('base64url')}.${signature}`),
    ...(await Promise.all(
      [payload, `${payload}.`, '.', 'x', `${token}x.y`, ' '].map((broken) => page(staff, `${nordan}/alert?limit=1`, broken)),
    )),
  ]
  for (const { status, json } of refusals) assert.deepEqual([status, json.errors[0].message_translation_key], [400, 'error.continuation'])
})

test('the other doors answer whoever has no token as the list says', async () => {
  for (const [door, expected] of Object.entries(otherDoors)) {
    const [method = '', path = ''] = door.split(' ')
    const target = path.replace(':format', 'alertmanager').replace(':token', `vakt_ing_${'x'.repeat(43)}`)
    assert.equal((await request(accounts[0] as Account, method, target, method === 'POST' ? {} : undefined)).status, expected, door)
  }
})

test('an access token opens no ingest, and an ingest token no call', async () => {
  const before = await readAllRows()
  assert.equal((await request(nordanAdmin, 'POST', '/ingest/v1/alertmanager', notification('x', 'x'))).status, 401)
  assert.deepEqual(await readAllRows(), before)
  const authorization = `Bearer ${await createIngestToken(vakt.database, nordan)}`
  assert.equal((await request(accounts[0] as Account, 'GET', `/api/v1/customer/${nordan}`, undefined, { authorization })).status, 401)
})

test('the role of the provider’s staff, handed out by a customer’s own identity provider, makes nobody staff', async () => {
  const pretender = {
    ...nordanAdmin,
    user: { email: 'eva@nordan.example', roles: ['api-permission-global-admin', 'provider-staff', 'customer-reader'] },
  }
  tokens.set(pretender, await signToken(pretender.user))
  assert.equal((await request(pretender, 'GET', `/api/v1/customer/${nordan}`)).status, 200)
  assert.equal((await request(pretender, 'GET', `/api/v1/customer/${fjallbo}`)).status, 404)
  assert.equal((await request(pretender, 'POST', `/api/v1/customer/${nordan}/ticket`, bodies.createTicket)).status, 403)
  assert.equal((await request(pretender, 'GET', `/api/v1/ticket/${idsAt(fjallbo).ticketId}`)).status, 404)
})
