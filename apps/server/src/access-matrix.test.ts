import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '@vakt/contract/operation.ts'
import { operations } from '@vakt/contract/operations.ts'
import { openReport } from '@vakt/contract/reports/reports.ts'
import { fjallbo, nordan, provider } from '#server/features/demo/demo-customers.ts'
import { isDownloadable } from '#server/platform/http/open-downloads.ts'
import { newSessionOf } from '#server/testing/access-matrix/access-content.ts'
import { listenForAnnouncements } from '#server/testing/access-matrix/listen-for-announcements.ts'
import {
  type Account,
  accounts,
  customers,
  expectedStatus,
  fjallboAdmin,
  isOfOthers,
  mayDo,
  nordanAdmin,
  staff,
} from '#server/testing/access-matrix/matrix-accounts.ts'
import { openMatrixApp } from '#server/testing/access-matrix/matrix-app.ts'
import { bodies, bodyOf } from '#server/testing/access-matrix/matrix-bodies.ts'
import { createContent } from '#server/testing/access-matrix/matrix-content.ts'
import { type Ids, unknownIds } from '#server/testing/access-matrix/matrix-ids.ts'
import { createPreparation, pathOf } from '#server/testing/access-matrix/prepare-call.ts'
import { signInAccounts } from '#server/testing/access-matrix/sign-in-accounts.ts'
import { notification } from '#server/testing/access-matrix/signal-content.ts'
import { createIngestToken } from '#server/testing/factories.ts'
import { signToken } from '#server/testing/test-app.ts'

const matrix = await openMatrixApp()
const { vakt, routes, tokens, request, requestDownload, readAllRows } = matrix
const content = createContent(matrix)
const { prepareRead, prepareWrite } = createPreparation(matrix, content)
after(matrix.close)

/** The doors that are no calls of the contract, with what each answers to anyone who has no token. */
const otherDoors: Record<string, number> = {
  'GET /api/v1/openapi.json': 200,
  'GET /api/docs': 200,
  'GET /api/docs/start.js': 200,
  'GET /api/docs/swagger-ui.css': 200,
  'GET /api/docs/swagger-ui-bundle.js': 200,
  'GET /mail-preview/:mailId': 404,
  'GET /page/:token': 404,
  'POST /page/:token': 404,
  'GET /confirm-address/:token': 404,
  'POST /confirm-address/:token': 404,
  'GET /stop-incident-mails/:token': 404,
  'POST /stop-incident-mails/:token': 404,
  'POST /agent/v1/enrol': 401,
  'POST /agent/v1/status': 401,
  'POST /agent/v1/report': 401,
  'POST /agent/v1/command': 401,
  'POST /agent/v1/command-result': 401,
  'POST /agent/v1/rotate-key': 401,
  'GET /agent/v1/package/:file': 404,
  'POST /hooks/phone/reply/:key': 401,
  'POST /hooks/phone/:kind/:deliveryId/:key': 404,
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

/** What a report was opened with, for the calls that ask for it; nothing where it may not be opened. */
async function openedWith(account: Account, operation: Operation, values: Record<string, string>): Promise<string> {
  if (!operation.path.includes('/report/builtin/:period') || operation.path.endsWith('/token')) return ''
  const { json } = await request(account, 'GET', pathOf(openReport, values))
  return json.result ? `?token=${json.result.token}` : ''
}

async function call(account: Account, name: string, operation: Operation, values: Record<string, string>) {
  const body = operation.body || operation.fileBody ? bodyOf(name, values) : undefined
  // Signing out ends a session of its own: the token of the account goes on.
  const headers = name === 'endOwnSession' ? await newSessionOf(account) : {}
  const path = pathOf(operation, values) + (await openedWith(account, operation, values))
  return request(account, operation.method, path, body, headers)
}

/** The status of the same as a page asks for it with a form. */
async function download(account: Account, operation: Operation, values: Record<string, string>): Promise<number> {
  const opened = await openedWith(account, operation, values)
  const query = operation.listOf ? `${opened || '?'}&format=csv` : opened
  const path = pathOf(operation, values).replace('/api/v1', '/api/v1/download') + query
  return requestDownload(account, path)
}

before(async () => {
  await signInAccounts(matrix)
  for (const customerId of [nordan, fjallbo, provider]) idsOf.set(customerId, await content.furnish(customerId))
})

test('the matrix knows every route that the server has, and no other', () => {
  const ofContract = Object.values(operations).map(({ method, path }) => `${method} /api/v1${path}`)
  const downloads = Object.values(operations).filter(isDownloadable)
  const ofDownloads = downloads.map(({ path }) => `POST /api/v1/download${path}`)
  assert.deepEqual([...routes].toSorted(), [...ofContract, ...ofDownloads, ...Object.keys(otherDoors)].toSorted())
})

const cells = Object.entries(operations).flatMap(([name, operation]) =>
  accounts.flatMap((account) =>
    (isOfOthers(account, name) ? [] : operation.path.includes(':') ? customers : [account.customerId ?? nordan]).map((customerId) => ({
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

/** Works through a list, a few at a time. */
async function eachOf<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const items = list.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of items) await work(item)
    }),
  )
}

/** Thousands of calls. */
const timeout = 240_000

test('every refused call is refused with its status, and changes no row of anybody', { timeout }, async () => {
  const before = await readAllRows()
  const refused = cells.filter(({ expected }) => expected >= 400)
  assert.ok(refused.length > 150)
  await eachOf(refused, async ({ title, name, operation, account, customerId, expected }) => {
    const { status, json } = await call(account, name, operation, idsAt(customerId))
    assert.equal(status, expected, title)
    assert.equal(json.errors.length, 1, title)
    if (isDownloadable(operation)) assert.equal(await download(account, operation, idsAt(customerId)), expected, `${title}, as a download`)
  })
  assert.deepEqual(await readAllRows(), before)
})

/** Calls whose verbs record what they change; the matrix gives them nothing to change, and the tests of their features look for their entries. */
const isRecordedElsewhere = new Set([
  ...['bindManyUnmatchedSignals', 'changeManyAlertRules', 'changeManyFailedJobs', 'changeManyIncidents', 'changeManyTickets'],
  ...['changeManyUsers', 'dismissManyUnmatchedSignals', 'retryManySetAsideSignals', 'undoManyTickets', 'unlinkTickets'],
  ...['applyRuleStandard', 'changeIncident', 'changeMajorIncident', 'enableAlertRule', 'enableServiceWindow', 'muteIncident'],
  ...['excludeFromRuleStandard', 'readUploadAgain', 'setUpInstallation', 'stopRuleStandard'],
])

/** Calls whose verbs announce what they change; the matrix gives them nothing to change. */
const isAnnouncedElsewhere = new Set([
  ...['bindManyUnmatchedSignals', 'changeIncident', 'changeManyAlertRules', 'changeManyIncidents', 'changeManyTickets', 'enableAlertRule'],
  ...['dismissManyUnmatchedSignals', 'enableServiceWindow', 'endPresence', 'retryManySetAsideSignals', 'undoManyTickets', 'unlinkTickets'],
])

/** The actions of the entries that came since the last time it was asked; not that staff look at a customer, which is of no call. */
function createActionReader() {
  let last = '0'
  return async (): Promise<string[]> => {
    const query = 'select action_id::text as id, action from recorded_action where action_id > $1 order by recorded_action.action_id'
    const { rows } = await matrix.owner.query(query, [last])
    last = rows.at(-1)?.id ?? last
    return rows.map(({ action }) => action).filter((action) => action !== 'customer.look')
  }
}

/** What a call may record; nothing where it says why not. */
function recordedBy(name: string, { records, recordsItself, recordsNothing }: Operation): readonly string[] {
  assert.equal([records, recordsItself, recordsNothing].filter(Boolean).length, 1, `${name} says what it records, or why nothing`)
  if (recordsNothing !== undefined) assert.match(recordsNothing, /^[A-Z].{15,}\.$/, name)
  return records ? [records.action] : (recordsItself ?? [])
}

type Cell = (typeof cells)[number]

async function callPermitted({ title, name, operation, account, expected }: Cell, ids: Ids & { customerId: string }): Promise<void> {
  const { status, json } = await call(account, name, operation, ids)
  assert.equal(status, expected, `${title}: ${JSON.stringify(json)}`)
}

const permitted = cells.filter(({ expected }) => expected < 400)

// Before the calls that write: they read what the customers were furnished with.
test('every permitted call that reads does its work', { timeout }, async () => {
  const reads = Map.groupBy(
    permitted.filter(({ operation }) => operation.method === 'GET'),
    ({ name }) => name,
  )
  // One call at a time: a new secret, or a new sign-in to Power BI, ends the one before.
  await eachOf([...reads.values()], async (ofCall) => {
    for (const cell of ofCall) {
      const ids = await prepareRead(cell, idsAt(cell.customerId))
      await callPermitted(cell, ids)
      if (isDownloadable(cell.operation))
        assert.equal(await download(cell.account, cell.operation, ids), 200, `${cell.title}, as a download`)
    }
  })
})

test('every permitted call that writes does its work', { timeout: 2 * timeout }, async () => {
  const recorded = new Map<string, Set<string>>()
  const readActions = createActionReader()
  const announcing = new Set<string>()
  const listening = await listenForAnnouncements(vakt.database)
  for (const cell of permitted.filter(({ operation }) => operation.method !== 'GET')) {
    const ids = await prepareWrite(cell, idsAt(cell.customerId))
    await readActions()
    await listening.take()
    await callPermitted(cell, ids)
    if ((await listening.take()).length > 0) announcing.add(cell.name)
    for (const action of await readActions()) recorded.set(cell.name, (recorded.get(cell.name) ?? new Set()).add(action))
  }
  await listening.close()
  const written = Object.entries(operations).filter(([, { method }]) => method !== 'GET')
  for (const [name, operation] of written) {
    const declared = recordedBy(name, operation)
    const actions = [...(recorded.get(name) ?? [])]
    const undeclared = actions.filter((action) => !declared.includes(action))
    assert.deepEqual(undeclared, [], `${name} records what it does not declare`)
    const isRecorded = actions.length > 0 || isRecordedElsewhere.has(name)
    assert.equal(isRecorded, declared.length > 0, `${name}: what it changes is in the audit log, or it says why not`)
  }
  for (const [name, { announces, announcesNothing }] of written) {
    if (announcesNothing !== undefined) assert.match(announcesNothing, /^[A-Z].{15,}\.$/, name)
    const isAnnounced = announcing.has(name) || isAnnouncedElsewhere.has(name)
    assert.equal(isAnnounced, announcesNothing === undefined, `${name}: what it changes is announced to open screens, or it says why not`)
    assert.ok(!(announces && announcesNothing), name)
  }
})

test('the id of another customer in a path of one’s own is not found, like an id that nobody has, and changes nothing', {
  timeout,
}, async () => {
  const before = await readAllRows()
  const nested = Object.entries(operations).filter(([, { path }]) => /:customerId\/.*:(?!fileName|month|period)\w+/.test(path))
  assert.ok(nested.length >= 5)
  const errorsOf = ({ json }: { json: { errors: unknown } }) => json.errors
  await eachOf(nested, async ([name, operation]) => {
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
  })
  assert.deepEqual(await readAllRows(), before)
})

test('one id of another customer beside one’s own is not found either, whichever of them it is, and changes nothing', async () => {
  const before = await readAllRows()
  const free = new Set(['customerId', 'tab', 'fileName', 'month', 'period'])
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

test('the other doors answer anyone who has no token as the list says', async () => {
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
