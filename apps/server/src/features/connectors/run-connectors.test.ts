import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Connector, ConnectorRunChange } from '@vakt/contract/connectors.ts'
import { uploadDelivery } from '#server/features/entity-uploads/deliver-upload.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { startAzureServer } from '#server/testing/azure-server.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { type AzureResource, recordEstate, recordedSubscriptions, recordedTenant } from '#server/testing/recorded-estate.ts'
import { createTestApp, type TestUser, testSecrets } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { createConnectorSettings } from './connector-settings.ts'
import { runConnectors } from './run-connectors.ts'
import { watchConnectors } from './watch-connectors.ts'

const azure = await startAzureServer([])
const vakt = await createTestApp({ azure: azure.addresses })
after(async () => {
  azure.close()
  await vakt.close()
})
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `anna@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const settings = createConnectorSettings(testSecrets, azure.addresses, uploadDelivery)

beforeEach(() => {
  Object.assign(azure, { behave: () => undefined, perPage: 1000, asTable: false, signInError: null, resources: [], questions: [] })
})

const contextAt = (now: Date): Context => ({
  actor: { type: 'system', job: 'test' },
  now,
  pool: vakt.database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})

const work = (now = new Date(), signal = new AbortController().signal) => runConnectors(() => contextAt(now), settings, signal)

const wanted = {
  name: 'Azure',
  settings: { tenantId: recordedTenant, clientId: '11111111-2222-4333-8444-555555555555', subscriptions: [] as string[] },
  secret: 'right',
  everyHours: 6 as number | null,
  cron: null as string | null,
}

async function connect(options: { customerId?: string; change?: object } = {}) {
  const { customerId } = options.customerId ? { customerId: options.customerId } : await createCustomer(vakt.database)
  const path = `/admin/customer/${customerId}/connector`
  const created = await vakt.call(staff, 'POST', path, { ...wanted, ...options.change })
  assert.equal(created.statusCode, 200, created.body)
  const { connectorId } = created.json().result as Connector
  const own = `${path}/${connectorId}`
  const find = async (): Promise<Connector> =>
    (await vakt.call(staff, 'GET', path)).json().result.find((connector: Connector) => connector.connectorId === connectorId)
  const run = async (now?: Date) => {
    await vakt.call(staff, 'POST', `${own}/run`)
    await work(now)
    return (await find()).latestRun ?? assert.fail('it has not run')
  }
  const changes = async (kind?: string): Promise<ConnectorRunChange[]> => {
    const { latestRun } = await find()
    const query = `format=json${kind ? `&kind=${kind}` : ''}`
    return (await vakt.call(staff, 'GET', `${own}/run/${latestRun?.runId}/change?${query}`)).json().result
  }
  return { customerId, connectorId, own, path, find, run, changes }
}

const readEntities = async (customerId: string) =>
  (
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('select * from entity where customer_id = $1 order by external_key', [customerId]),
    )
  ).rows

const few = (count = 5) => recordEstate(count)
const at = (resources: AzureResource[], index: number) => resources[index] ?? assert.fail()

test('a recorded estate of 2,400 resources of more than 60 types is brought in, and a second run with changes shows exactly these', async () => {
  azure.resources = recordEstate()
  azure.perPage = 700
  const { customerId, run, changes, find } = await connect()
  const first = await run()
  assert.deepEqual([first.state, first.seen, first.added, first.changed, first.skipped], ['succeeded', 2400, 2400, 0, 0])
  const entities = await readEntities(customerId)
  assert.equal(entities.length, 2400)
  assert.ok(new Set(entities.map(({ type }) => type)).size >= 60)
  assert.deepEqual(new Set(entities.map(({ container_name }) => container_name)), new Set(recordedSubscriptions.map(({ name }) => name)))
  const machine = entities.find(({ type }) => type === 'microsoft.compute/virtualmachines')
  assert.deepEqual([machine.status, machine.source, machine.properties.hardwareProfile.vmSize], ['VM running', 'azure', 'Standard_D4s_v5'])
  assert.equal((await find()).entities, 2400)

  const same = await run()
  assert.deepEqual([same.seen, same.added, same.changed, same.returned, same.gone], [2400, 0, 0, 0, 0])

  const [renamed, retagged] = [at(azure.resources, 101), at(azure.resources, 202)]
  renamed.location = 'uksouth'
  retagged.tags = { ...retagged.tags, application: 'ny', __proto: 'x' }
  azure.resources.push({ ...at(azure.resources, 300), id: `${at(azure.resources, 300).id}-2`, name: 'ny', properties: null })
  const second = await run()
  assert.deepEqual([second.added, second.changed, second.gone], [1, 2, 0])
  const told = (await changes()).map(({ kind, name, field, before, after: now }) => [kind, name, field, before, now])
  assert.equal(told.length, 4)
  assert.ok(told.some((row) => JSON.stringify(row) === JSON.stringify(['changed', renamed.name, 'region', 'westeurope', 'uksouth'])))
  assert.ok(told.some(([kind, name, field]) => kind === 'changed' && name === retagged.name && field === 'tags.application'))
  assert.deepEqual(
    (await changes('added')).map(({ name }) => name),
    ['ny'],
  )

  renamed.location = 'westeurope'
  const back = await run()
  assert.deepEqual([back.seen, back.added, back.changed, back.gone], [2401, 0, 1, 0])
  assert.deepEqual(
    (await changes()).map(({ field, after: now }) => [field, now]),
    [['region', 'westeurope']],
  )
})

test('tables, tags of null, ids in another case and names that are no names come in as what they are', async () => {
  azure.asTable = true
  azure.resources = few(3)
  const odd = at(azure.resources, 0)
  odd.tags = JSON.parse(`{"__proto__":"x","long":"${'å'.repeat(500)}","formula":"=1+1","nul":"a\\u0000b","half":"\\ud800","n":7}`)
  at(azure.resources, 1).tags = null
  const { customerId, run } = await connect()
  assert.equal((await run()).added, 3)
  const entity = (await readEntities(customerId)).find(({ external_id }) => external_id === odd.id)
  assert.deepEqual(Object.keys(entity.tags).toSorted(), ['__proto__', 'formula', 'half', 'long', 'n', 'nul'])
  assert.deepEqual([entity.tags.nul, entity.tags.half, entity.tags.n, entity.tags.formula], ['ab', '\uFFFD', '7', '=1+1'])
  azure.resources = azure.resources.map((resource) => ({ ...resource, id: resource.id.toUpperCase() }))
  const again = await run()
  assert.deepEqual([again.added, again.changed], [0, 0])
})

test('what two complete runs in a row have missed becomes stale, not before, and is healed when it returns', async () => {
  const all = few()
  azure.resources = all
  const { customerId, run, changes } = await connect()
  await run()
  azure.resources = all.slice(1)
  assert.equal((await run()).gone, 0)
  azure.resources = all
  assert.equal((await run()).returned, 0)
  azure.resources = all.slice(1)
  await run()
  assert.equal((await run()).gone, 1)
  assert.deepEqual(
    (await changes()).map(({ kind, name }) => [kind, name]),
    [['gone', at(all, 0).name]],
  )
  const stale = async () => (await readEntities(customerId)).filter((entity) => entity.stale).map(({ name }) => name)
  assert.deepEqual(await stale(), [at(all, 0).name])
  assert.equal((await run()).gone, 0)
  azure.resources = all
  const back = await run()
  assert.deepEqual([back.returned, back.added, back.changed], [1, 0, 0])
  assert.deepEqual(await stale(), [])
})

for (const [title, behave, reason] of [
  ['a connection that is cut', ({ number }) => (number === 2 ? { body: { data: [] }, cut: true } : undefined), 'no_connection'],
  [
    'a refusal in the middle',
    ({ number }) => (number === 2 ? { status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No' } } } : undefined),
    'no_access',
  ],
  ['a failure that lasts', ({ number }) => (number === 2 ? { status: 503, body: 'busy' } : undefined), 'azure_failed'],
  ['throttling that lasts', ({ number }) => (number === 2 ? { status: 429, headers: { 'retry-after': '0' } } : undefined), 'throttled'],
  ['a token that is refused again and again', () => ({ status: 401 }), 'sign_in_refused'],
  ['a page of something else', ({ number }) => (number === 2 ? { body: '<html>' } : undefined), 'answer_not_understood'],
  [
    'a page that repeats for ever',
    ({ asked }) => ({ body: { data: recordEstate(2), totalRecords: 900, $skipToken: `${asked}`, resultTruncated: 'false' } }),
    'page_repeated',
  ],
  [
    'a list that is silently cut',
    () => ({ body: { data: recordEstate(2), totalRecords: 5, count: 2, resultTruncated: 'false' } }),
    'cut_short',
  ],
  ['an empty world', () => ({ body: { data: [], totalRecords: 0 } }), 'nothing_seen'],
] satisfies [string, typeof azure.behave, string][])
  test(`${title} fails the run and makes nothing stale, however often`, async () => {
    azure.resources = few(10)
    azure.perPage = 3
    const { customerId, run } = await connect()
    assert.equal((await run()).added, 10)
    azure.behave = behave
    for (let round = 0; round < 3; round += 1) {
      azure.questions = []
      const failed = await run()
      assert.deepEqual([failed.state, failed.reason, failed.gone], ['failed', reason, 0])
    }
    assert.ok((await readEntities(customerId)).every(({ stale }) => !stale))
    azure.behave = () => undefined
    assert.equal((await run()).state, 'succeeded')
  })

test('waits as long as Azure asks, and goes on after what passes', async () => {
  azure.resources = few(10)
  azure.perPage = 4
  const times: number[] = []
  const once = { 0: { status: 429, headers: { 'retry-after': '1' } }, 1: { status: 502, body: 'bad gateway' }, 2: { status: 401 } }
  azure.behave = ({ number, asked }) => {
    times.push(performance.now())
    return asked === 1 ? once[number as 0] : undefined
  }
  const { run } = await connect()
  const done = await run()
  assert.deepEqual([done.state, done.added], ['succeeded', 10])
  assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 995)
  assert.ok(azure.signIns >= 2)
})

test('the same resource from two connectors is one entity, told of by the first until that has lost it', async () => {
  azure.resources = few(2)
  const one = await connect()
  await one.run()
  const [resource] = azure.resources
  assert.ok(resource)
  const two = await connect({ customerId: one.customerId, change: { name: 'Andra' } })
  resource.location = 'uksouth'
  const second = await two.run()
  assert.deepEqual([second.added, second.changed, second.kept], [0, 0, 2])
  azure.resources = azure.resources.slice(1)
  await one.run()
  await one.run()
  const stillThere = (await readEntities(one.customerId)).find(({ external_id }) => external_id === resource.id)
  assert.equal(stillThere.stale, false, 'the other connector has seen it')
  azure.resources = [resource, ...azure.resources]
  assert.equal((await two.run()).changed, 1)
  assert.equal((await vakt.call(staff, 'DELETE', two.own)).statusCode, 204)
  assert.deepEqual(
    (await readEntities(one.customerId)).map(({ stale }) => stale).toSorted(),
    [false, true],
    'nobody looks after what only it had seen',
  )
})

test('what is moved to another group or subscription stays the same entity, to another customer it becomes another one', async () => {
  const machines = recordEstate(40).filter(({ type }) => type === 'microsoft.compute/virtualmachines')
  azure.resources = machines
  const { customerId, run, changes } = await connect()
  await run()
  const before = await readEntities(customerId)
  const moved = at(machines, 0)
  const oldId = moved.id
  moved.id = moved.id.replace(/resourceGroups\/[^/]+/i, 'resourceGroups/rg-flyttad')
  moved.resourceGroup = 'rg-flyttad'
  const told = await run()
  assert.deepEqual([told.added, told.changed], [0, 1])
  assert.deepEqual((await changes()).map(({ field }) => field).toSorted(), ['externalId', 'resourceGroup'])
  const entityId = before.find(({ external_id }) => external_id === oldId).entity_id
  assert.equal((await readEntities(customerId)).find(({ entity_id }) => entity_id === entityId).external_id, moved.id)
  const elsewhere = await connect()
  await elsewhere.run()
  assert.ok((await readEntities(elsewhere.customerId)).every(({ entity_id }) => !before.some((entity) => entity.entity_id === entity_id)))
  assert.equal((await readEntities(customerId)).length, machines.length)
})

test('one run at a time; one that its worker left behind is cut off and repeated, and so is one that is stopped', async () => {
  azure.resources = few()
  const { own, find, customerId } = await connect()
  const ids = await Promise.all([1, 2, 3].map(async () => (await vakt.call(staff, 'POST', `${own}/run`)).json().result.runId))
  assert.equal(new Set(ids).size, 1)
  const stop = new AbortController()
  azure.behave = () => {
    stop.abort()
    return undefined
  }
  await work(new Date(), stop.signal)
  azure.behave = () => undefined
  const states = async () => (await vakt.call(staff, 'GET', `${own}/run`)).json().result.map(({ state }: { state: string }) => state)
  assert.deepEqual(await states(), ['waiting', 'cut_off'])
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      "update connector_run set state = 'running', claim = gen_random_uuid(), claimed_until = now() - interval '1 second' where customer_id = $1 and state = 'waiting'",
      [customerId],
    ),
  )
  await work()
  assert.deepEqual(await states(), ['succeeded', 'cut_off', 'cut_off'])
  assert.equal((await find()).latestRun?.cause, 'repeat')
})

test('a connector that misses two runs of its schedule raises one alert, which ends with the next complete run or with the connector', async () => {
  azure.resources = recordEstate().slice(0, 3)
  const hour = 3_600_000
  const start = Date.now()
  const after = (hours: number) => new Date(start + hours * hour)
  const watch = (hours: number) => Promise.all([1, 2, 3].map(() => watchConnectors(contextAt(after(hours)))))
  // Connectors of other tests are due as well.
  const workAll = async (now: Date) => {
    while (await work(now)) {}
  }
  const alertsOf = (customerId: string) =>
    workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
      const { rows } = await transaction.query('select state, rule, severity, count from alert where customer_id = $1', [customerId])
      return rows
    })
  const { customerId, own, find } = await connect()
  await workAll(after(0))
  assert.equal((await find()).latestRun?.state, 'succeeded')
  azure.behave = () => ({ status: 401 })
  await watch(11)
  await workAll(after(12.4))
  await watch(12.4)
  assert.deepEqual(await alertsOf(customerId), [])
  await watch(12.6)
  assert.deepEqual(await alertsOf(customerId), [{ state: 'firing', rule: 'ConnectorLate', severity: 'medium', count: 1 }])
  azure.behave = () => undefined
  await workAll(after(19))
  await watch(19)
  assert.equal((await alertsOf(customerId))[0].state, 'resolved')
  await workAll(after(26))
  await watch(48)
  assert.equal((await alertsOf(customerId))[0].state, 'resolved', 'one that is due is waited for')
  azure.behave = () => ({ status: 401 })
  await workAll(after(48))
  await watch(48.1)
  assert.equal((await alertsOf(customerId))[0].state, 'firing')
  assert.equal((await vakt.call(staff, 'DELETE', own)).statusCode, 204)
  await watchConnectors(contextAt(after(48.2)))
  assert.equal((await alertsOf(customerId))[0].state, 'resolved')
})

test('runs by its schedule, not before, and not at all when it is switched off', async () => {
  azure.resources = few()
  const { own, find } = await connect({ change: { everyHours: null, cron: '15 2 * * *' } })
  await work()
  const { nextAt, version } = await find()
  assert.match(nextAt ?? '', /T02:15:00/)
  const runs = async () => (await vakt.call(staff, 'GET', `${own}/run`)).json().result.length
  assert.equal(await runs(), 1)
  const later = new Date(new Date(nextAt ?? '').getTime() + 1000)
  await work(later)
  assert.equal(await runs(), 2)
  const { secret: _, ...rest } = wanted
  const off = await vakt.call(staff, 'PUT', own, { ...rest, isEnabled: false, version })
  assert.equal(off.json().result.nextAt, null)
  assert.equal((await vakt.call(staff, 'POST', `${own}/run`)).statusCode, 409)
  assert.equal((await vakt.call(staff, 'PUT', own, { ...rest, isEnabled: true, version })).statusCode, 409)
})

test('a schedule that was stored once stops no connector, its own included', async () => {
  azure.resources = few()
  const [odd, other] = [await connect({ change: { everyHours: 1 } }), await connect({ change: { everyHours: 1 } })]
  await work()
  for (const cron of ['*/8 * * * *', 'no longer read']) {
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('update connector set every_hours = null, cron = $2 where customer_id = $1', [odd.customerId, cron]),
    )
    const before = [await odd.find(), await other.find()].map(({ latestRun }) => latestRun?.runId)
    const due = Math.max(...[await odd.find(), await other.find()].map(({ nextAt }) => Date.parse(nextAt ?? '')))
    await work(new Date(due + 1000))
    const after = [await odd.find(), await other.find()].map(({ latestRun }) => latestRun?.runId)
    assert.ok(after.every((runId, index) => runId && runId !== before[index]))
    assert.ok((await odd.find()).nextAt)
  }
})

test('a secret that cannot be decrypted rests the schedule until it is entered again', async () => {
  azure.resources = few()
  const { connectorId, own, find, run } = await connect({ change: { everyHours: 1 } })
  await work()
  const other = createSecretBox({ keys: [{ id: 'other', secret: Buffer.alloc(32, 1) }], legacyPasswords: [] }, 'secrets of tests')
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('update connector set sealed_secret = $2 where connector_id = $1', [
      connectorId,
      other.seal(connectorId, Buffer.from('right')),
    ]),
  )
  assert.equal((await run()).reason, 'secret_unreadable')
  assert.ok((await find()).secretUnreadableSince)
  const inAnHour = new Date(Date.now() + 62 * 60_000)
  const runs = async () => (await vakt.call(staff, 'GET', `${own}/run`)).json().result.length
  await work(inAnHour)
  assert.equal(await runs(), 2)
  const { secret, ...rest } = wanted
  const { version } = await find()
  const changed = await vakt.call(staff, 'PUT', own, { ...rest, everyHours: 1, isEnabled: true, version, secret })
  assert.equal(changed.json().result.secretUnreadableSince, null)
  await work(inAnHour)
  assert.equal(await runs(), 3)
  assert.equal((await find()).latestRun?.state, 'succeeded')
})

test('a trial says what there is, or what is wrong; the secret is in no answer and not in the database', async () => {
  azure.resources = few()
  const { own, customerId, find } = await connect()
  const trial = async () => (await vakt.call(staff, 'POST', `${own}/test`)).json().result
  assert.deepEqual(await trial(), {
    problem: null,
    detail: null,
    resources: 5,
    containers: recordedSubscriptions.map(({ name }) => name),
  })
  for (const [error, problem] of [
    ['AADSTS7000215: Invalid client secret provided.', 'secret_wrong'],
    ['AADSTS7000222: The provided client secret keys are expired.', 'secret_expired'],
    ['AADSTS700016: Application was not found in the directory.', 'application_unknown'],
    ["AADSTS90002: Tenant 'x' not found.", 'tenant_unknown'],
  ]) {
    azure.signInError = error ?? null
    const { problem: told, detail } = await trial()
    assert.deepEqual([told, detail], [problem, error])
  }
  azure.signInError = null
  azure.secret = 'another'
  assert.equal((await trial()).problem, 'secret_wrong')
  azure.secret = 'right'
  assert.doesNotMatch(JSON.stringify(await find()), /right/)
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('select row_to_json(c)::text as text, sealed_secret from connector c where customer_id = $1', [customerId]),
  )
  assert.doesNotMatch(rows[0].text + rows[0].sealed_secret.toString('latin1'), /right/)
})

test('a form that cannot be is refused with what would be right', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const keyOf = async (change: object) => {
    const answer = await vakt.call(staff, 'POST', `/admin/customer/${customerId}/connector`, { ...wanted, ...change })
    assert.equal(answer.statusCode, 400, answer.body)
    return answer.json().errors[0].message_translation_key
  }
  assert.equal(await keyOf({ settings: { ...wanted.settings, tenantId: '../common' } }), 'connector.not_a_guid')
  assert.equal(await keyOf({ name: ' ' }), 'connector.name_empty')
  assert.equal(await keyOf({ secret: '' }), 'connector.secret_empty')
  assert.equal(await keyOf({ everyHours: null, cron: '99 99 * * *' }), 'connector.cron_invalid')
  assert.equal(await keyOf({ everyHours: null, cron: '* * * * *' }), 'connector.cron_too_often')
  assert.equal(await keyOf({ everyHours: null, cron: '*/7 * * * *' }), 'connector.cron_too_often')
  assert.equal(await keyOf({ cron: '15 2 * * *' }), 'connector.one_schedule')
})

test('entities are put by the API all or none, known again in any case, and noted as a run', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const [admin, reader] = ['admin', 'reader'].map((role) => ({ email: `${role}@${emailDomain}`, roles: [role] }))
  const put = (entities: object[], user = admin) => vakt.call(user ?? null, 'PUT', `/customer/${customerId}/entity`, { entities })
  const entity = { externalId: '/subscriptions/A/till-1', name: 'Kassa 1', type: 'Contoso/Tills', tags: { team: '=cmd()', __proto: 'x' } }
  assert.equal((await put([entity], reader)).statusCode, 403)
  const first = await put([entity])
  assert.equal(first.statusCode, 200, first.body)
  assert.equal(first.json().result.added, 1)
  const again = (await put([{ ...entity, externalId: '/SUBSCRIPTIONS/a/TILL-1', region: 'Butiken' }])).json().result
  assert.deepEqual([again.added, again.changed], [0, 1])
  const repeated = await put([entity, { ...entity, externalId: entity.externalId.toLowerCase() }])
  assert.deepEqual([repeated.statusCode, repeated.json().errors[0].property], [400, 'entities.1.externalId'])
  const half = await put([
    { ...entity, externalId: 'new' },
    { ...entity, externalId: ' ', name: 'x' },
  ])
  assert.equal(half.statusCode, 400)
  const [stored, ...others] = await readEntities(customerId)
  assert.equal(others.length, 0)
  assert.deepEqual([stored.type, stored.source, stored.region, stored.tags.team], ['contoso/tills', 'api', 'Butiken', '=cmd()'])
  const [connector] = (await vakt.call(staff, 'GET', `/admin/customer/${customerId}/connector`)).json().result
  assert.deepEqual([connector.kind, connector.entities, connector.latestRun.changed], ['api', 1, 1])
})
