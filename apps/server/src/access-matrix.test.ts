import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Operation } from '@vakt/contract/operation.ts'
import { operations } from '@vakt/contract/operations.ts'
import { customerRows, fjallbo, nordan, provider, roleRows, signInRuleRows } from '#server/features/demo/demo-customers.ts'
import { insertRows } from '#server/features/demo/insert-rows.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import {
  type Account,
  accounts,
  customers,
  expectedStatus,
  fjallboAdmin,
  mayDo,
  nordanAdmin,
  staff,
} from '#server/testing/access-matrix/matrix-accounts.ts'
import { openMatrixApp } from '#server/testing/access-matrix/matrix-app.ts'
import { bodies, bodyOf } from '#server/testing/access-matrix/matrix-bodies.ts'
import { createContent, type Ids, notification, unknownIds } from '#server/testing/access-matrix/matrix-content.ts'
import { createIngestToken } from '#server/testing/factories.ts'
import { signToken } from '#server/testing/test-app.ts'

const matrix = await openMatrixApp()
const { vakt, routes, tokens, request, readAllRows } = matrix
const content = createContent(matrix)
after(matrix.close)

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
  'PUT /ingest/v1/:format': 401,
  'PUT /ingest/v1/:format/:token': 401,
  'POST /ingest/v1/pagerduty': 401,
  'POST /ingest/v1/pagerduty/v2/enqueue': 401,
  'POST /ingest/v1/pagerduty/v2/change/enqueue': 401,
  'POST /ingest/v1/pagerduty/:token': 401,
  'POST /ingest/v1/pagerduty/:token/v2/enqueue': 401,
  'POST /ingest/v1/pagerduty/:token/v2/change/enqueue': 401,
  'POST /ingest/v1/prometheus': 401,
  'POST /ingest/v1/prometheus/*': 401,
  'PUT /ingest/v1/prometheus': 401,
  'PUT /ingest/v1/prometheus/*': 401,
  'POST /ingest/v1/otlp': 401,
  'POST /ingest/v1/otlp/*': 401,
  'PUT /ingest/v1/otlp': 401,
  'PUT /ingest/v1/otlp/*': 401,
}

const idsOf = new Map<string, Ids>()

const pathOf = (operation: Operation, values: Record<string, string>) =>
  `/api/v1${operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? assert.fail(`the matrix has no ${name}`)))}`

function call(account: Account, name: string, operation: Operation, values: Record<string, string>) {
  const body = operation.body || operation.fileBody ? bodyOf(name, values) : undefined
  // Signing out ends a session of its own: the token of the account goes on.
  const headers = name === 'endOwnSession' ? { 'x-vakt-session': randomUUID() } : {}
  return request(account, operation.method, pathOf(operation, values), body, headers as Record<string, string>)
}

before(async () => {
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    await insertRows(transaction, 'customer', customerRows)
    await insertRows(transaction, 'customer_role_feature', roleRows)
    await insertRows(transaction, 'customer_sign_in_rule', signInRuleRows)
  })
  for (const account of accounts) {
    if (!account.user || account.isServiceToken) continue
    tokens.set(account, await signToken(account.user))
    const { json } = await request(account, 'POST', '/api/v1/authentication/usercontext', {})
    assert.equal(json.result.customer_id, account.customerId)
  }
  for (const account of accounts.filter(({ isServiceToken }) => isServiceToken)) {
    const body = { name: 'Matrix', scope: account.holds }
    const { json } = await request(staff, 'POST', `/api/v1/customer/${account.customerId}/service-token`, body)
    tokens.set(account, json.result.secret)
    // The first use is noted, and the next a minute later.
    await request(account, 'GET', `/api/v1/customer/${account.customerId}`)
  }
  for (const customerId of [nordan, fjallbo, provider]) idsOf.set(customerId, await content.furnish(customerId))
})

test('the matrix knows every route that the server has, and no other', () => {
  const ofContract = Object.values(operations).map(({ method, path }) => `${method} /api/v1${path}`)
  assert.deepEqual([...routes].toSorted(), [...ofContract, ...Object.keys(otherDoors)].toSorted())
})

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
      ids.ticketId = (await content.makeTicket(customerId)).ticketId
      if (operation.path.includes(':commentId')) ids.commentId = await content.createOn(account, customerId, ids.ticketId, 'comment')
      if (operation.path.includes(':entryId')) ids.entryId = await content.createOn(staff, customerId, ids.ticketId, 'hours')
    }
    if (operation.path.includes(':jobId')) ids.jobId = await content.makeFailedJob(customerId)
    if (operation.method !== 'GET' && operation.path.includes(':webhookId')) Object.assign(ids, await content.makeWebhook(customerId))
    if (operation.method !== 'GET' && operation.path.includes(':connectorId')) Object.assign(ids, await content.makeConnector(customerId))
    if (operation.path.includes(':serviceTokenId')) ids.serviceTokenId = await content.makeServiceToken(customerId)
    if (operation.method !== 'GET' && operation.path.includes(':sourceId')) ids.sourceId = await content.makeSource(customerId, name)
    if (operation.method !== 'GET' && operation.path.includes(':alertRuleId'))
      ids.alertRuleId = await content.makeRule(customerId, ids.entityId, name)
    if (operation.method !== 'GET' && operation.path.includes(':standardId')) ids.standardId = await content.makeStandard(name)
    if (operation.method !== 'GET' && operation.path.includes(':serviceWindowId'))
      Object.assign(ids, await content.makeWindow(customerId, ids.entityId, name))
    if (operation.path.includes(':secret')) ids.secret = await content.makeCalendarSecret(customerId)
    if (operation.method !== 'GET' && operation.path.includes(':majorIncidentId'))
      ids.majorIncidentId = await content.makeMajorIncident(customerId, name)
    if (/^(merge|unmerge|split|openMajor)Incident$/.test(name)) Object.assign(ids, await content.makeIncidents(customerId, name))
    if (name === 'getAlertSignal') ids.signalId = await content.findSignalOfAlert(customerId, ids.alertId)
    if (name === 'getSourceSignal') ids.signalId = await content.makeSourceSignal(customerId, ids.sourceId)
    if (operation.path.includes(':uploadId')) ids.uploadId = await content.makeUpload(customerId)
    if (operation.path.includes(':calendarId')) ids.calendarId = await content.makeCalendar()
    if (operation.path.includes(':scheduleId')) Object.assign(ids, await content.makeSchedule(name))
    // A token and a session are their user's, not the customer's; a view that is not shared is its owner's, and a temp_id its maker's.
    if (operation.path.includes(':tempId')) ids.tempId = await content.makeTempId(customerId, account)
    if (operation.path.includes(':viewId')) ids.viewId = await content.makeView(customerId, account)
    if (operation.path.includes(':listViewId')) ids.listViewId = await content.makeListView(account)
    if (operation.path.includes(':tokenId')) ids.tokenId = await content.makeToken(account)
    if (operation.path.includes(':sessionId')) ids.sessionId = await content.openSession(account)
    // Who saves says which version it was made from; several people may here, one after the other.
    if (name === 'saveEnvironmentSettings')
      bodies[name] = (await request(staff, 'GET', `/api/v1/customer/${customerId}/environment-settings`)).json.result
    const { status, json } = await call(account, name, operation, ids)
    assert.equal(status, expected, `${title}: ${JSON.stringify(json)}`)
  }
})

test('the id of another customer in a path of one’s own is not found, like an id that nobody has, and changes nothing', async () => {
  const before = await readAllRows()
  const nested = Object.entries(operations).filter(([, { path }]) => /:customerId\/.*:(?!fileName)\w+/.test(path))
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
