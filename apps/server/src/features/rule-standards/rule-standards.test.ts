import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { RuleStandard, StandardFollower } from '@vakt/contract/alert-rules/rule-standards.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { standardQueues } from './apply-in-background.ts'
import { applicationQueueName } from './apply-standard.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const provider = await createCustomer(vakt.database, { isProvider: true })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const path = '/admin/rule-standard'
const ruleBody = (changed: object = {}) => ({
  ...{ name: 'CPU high', description: 'The CPU is busy.', severity: 2, aggregation: 'avg', thresholdComparison: '>', threshold: 80 },
  ...{ alertsBeforeAction: 3, metricName: 'cpu', ...changed },
})
const standardBody = (changed: object = {}) => ({
  ...{ name: 'Virtual machines', description: '', filter: { type: ['vm'], resourceGroup: [], tag: ['env=prod'] } },
  rules: [ruleBody(), ruleBody({ name: 'Disk full', metricName: 'disk', threshold: 90.5 })],
  ...changed,
})

before(async () => {
  await vakt.call(karin, 'POST', '/authentication/usercontext', {})
})

async function ok(user: TestUser, method: string, address: string, body?: object) {
  const answer = await vakt.call(user, method, address, body)
  assert.ok(answer.statusCode === 200 || answer.statusCode === 204, `${method} ${address}: ${answer.body}`)
  return answer.body ? answer.json().result : undefined
}
const keyOf = async (user: TestUser, method: string, address: string, body?: object) => {
  const answer = await vakt.call(user, method, address, body)
  return `${answer.statusCode} ${answer.json().errors?.[0].property} ${answer.json().errors?.[0].message_translation_key}`
}

async function openCustomer() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const rules = async (): Promise<AlertRule[]> => ok(anna, 'GET', `/customer/${customerId}/alert-rule`)
  const ruleAt = (one: AlertRule) => `/customer/${customerId}/alert-rule/${one.alertRuleId}`
  return { customerId, anna, rules, ruleAt }
}

const createContext = () => ({
  ...{ actor: { type: 'system' as const, job: 'test' }, now: new Date(), pool: vakt.database.worker },
  ...{ log: silentLog, requestId: null, isStaff: false },
})
const applyInBackground = () => workThrough(standardQueues(), createContext)

async function openStandard(changed: object = {}) {
  const standard: RuleStandard = await ok(karin, 'POST', path, standardBody(changed))
  const one = `${path}/${standard.standardId}`
  const apply = async (...customers: { customerId: string }[]) => {
    await ok(karin, 'POST', `${one}/apply`, { customerIds: customers.map(({ customerId }) => customerId) })
    await applyInBackground()
  }
  const followers = async (query = ''): Promise<StandardFollower[]> => ok(karin, 'GET', `${one}/customer${query}`)
  const states = async () =>
    (await followers()).map(({ rules }) => rules.map(({ state, fields }) => [state, fields.map(({ name }) => name)]))
  const counts = async () => {
    const { followers: all, drifting } = await ok(karin, 'GET', one)
    return [all, drifting]
  }
  return { standard, one, apply, followers, states, counts }
}

test('a standard makes its rules at each customer that follows it; what differs there is shown, and applying it again puts it right', async () => {
  const { standard, apply, states, counts, followers, one } = await openStandard()
  const [first, second] = [await openCustomer(), await openCustomer()]
  await apply(first, second)
  assert.deepEqual(await counts(), [2, 0])
  const [cpu, disk] = await first.rules()
  assert.deepEqual(
    [cpu?.name, cpu?.threshold, cpu?.filter, cpu?.standard],
    [
      'CPU high',
      80,
      standard.filter,
      { standardId: standard.standardId, name: 'Virtual machines', allowsThresholdChanges: false, newThresholds: null },
    ],
  )
  assert.ok(cpu && disk)
  // Staff may change a rule at one customer; that is drift.
  const { alertRuleId: _, ...content } = cpu
  const body = Object.fromEntries(Object.keys(ruleBody()).map((name) => [name, content[name as keyof typeof content]]))
  await ok(karin, 'PUT', first.ruleAt(cpu), { ...body, filter: cpu.filter, threshold: 95, version: cpu.version })
  await ok(karin, 'DELETE', first.ruleAt(disk))
  assert.deepEqual(await counts(), [2, 1])
  assert.deepEqual((await ok(karin, 'GET', one)).driftingAt, [`Customer ${first.customerId}`])
  const drifting = await followers('?drifting=true')
  assert.deepEqual(
    drifting.map(({ customerId }) => customerId),
    [first.customerId],
  )
  assert.deepEqual(
    drifting[0]?.rules.map(({ state, fields }) => [state, fields]),
    [
      ['changed', [{ name: 'threshold', standard: 80, here: 95 }]],
      ['missing', []],
    ],
  )
  await apply(first)
  assert.deepEqual(await counts(), [2, 0])
  // The one that was deleted is there again: it cannot be restored beside it.
  assert.equal(await keyOf(karin, 'POST', `${first.ruleAt(disk)}/restore`), '409  alert_rule.provided_again')
  const before = await second.rules()
  const rules = [{ ...ruleBody({ threshold: 85 }), standardRuleId: standard.rules[0]?.standardRuleId }]
  const save = { ...standardBody({ rules }), version: 1 }
  await ok(karin, 'PUT', one, save)
  assert.equal(await keyOf(karin, 'PUT', one, save), '409 version rule_standard.changed_meanwhile')
  assert.deepEqual((await states())[0], [
    ['outdated', ['threshold']],
    ['outdated', []],
  ])
  assert.deepEqual(await second.rules(), before)
  await apply(first, second)
  assert.deepEqual(
    (await second.rules()).map(({ name, threshold }) => [name, threshold]),
    [['CPU high', 85]],
  )
  assert.deepEqual(await counts(), [2, 0])
  const [applied] = await vakt.database.worker
    .query("select details from recorded_action where customer_id = $1 and action = 'rule-standard.applied'", [second.customerId])
    .then(({ rows }) => rows)
  assert.deepEqual(applied.details, { name: 'Virtual machines', excluded: 0 })
})

test('a customer changes no rule of its provider, except thresholds where the standard allows it; those stay', async () => {
  const { apply, states, counts } = await openStandard({ allowsThresholdChanges: true, rules: [ruleBody()] })
  const fixed = await openStandard({ rules: [ruleBody({ name: 'Fixed' })] })
  const customer = await openCustomer()
  await apply(customer)
  await fixed.apply(customer)
  const [cpu, locked] = await customer.rules()
  assert.ok(cpu && locked)
  const save = (rule: AlertRule, changed: object) =>
    keyOf(customer.anna, 'PUT', customer.ruleAt(rule), {
      ...ruleBody({ name: rule.name }),
      filter: rule.filter,
      version: rule.version,
      ...changed,
    })
  assert.equal(await save(cpu, { severity: 3 }), '409  alert_rule.provided_thresholds')
  assert.equal(await save(cpu, { filter: { type: [], resourceGroup: [], tag: [] } }), '409  alert_rule.provided_thresholds')
  assert.equal(await save(locked, { threshold: 90 }), '409  alert_rule.provided')
  for (const [method, below] of [
    ['POST', '/disable'],
    ['DELETE', ''],
  ] as const)
    assert.equal(await keyOf(customer.anna, method, customer.ruleAt(cpu) + below), '409  alert_rule.provided_thresholds')
  assert.equal(await save(cpu, { threshold: 92, useCriticalThreshold: true, criticalThreshold: 97 }), '200 undefined undefined')
  assert.deepEqual(await states(), [[['adjusted', ['threshold', 'useCriticalThreshold', 'criticalThreshold']]]])
  assert.deepEqual(await counts(), [1, 0])
  await apply(customer)
  assert.equal((await customer.rules())[0]?.threshold, 92)
})

test('a customer with thresholds of its own keeps them when the standard changes, and is asked whether to take those of the standard', async () => {
  const { standard, one, apply, states } = await openStandard({ allowsThresholdChanges: true, rules: [ruleBody()] })
  const customer = await openCustomer()
  await apply(customer)
  const rule = async () => (await customer.rules())[0] ?? assert.fail()
  const adjust = async (threshold: number) => {
    const { filter, version } = await rule()
    await ok(customer.anna, 'PUT', customer.ruleAt(await rule()), { ...ruleBody(), filter, version, threshold })
  }
  let saved = standard.version
  const raise = async (threshold: number) => {
    const { standardRuleId } = standard.rules[0] ?? assert.fail()
    const rules = [{ ...ruleBody({ threshold }), standardRuleId }]
    await ok(karin, 'PUT', one, { ...standardBody({ allowsThresholdChanges: true, rules }), version: saved })
    saved += 1
    await apply(customer)
  }
  const decide = async (take: boolean, version?: number) => {
    const now = await rule()
    return keyOf(customer.anna, 'POST', `${customer.ruleAt(now)}/standard-thresholds`, { take, version: version ?? now.version })
  }
  const seen = async () => [(await rule()).threshold, (await rule()).standard?.newThresholds?.threshold ?? null]

  await adjust(92)
  assert.deepEqual(await seen(), [92, null])
  assert.equal(await decide(true), '409  alert_rule.no_new_thresholds')
  await raise(85)
  await apply(customer)
  assert.deepEqual(await seen(), [92, 85], 'applying it again does not answer for the customer')
  assert.equal(await decide(false, 1), '409 version alert_rule.changed_meanwhile')
  assert.equal(await decide(false), '200 undefined undefined')
  assert.deepEqual(await seen(), [92, null])
  await raise(86)
  assert.deepEqual(await seen(), [92, 86])
  assert.equal(await decide(true), '200 undefined undefined')
  assert.deepEqual([await seen(), await states()], [[86, null], [[['same', []]]]])
  await raise(87)
  assert.deepEqual(await seen(), [87, null], 'without own thresholds there is nothing to ask')
  await adjust(95)
  await raise(88)
  await adjust(94)
  assert.deepEqual(await seen(), [94, null], 'a user who sets them again has decided')
})

test('resources are excluded at one customer, and stopping a standard deletes its rules there', async () => {
  const { apply, one, followers, counts } = await openStandard()
  const [customer, other] = [await openCustomer(), await openCustomer()]
  const entity = await createEntity(vakt.database, customer.customerId, { type: 'vm', tags: { env: 'prod' } })
  const foreign = await createEntity(vakt.database, other.customerId)
  const exclude = { customerId: customer.customerId, excludedEntityIds: [entity.entityId] }
  assert.equal(await keyOf(karin, 'PUT', `${one}/exclusion`, exclude), '400 customerId rule_standard.not_following')
  await apply(customer)
  await ok(karin, 'PUT', `${one}/exclusion`, exclude)
  // The call answers before anything is done; applying it again meanwhile forgets nothing.
  assert.deepEqual((await followers())[0]?.excluded, [])
  await ok(karin, 'POST', `${one}/apply`, { customerIds: [customer.customerId] })
  await applyInBackground()
  assert.deepEqual((await followers())[0]?.excluded, [{ entityId: entity.entityId, name: entity.name }])
  assert.deepEqual((await customer.rules())[0]?.excluded, [{ entityId: entity.entityId, name: entity.name }])
  assert.deepEqual(await counts(), [1, 0])
  const wrong = { ...exclude, excludedEntityIds: [foreign.entityId] }
  assert.equal(await keyOf(karin, 'PUT', `${one}/exclusion`, wrong), '400 excludedEntityIds alert_rule.entity_unknown')
  // Applying it again keeps what is excluded.
  await apply(customer)
  assert.equal((await customer.rules())[0]?.excluded.length, 1)
  assert.equal(await keyOf(karin, 'DELETE', one), '409  rule_standard.followed')
  const stop = () => ok(karin, 'POST', `${one}/stop`, { customerIds: [customer.customerId, other.customerId] })
  await stop()
  await stop()
  assert.equal((await customer.rules()).length, 2)
  assert.deepEqual((await ok(karin, 'GET', one)).application, { isStopping: true, wanted: 2, applied: 0, failed: [] })
  await applyInBackground()
  assert.deepEqual((await ok(karin, 'GET', one)).application, { isStopping: true, wanted: 2, applied: 2, failed: [] })
  assert.deepEqual(await customer.rules(), [])
  await ok(karin, 'DELETE', one)
  assert.equal((await vakt.call(karin, 'GET', one)).statusCode, 404)
})

test('a standard with a wrong rule, of another provider or for no customer is refused, and nothing is half done', async () => {
  const wrong = standardBody({ rules: [ruleBody(), ruleBody({ useCriticalThreshold: true, criticalThreshold: 10 })] })
  assert.equal(await keyOf(karin, 'POST', path, wrong), '400 rules.1.criticalThreshold alert_rule.critical_threshold_above')
  assert.equal(await keyOf(karin, 'POST', path, standardBody({ rules: [] })), '400 rules rule_standard.rules_empty')
  const { one } = await openStandard()
  const customer = await openCustomer()
  const body = { customerIds: [customer.customerId, 'nobody'] }
  assert.equal(await keyOf(karin, 'POST', `${one}/apply`, body), '400 customerIds rule_standard.customer_unknown')
  assert.deepEqual(await customer.rules(), [])
  const other = await createCustomer(vakt.database, { isProvider: true })
  const olga: TestUser = { email: `olga@${other.emailDomain}`, roles: ['api-permission-global-admin'] }
  assert.equal((await vakt.call(olga, 'GET', one)).statusCode, 404)
  assert.equal((await vakt.call(customer.anna, 'GET', path)).statusCode, 403)
})

test('a standard is applied to each customer by a job; one that fails says why, holds up no other, and is applied when that has passed', async () => {
  const { one, followers } = await openStandard()
  const customers = [await openCustomer(), await openCustomer(), await openCustomer()]
  const [first, bad, last] = customers
  assert.ok(first && bad && last)
  const application = async () => (await ok(karin, 'GET', one)).application
  assert.equal(await application(), null)
  const worker = vakt.database.worker
  // As many rules by filter as a customer may have.
  await worker.query(
    `insert into alert_rule (customer_id, name, description, severity, aggregation, threshold_comparison, threshold, alerts_before_action,
       metric_name, auto_close_delay_in_seconds, missing_data, filter, active_from_slot, created_at, modified_at)
     select $1, 'Full', 'Full', 2, 'avg', '>', 80, 3, 'CPU', 0, 'ignored', '{}', 1, now(), now() from generate_series(1, 200)`,
    [bad.customerId],
  )
  const apply = () => ok(karin, 'POST', `${one}/apply`, { customerIds: customers.map(({ customerId }) => customerId) })
  await apply()
  // The call answers before anything is applied.
  assert.deepEqual([await application(), await followers()], [{ isStopping: false, wanted: 3, applied: 0, failed: [] }, []])
  await applyInBackground()
  const { applied, wanted, failed } = await application()
  assert.deepEqual([applied, wanted, failed.map((one: { customerId: string }) => one.customerId)], [2, 3, [bad.customerId]])
  assert.match(failed[0].reason, /more than 200 rules by filter/)
  assert.equal(failed[0].reasonKey, 'alert_rule.too_many')
  assert.deepEqual([(await first.rules()).length, (await last.rules()).length], [2, 2])
  const by = await worker.query("select actor_name from recorded_action where customer_id = $1 and action = 'rule-standard.applied'", [
    first.customerId,
  ])
  assert.notEqual(by.rows[0]?.actor_name, 'Vakt')
  // What failed stays until it is tried again, and with it what else came of that time.
  await ok(karin, 'POST', `${one}/apply`, { customerIds: [bad.customerId] })
  const again = await application()
  assert.deepEqual([again.wanted, again.applied, again.failed], [3, 2, []])
  await applyInBackground()
  const further = await openCustomer()
  await ok(karin, 'POST', `${one}/apply`, { customerIds: [further.customerId] })
  await applyInBackground()
  const kept = await application()
  assert.deepEqual([kept.wanted, kept.applied, kept.failed.map((f: { isStopping: boolean }) => f.isStopping)], [2, 1, [false]])
  await ok(karin, 'POST', `${one}/stop`, { customerIds: [further.customerId] })
  await applyInBackground()
  // What was stopped is not counted as applied.
  assert.deepEqual([(await application()).wanted, (await application()).applied], [1, 0])
  await worker.query("delete from alert_rule where customer_id = $1 and name = 'Full'", [bad.customerId])
  const before = await first.rules()
  await apply()
  await applyInBackground()
  assert.deepEqual(await application(), { isStopping: false, wanted: 3, applied: 3, failed: [] })
  assert.deepEqual([(await bad.rules()).length, await first.rules()], [2, before])
})

test('a customer whose standard is stopped before its job ran does not get it', async () => {
  const { one, followers } = await openStandard()
  const customer = await openCustomer()
  await ok(karin, 'POST', `${one}/apply`, { customerIds: [customer.customerId] })
  await ok(karin, 'POST', `${one}/stop`, { customerIds: [customer.customerId] })
  await applyInBackground()
  assert.deepEqual([await customer.rules(), await followers()], [[], []])
})

test('a stop whose process ends before its commit has done nothing, and the next attempt does it', async () => {
  const { standard, one, apply } = await openStandard()
  const customer = await openCustomer()
  await apply(customer)
  await ok(karin, 'POST', `${one}/stop`, { customerIds: [customer.customerId] })
  const queue = standardQueues()[applicationQueueName] ?? assert.fail()
  const job = { jobId: '0', queue: applicationQueueName, customerId: customer.customerId, rowId: standard.standardId }
  const finish = () => Promise.reject(new Error('killed'))
  const run = { createContext, finish, signal: new AbortController().signal }
  await assert.rejects(async () => queue.run?.({ ...job, key: '', attempts: 1, leaseToken: '' }, run), /killed/)
  assert.equal((await customer.rules()).length, 2)
  await applyInBackground()
  assert.deepEqual(await customer.rules(), [])
})

test('before it is saved it is said what it would cover at all customers, and what can be chosen', async () => {
  const [one, other] = [await openCustomer(), await openCustomer()]
  const type = `test.cover/${crypto.randomUUID()}`
  const tag = 'cover=yes'
  for (const [{ customerId }, tags] of [
    [one, { cover: 'yes' }],
    [one, { cover: 'no' }],
    [other, { cover: 'yes' }],
  ] as const)
    await createEntity(vakt.database, customerId, { type, tags })
  const cover = (query: string) => ok(karin, 'GET', `/admin/rule-standard-cover?${query}`)
  const all = await cover(`type=${encodeURIComponent(type.toUpperCase())}`)
  assert.deepEqual([all.entities, all.customers], [3, 2])
  assert.equal(all.types.find((row: { type: string }) => row.type === type).entities, 3)
  assert.deepEqual(all.metrics, [])
  const tagged = await cover(`type=${encodeURIComponent(type)}&tag=${encodeURIComponent(tag)}`)
  assert.deepEqual([tagged.entities, tagged.customers], [2, 2])
  assert.equal((await vakt.call(one.anna, 'GET', '/admin/rule-standard-cover')).statusCode, 403)
})
