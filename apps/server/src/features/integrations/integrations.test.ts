import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { IntegrationOfCustomer, IntegrationOverview } from '@vakt/contract/integrations/integrations.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import type { FoundIntegration, IntegrationKind } from './integration-kind.ts'
import { listIntegrationsOfAll, readOverview } from './list-integrations.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const query = (text: string, values: unknown[] = []) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

async function made(path: string, body: object, by: TestUser = staff) {
  const answer = await vakt.call(by, 'POST', path, body)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
const list = async (by: TestUser, path: string): Promise<IntegrationOfCustomer[]> => {
  const answer = await vakt.call(by, 'GET', path)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
const overview = async (by: TestUser, path: string): Promise<IntegrationOverview> => (await vakt.call(by, 'GET', path)).json().result

const source = { expectedMinutes: 15, heartbeatName: null, formats: null, expiresAt: null }
const azure = {
  name: 'Landing zone',
  settings: { tenantId: '5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11', clientId: '5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c12', subscriptions: [] },
  secret: 'a secret',
  everyHours: 1,
  cron: null,
}
const hook = { name: 'To the ERP', url: 'https://hooks.example.com/vakt', kinds: ['created'], withPrivate: false }

/** A customer with one integration of each kind that staff connect. */
async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const admin = `/admin/customer/${customerId}`
  const [zabbix, grafana] = [
    await made(`${admin}/monitoring-source`, { ...source, name: 'Zabbix DC2' }),
    await made(`${admin}/monitoring-source`, { ...source, name: 'Grafana' }),
  ]
  const connector = await made(`${admin}/connector`, azure)
  const webhook = await made(`${admin}/webhook`, hook)
  const token = await made(`/customer/${customerId}/service-token`, { name: 'Terraform', scope: ['@feature.tickets.read'] })
  return { customerId, emailDomain, zabbix, grafana, connector, webhook, token, path: `/customer/${customerId}/integration` }
}

test('what a customer has connected is one list of every kind, the worst first, with the address of each', async () => {
  const scene = await createScene()
  const { customerId, path } = scene
  await query("update monitoring_source set silent_since = '2026-11-20T09:12:00Z', last_signal_at = now() where source_id = $1", [
    scene.zabbix.sourceId,
  ])
  await query('update monitoring_source set last_signal_at = now() where source_id = $1', [scene.grafana.sourceId])
  await query("update webhook set failing_since = '2026-11-21T10:00:00Z' where webhook_id = $1", [scene.webhook.webhookId])
  await query("update service_token set expires_at = now() + interval '3 days' where token_id = $1", [scene.token.tokenId])
  const found = await list(staff, path)
  assert.deepEqual(
    found.map(({ kind, name, state, since, address }) => [kind, name, state, state === 'never' ? '' : since, address]),
    [
      [
        'webhook',
        'To the ERP',
        'failing',
        '2026-11-21T10:00:00.000Z',
        `/admin/webhooks?customer=${customerId}&webhook=${scene.webhook.webhookId}`,
      ],
      [
        'monitoring-source',
        'Zabbix DC2',
        'silent',
        '2026-11-20T09:12:00.000Z',
        `/admin/sources?customer=${customerId}&source=${scene.zabbix.sourceId}`,
      ],
      ['service-token', 'Terraform', 'expiring', null, `/admin/service-tokens?customer=${customerId}&token=${scene.token.tokenId}`],
      ['azure', 'Landing zone', 'never', '', `/admin/connectors?customer=${customerId}&connector=${scene.connector.connectorId}`],
      ['monitoring-source', 'Grafana', 'working', null, `/admin/sources?customer=${customerId}&source=${scene.grafana.sourceId}`],
    ],
  )
  const { counts, worst, kinds } = await overview(staff, `${path}/overview`)
  assert.equal(worst?.name, 'To the ERP')
  assert.deepEqual(
    counts.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]),
    [
      ['failing', 1],
      ['silent', 1],
      ['expiring', 1],
      ['never', 1],
      ['working', 1],
    ],
  )
  const { connectAt, count } = kinds.find(({ kind }) => kind === 'monitoring-source') ?? {}
  assert.deepEqual([connectAt, count], [`/admin/sources?customer=${customerId}&source=new`, 2])
  const filtered = await list(staff, `${path}?q=zabbix&state=silent&state=failing&kind=monitoring-source`)
  assert.deepEqual(
    filtered.map(({ name }) => name),
    ['Zabbix DC2'],
  )
  assert.deepEqual(await list(staff, `${path}?state=late`), [])
})

test('pages follow one another, and the list over all customers says whose each is', async () => {
  const [one, other] = [await createScene(), await createScene()]
  const whole = await list(staff, one.path)
  const names: string[] = []
  for (let token: string | null = ''; token !== null; ) {
    const answer = await vakt.call(staff, 'GET', `${one.path}?limit=2`, undefined, token ? { 'x-continuation-token': token } : {})
    names.push(...answer.json().result.map(({ name }: IntegrationOfCustomer) => name))
    token = answer.json().continuation_token
  }
  assert.deepEqual(
    names,
    whole.map(({ name }) => name),
  )
  const all = await list(staff, `/admin/integration?limit=500&customer=${one.customerId}&customer=${other.customerId}`)
  assert.deepEqual(new Set(all.map(({ customer }) => customer.customerId)), new Set([one.customerId, other.customerId]))
  assert.equal(all.length, 2 * whole.length)
  const { kinds } = await overview(staff, '/admin/integration/overview')
  assert.equal(kinds.find(({ kind }) => kind === 'webhook')?.connectAt, '/admin/webhooks?webhook=new')
})

test('administrators of a customer see what they may see elsewhere: sources without a page, and their tokens', async () => {
  const { emailDomain, customerId, path, token } = await createScene()
  const administrator = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const found = await list(administrator, path)
  assert.deepEqual(
    found.map(({ kind, name, address }) => [kind, name, address]),
    [
      ['monitoring-source', 'Grafana', null],
      ['service-token', 'Terraform', `/settings/service-tokens?token=${token.tokenId}`],
      ['monitoring-source', 'Zabbix DC2', null],
    ],
  )
  const { kinds, counts } = await overview(administrator, `${path}/overview`)
  assert.deepEqual(
    kinds.map(({ kind, connectAt }) => [kind, connectAt]),
    [
      ['monitoring-source', null],
      ['power-bi', null],
      ['service-token', '/settings/service-tokens?token=new'],
    ],
  )
  assert.equal(
    counts.reduce((sum, { count }) => sum + count, 0),
    3,
  )
  // Where users see only their own tickets, tokens are staff's alone.
  await query("update customer set ticket_visibility = 'own' where customer_id = $1", [customerId])
  assert.ok((await list(administrator, path)).every(({ kind }) => kind === 'monitoring-source'))
  const reader = { email: `lena@${emailDomain}`, roles: ['reader'] }
  assert.equal((await vakt.call(reader, 'GET', path)).statusCode, 403)
  assert.equal((await vakt.call(administrator, 'GET', '/admin/integration')).statusCode, 403)
  const stranger = await createScene()
  assert.equal((await vakt.call(administrator, 'GET', stranger.path)).statusCode, 404)
})

test('an API token lists none of them: one that leaked must not find others', async () => {
  const { customerId, path } = await createScene()
  const { secret } = await made(`/customer/${customerId}/service-token`, { name: 'Watcher', scope: ['@feature.myenvironment.write'] })
  assert.equal((await vakt.call(null, 'GET', path, undefined, { authorization: `Bearer ${secret}` })).statusCode, 403)
})

test('a connector fails with the reason of its latest run, is late without one, and its metrics may fail alone', async () => {
  const { path, connector, customerId } = await createScene()
  const of = async () => (await list(staff, `${path}?kind=azure`))[0]
  const run = (state: string, at: string, reason: string | null = null) =>
    query(
      `insert into connector_run (customer_id, connector_id, state, cause, created_at, started_at, finished_at, reason, reason_detail)
       values ($1, $2, $3, 'schedule', $4, $4, $4, $5, $5)`,
      [customerId, connector.connectorId, state, at, reason],
    )
  await query('delete from connector_run where connector_id = $1', [connector.connectorId])
  await run('succeeded', '2026-11-20T01:00:00Z')
  assert.deepEqual([(await of())?.state, (await of())?.lastSignalAt], ['working', '2026-11-20T01:00:00.000Z'])
  await run('failed', '2026-11-20T02:00:00Z', 'no_answer')
  await run('failed', '2026-11-20T03:00:00Z', 'secret_expired')
  const failing = await of()
  assert.deepEqual([failing?.state, failing?.since, failing?.reason], ['failing', '2026-11-20T02:00:00.000Z', 'secret_expired'])
  await run('succeeded', '2026-11-20T04:00:00Z')
  await query("update connector set late_since = '2026-11-20T07:00:00Z' where connector_id = $1", [connector.connectorId])
  assert.deepEqual([(await of())?.state, (await of())?.since], ['late', '2026-11-20T07:00:00.000Z'])
  await query(
    "update connector set late_since = null, metrics_failure = 'no_access', metrics_failed_since = '2026-11-20T05:00:00Z' where connector_id = $1",
    [connector.connectorId],
  )
  assert.deepEqual([(await of())?.state, (await of())?.reason], ['failing', 'metrics:no_access'])
  await query('update connector set is_enabled = false where connector_id = $1', [connector.connectorId])
  assert.equal((await of())?.state, 'off')
})

test('the provider has its channels: one that is not configured is off', async () => {
  const channels = await list(staff, `/customer/${provider.customerId}/integration?kind=channel`)
  assert.deepEqual(
    channels.map(({ name, state, reason, address }) => [name, state, reason, address]),
    ['mail', 'sms', 'voice'].map((name) => [name, 'off', 'not_configured', '/admin/channels']),
  )
})

/** What another kind costs on the server: this entry, its name in the contract and its line in `roles/integration-kinds.ts`. */
const example: IntegrationKind = {
  kind: 'webhook',
  capabilities: ['mail-in', 'tickets-in-step'],
  listAt: () => '/admin/examples',
  opens: 'example',
  canConnect: true,
  find: async (_, { customerId }) => {
    const one = (name: string, state: FoundIntegration['state']): FoundIntegration => ({
      integrationId: name,
      customer: { customerId: customerId ?? 'all', name: 'Example' },
      name,
      state,
      since: new Date('2026-11-20T09:12:00Z'),
      lastSignalAt: null,
      reason: 'mailbox_full',
    })
    return [one('Support mailbox', 'working'), one('Sales mailbox', 'failing')]
  },
}

test('an example of another kind is listed, counted and offered by its one entry', async () => {
  const context = { pool: vakt.database.app, now: new Date(), isStaff: true, log: silentLog, caller: null } as unknown as CallContext
  const { rows } = await listIntegrationsOfAll([example], context, 'north', {}, null)
  assert.deepEqual(
    rows.map(({ name, state, address }) => [name, state, address]),
    [
      ['Sales mailbox', 'failing', '/admin/examples?example=Sales%20mailbox'],
      ['Support mailbox', 'working', '/admin/examples?example=Support%20mailbox'],
    ],
  )
  const { kinds, worst } = await readOverview([example], context, 'north')
  assert.deepEqual(
    [worst?.name, kinds[0]?.count, kinds[0]?.connectAt, kinds[0]?.capabilities],
    ['Sales mailbox', 2, '/admin/examples?example=new', ['mail-in', 'tickets-in-step']],
  )
})
