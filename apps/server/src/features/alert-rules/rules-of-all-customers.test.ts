import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AlertRuleOfCustomer } from '@vakt/contract/alert-rules/alert-rules-of-all.ts'
import { type FeatureKey, featureKeys, globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { selectRulePage } from './rule-list-table.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const technician: FeatureKey[] = ['@feature.myenvironment.read', '@feature.myenvironment.write']
const first = await createCustomer(vakt.database)
const second = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, {
  isProvider: true,
  roles: { [globalAdminRole]: [...featureKeys], technician },
})
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
const otherStaff: TestUser = { email: `olle@${provider.emailDomain}`, roles: ['technician'] }
const admins: TestUser[] = [first, second].map(({ emailDomain }) => ({ email: `eva@${emailDomain}`, roles: ['admin'] }))

const customerOf = (of: 0 | 1) => ([first, second][of] ?? first).customerId

async function createRule(of: 0 | 1, name: string, changed: object = {}): Promise<string> {
  const customerId = customerOf(of)
  const { entityId } = await createEntity(vakt.database, customerId)
  const usual = { description: 'Busy.', aggregation: 'avg', thresholdComparison: '>', threshold: 80, alertsBeforeAction: 3 }
  const body = { name, severity: 2, metricName: 'cpu', entityId, ...usual, ...changed }
  const answer = await vakt.call(admins[of] as TestUser, 'POST', `/customer/${customerId}/alert-rule`, body)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result.alertRuleId
}

async function sendMetric(of: 0 | 1, metric: string, unit: string): Promise<void> {
  const customerId = customerOf(of)
  const { entityId } = await createEntity(vakt.database, customerId)
  const points = [{ metric, unit, value: 61, at: new Date().toISOString() }]
  const sent = await vakt.call(admins[of] as TestUser, 'POST', `/customer/${customerId}/entity/${entityId}/metric-point`, { points })
  assert.equal(sent.statusCode, 200, sent.body)
}

before(async () => {
  for (const user of [staff, otherStaff, ...admins]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  await createRule(0, 'CPU high')
  await createRule(1, 'CPU high', { severity: 3 })
  await createRule(1, 'Queue grows', { metricName: 'queue', enabled: false })
  await createRule(0, 'Answers slowly', { metricName: 'latency' })
  const deleted = await createRule(0, 'Before')
  await vakt.call(admins[0] as TestUser, 'DELETE', `/customer/${first.customerId}/alert-rule/${deleted}`)
})

async function readRows(query: string): Promise<AlertRuleOfCustomer[]> {
  const rows: AlertRuleOfCustomer[] = []
  for (let token: string | null = null, page = 0; page === 0 || token; page += 1) {
    const answer = await vakt.call(staff, 'GET', `/alert-rule?${query}`, undefined, token ? { 'x-continuation-token': token } : {})
    assert.equal(answer.statusCode, 200, answer.body)
    rows.push(...answer.json().result)
    token = answer.json().continuation_token
  }
  return rows
}

const readAll = async (query: string): Promise<[string, string][]> =>
  (await readRows(query)).map(({ name, customer, customer_id }) => {
    assert.equal(customer.customerId, customer_id)
    return [name, customer_id]
  })

const sorted = (rows: [string, string][]) => rows.map((row) => row.join(' ')).toSorted()

test('staff list the rules of all customers page by page, by name, each once and with its customer', async () => {
  const rows = await readAll('limit=1')
  assert.deepEqual(
    rows.map(([name]) => name),
    ['Answers slowly', 'CPU high', 'CPU high', 'Queue grows'],
  )
  const { customerId } = first
  assert.deepEqual(
    sorted(rows),
    sorted([
      ['Answers slowly', customerId],
      ['CPU high', customerId],
      ['CPU high', second.customerId],
      ['Queue grows', second.customerId],
    ]),
  )
})

test('the rules of all customers are narrowed to some customers, and by what the list of one is filtered by', async () => {
  const { customerId } = second
  assert.deepEqual(await readAll(`customer=${customerId}&active=true`), [['CPU high', customerId]])
  assert.deepEqual(await readAll('q=QUEUE'), [['Queue grows', customerId]])
  assert.deepEqual(await readAll('severity=3'), [['CPU high', customerId]])
  assert.deepEqual(await readAll('state=firing'), [])
})

test('counts are of the rules that are not deleted: of all customers, of one, and of one entity', async () => {
  const count = async (user: TestUser, path: string) => (await vakt.call(user, 'GET', path)).json().result.all
  assert.deepEqual(
    await Promise.all(['', '?active=true', '?active=false'].map((query) => count(staff, `/alert-rule/count${query}`))),
    [4, 3, 1],
  )
  const [admin] = admins as [TestUser]
  const ofFirst = `/customer/${first.customerId}/alert-rule`
  assert.equal(await count(admin, `${ofFirst}/count`), 2)
  const { entity } = (await vakt.call(admin, 'GET', ofFirst)).json().result[0]
  assert.equal(await count(admin, `${ofFirst}/count?entityId=${entity.entityId}`), 1)
})

test('those that fire come first, whatever their names and the size of a page', async () => {
  const { customerId } = second
  const fire = `insert into alert_rule_state (customer_id, rule_id, series_no, entity_id, violations, criticals, firing, healthy, inhibited_by)
    select customer_id, rule_id, n, entity_id, 3, 0, case n when 1 then 'yes' else 'critical' end, 0, case when name = 'CPU high' then rule_id end
    from alert_rule cross join generate_series(1, 2) n where customer_id = $1 and deleted_at is null`
  await vakt.database.worker.query(fire, [customerId])
  const ofTwo = ['Queue grows', 'CPU high']
  const ofAll = ['Queue grows', 'Answers slowly', 'CPU high', 'CPU high']
  for (const limit of [1, 2, 3, 50]) {
    const names = (rows: [string, string][]) => rows.map(([name]) => name)
    assert.deepEqual(names(await readAll(`limit=${limit}`)), ofAll)
    assert.deepEqual(names(await readAll(`limit=${limit}&customer=${customerId}`)), ofTwo)
  }
  await vakt.database.worker.query('delete from alert_rule_state where customer_id = $1', [customerId])
})

test('each rule says the unit in which its own customer sends the metric, and none where no sender says one', async () => {
  await sendMetric(0, 'cpu', '%')
  await sendMetric(1, 'cpu', 'cores')
  const units = (await readRows('')).map(({ name, unit, customer_id }) => [name, unit, customer_id].join(' '))
  const expected = [
    ['Answers slowly', null, first.customerId],
    ['CPU high', '%', first.customerId],
    ['CPU high', 'cores', second.customerId],
    ['Queue grows', null, second.customerId],
  ]
  assert.deepEqual(units.toSorted(), expected.map((row) => row.join(' ')).toSorted())
  const ofOne = await vakt.call(admins[0] as TestUser, 'GET', `/customer/${first.customerId}/alert-rule?q=cpu`)
  assert.deepEqual(
    ofOne.json().result.map(({ unit }: AlertRuleOfCustomer) => unit),
    ['%'],
  )
})

test('the rules of all customers are refused to every other caller', async () => {
  for (const user of [...admins, otherStaff]) assert.equal((await vakt.call(user, 'GET', '/alert-rule')).statusCode, 403, user.email)
})

test('a page of the rules of all customers is read in the order of an index', async () => {
  const after = ['cpu high', '00000000-0000-4000-8000-000000000000']
  const { text, values } = selectRulePage(null, {}, { fires: false, after, limit: 50 })
  const plan = await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    // With few rows it costs as much to sort them all.
    await transaction.query('set local enable_sort = off')
    const { rows } = await transaction.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  assert.match(plan, /Index Scan using alert_rule_of_all_by_name/)
})
