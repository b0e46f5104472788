import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, signToken, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const ruleBody = (changed: object = {}) => ({
  name: 'CPU high',
  description: 'The CPU is busy.',
  severity: 2,
  aggregation: 'avg',
  thresholdComparison: '>',
  threshold: 80,
  alertsBeforeAction: 3,
  metricName: 'Percentage CPU',
  ...changed,
})

async function openDesk() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const admin: TestUser = { email: `eva@${emailDomain}`, roles: ['admin'] }
  const path = `/customer/${customerId}/alert-rule`
  const entity = await createEntity(vakt.database, customerId)
  const call = (method: string, below: string, body?: object) => vakt.call(admin, method, `${path}${below}`, body)
  const create = async (changed: object = {}): Promise<AlertRule> => {
    const answer = await call('POST', '', ruleBody({ entityId: entity.entityId, ...changed }))
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result
  }
  const names = async (query = '') => {
    const answer = await call('GET', query)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result.map(({ name }: AlertRule) => name)
  }
  return { customerId, admin, entity, call, create, names }
}
const problemsOf = (answer: { json(): { errors: { property: string; message_translation_key: string }[] } }) =>
  answer.json().errors.map(({ property, message_translation_key }) => `${property} ${message_translation_key}`)

test('a rule is created with all that the form leaves out, changed, switched off and on, deleted and restored; its history says so', async () => {
  const { customerId, entity, call, create, names } = await openDesk()
  const rule = await create()
  assert.equal(rule.customer_id, customerId)
  assert.deepEqual([rule.missingData, rule.useCriticalThreshold, rule.valid_to_dt, rule.enabled], ['ignored', false, null, true])
  assert.deepEqual([rule.entity?.name, rule.covers, rule.version, rule.activeSince], [entity.name, 1, 1, null])
  const one = `/${rule.alertRuleId}`
  const changed = await call('PUT', one, { ...ruleBody({ entityId: entity.entityId, threshold: 90.5, name: ' CPU  hot ' }), version: 1 })
  assert.equal(changed.statusCode, 200, changed.body)
  assert.deepEqual([changed.json().result.name, changed.json().result.threshold], ['CPU  hot', 90.5])
  assert.equal((await call('POST', `${one}/disable`)).json().result.enabled, false)
  assert.deepEqual(await names('?active=true'), [])
  assert.equal((await call('POST', `${one}/enable`)).json().result.version, 4)
  assert.equal((await call('DELETE', one)).statusCode, 204)
  assert.deepEqual(
    [await names(), (await call('GET', one)).statusCode, (await call('PUT', one, { ...ruleBody(), version: 5 })).statusCode],
    [[], 404, 400],
  )
  assert.equal((await call('POST', `${one}/restore`)).statusCode, 200)
  assert.equal((await call('POST', `${one}/restore`)).statusCode, 409)
  assert.deepEqual(await names(), ['CPU  hot'])
  const history = (await call('GET', `${one}/history`)).json().result
  assert.deepEqual(
    history.map(({ change }: { change: string }) => change),
    ['restored', 'deleted', 'enabled', 'disabled', 'changed', 'created'],
  )
  assert.deepEqual(history[4].fields, [
    { name: 'name', before: 'CPU high', after: 'CPU  hot' },
    { name: 'threshold', before: 80, after: 90.5 },
  ])
})

test('many rules are disabled, enabled, deleted and restored together; what is refused is named and keeps none of the others', async () => {
  const { call, create, names } = await openDesk()
  const other = await (await openDesk()).create()
  const ids = [(await create({ name: 'a' })).alertRuleId, (await create({ name: 'b' })).alertRuleId]
  const change = async (what: string, alertRuleIds = ids) => {
    const answer = await call('PUT', '/bulk', { what, alertRuleIds })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result
  }
  const outcome = await change('disable', [...ids, other.alertRuleId])
  assert.deepEqual(
    [outcome.changed, outcome.refused.map(({ id, message_translation_key: key }: Record<string, string>) => [id, key])],
    [2, [[other.alertRuleId, 'error.not_found']]],
  )
  assert.deepEqual(await names('?active=false'), ['a', 'b'])
  assert.equal((await change('enable')).changed, 2)
  assert.deepEqual([(await change('delete')).changed, await names()], [2, []])
  assert.deepEqual([(await change('enable')).changed, await names()], [0, []])
  assert.deepEqual([(await change('restore')).changed, await names('?active=true')], [2, ['a', 'b']])
  const history = (await call('GET', `/${ids[0]}/history`)).json().result
  assert.deepEqual(
    history.map((one: { change: string }) => one.change),
    ['restored', 'deleted', 'enabled', 'disabled', 'created'],
  )
})

test('calls about the same rules in other orders, and single ones, do not lock each other out', async () => {
  const { call, create } = await openDesk()
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await create({ name })).alertRuleId)
  const answers = await Promise.all([
    call('PUT', '/bulk', { what: 'disable', alertRuleIds: ids }),
    call('PUT', '/bulk', { what: 'disable', alertRuleIds: ids.toReversed() }),
    ...ids.map((id) => call('POST', `/${id}/disable`)),
  ])
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]))
})

test('of two editors the second is told what the rule has become', async () => {
  const { entity, call, create } = await openDesk()
  const { alertRuleId } = await create()
  const save = (threshold: number) => call('PUT', `/${alertRuleId}`, { ...ruleBody({ entityId: entity.entityId, threshold }), version: 1 })
  const answers = await Promise.all([save(70), save(90)])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  const kept = answers.find(({ statusCode }) => statusCode === 200)
  assert.equal(refused?.json().current.threshold, kept?.json().result.threshold)
})

test('each field that is missing or wrong is named, with what would be right', async () => {
  const { customerId, admin, entity, call } = await openDesk()
  const missing = problemsOf(await call('POST', '', {}))
  for (const problem of [
    'name alert_rule.name_empty',
    'description alert_rule.description_empty',
    'severity alert_rule.severity_empty',
    'aggregation alert_rule.aggregation_empty',
    'thresholdComparison alert_rule.threshold_comparison_empty',
    'threshold alert_rule.threshold_empty',
    'alertsBeforeAction alert_rule.alerts_before_action_empty',
    'metricName alert_rule.metric_empty',
  ])
    assert.ok(missing.includes(problem), `${problem} in ${missing}`)
  const refused = async (changed: object) => {
    const answer = await call('POST', '', ruleBody({ entityId: entity.entityId, ...changed }))
    assert.equal(answer.statusCode, 400, answer.body)
    return problemsOf(answer).join()
  }
  assert.equal(await refused({ metricName: ' \t' }), 'metricName alert_rule.metric_empty')
  assert.equal(await refused({ threshold: 'eighty' }), 'threshold alert_rule.threshold_empty')
  assert.equal(await refused({ threshold: 1e300 }), 'threshold alert_rule.threshold_finite')
  // JSON has no infinity, but this number is read as one.
  const infinite = await vakt.app.inject({
    method: 'POST',
    url: `/api/v1/customer/${customerId}/alert-rule`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await signToken(admin)}` },
    payload: JSON.stringify(ruleBody({ entityId: entity.entityId })).replace('"threshold":80', '"threshold":1e999'),
  })
  assert.equal(infinite.statusCode, 400, infinite.body)
  assert.match(problemsOf(infinite).join(), /^threshold /)
  assert.equal(await refused({ metricName: 'm'.repeat(1000) }), 'metricName alert_rule.metric_long')
  assert.equal(await refused({ useCriticalThreshold: true }), 'criticalThreshold alert_rule.critical_threshold_empty')
  assert.equal(
    await refused({ useCriticalThreshold: true, criticalThreshold: 80 }),
    'criticalThreshold alert_rule.critical_threshold_above',
  )
  const dates = { valid_from_dt: '2026-11-20T00:00:00Z', valid_to_dt: '2026-11-20T00:00:00Z' }
  assert.equal(await refused(dates), 'valid_to_dt alert_rule.to_date_before_from')
  assert.equal(await refused({ entityId: null }), 'entityId alert_rule.cover_empty')
  assert.equal(await refused({ entityId: '5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11' }), 'entityId alert_rule.entity_unknown')
  assert.match(await refused({ runbookUrl: 'javascript:alert(1)' }), /^runbookUrl alert_rule.runbook_url/)
})

test('a metric with quotes is a name like any other', async () => {
  const { create, names } = await openDesk()
  const metricName = `it's "50%" \\ {x="y"}`
  assert.equal((await create({ metricName })).metricName, metricName)
  assert.deepEqual(await names(`?q=${encodeURIComponent('"50%"')}`), ['CPU high'])
})

test('rules that would wait for each other in a circle are refused, with the circle', async () => {
  const { entity, call, create } = await openDesk()
  await create({ metricName: 'Memory', dependsOnMetrics: ['Disk'] })
  await create({ metricName: 'Disk', dependsOnMetrics: ['Percentage CPU'] })
  const answer = await call('POST', '', ruleBody({ entityId: entity.entityId, dependsOnMetrics: ['Memory'] }))
  assert.equal(answer.statusCode, 400)
  assert.match(answer.json().errors[0].message, /Percentage CPU → Memory → Disk → Percentage CPU/)
  const own = await call('POST', '', ruleBody({ entityId: entity.entityId, dependsOnMetrics: ['Percentage CPU'] }))
  assert.deepEqual(problemsOf(own), ['dependsOnMetrics alert_rule.depends_on_itself'])
})

test('to undo a deletion closes no circle, alone or with others, and two rules at the same time do not close one', async () => {
  const { entity, call, create } = await openDesk()
  const waiting = await create({ metricName: 'Disk', dependsOnMetrics: ['Memory'] })
  await call('DELETE', `/${waiting.alertRuleId}`)
  await create({ metricName: 'Memory', dependsOnMetrics: ['Disk'] })
  const restored = await call('POST', `/${waiting.alertRuleId}/restore`)
  assert.deepEqual([restored.statusCode, ...problemsOf(restored)], [409, ' alert_rule.restored_in_circle'])
  assert.match(restored.json().errors[0].message, /Disk → Memory → Disk/)
  const many = await call('PUT', '/bulk', { what: 'restore', alertRuleIds: [waiting.alertRuleId] })
  assert.deepEqual([many.statusCode, many.json().result.changed], [200, 0], many.body)
  const both = [
    ['a', 'b'],
    ['b', 'a'],
  ].map(([metricName, other]) => call('POST', '', ruleBody({ entityId: entity.entityId, metricName, dependsOnMetrics: [other] })))
  assert.deepEqual((await Promise.all(both)).map(({ statusCode }) => statusCode).sort(), [200, 400])
})

test('a rule by filter is listed with every resource that it covers, and with no other', async () => {
  const { customerId, create, names } = await openDesk()
  const shop = await createEntity(vakt.database, customerId, { tags: { app: 'shop', env: 'prod' } })
  const test = await createEntity(vakt.database, customerId, { tags: { app: 'shop', env: 'test' } })
  const disk = await createEntity(vakt.database, customerId, { tags: { app: 'shop', env: 'prod' }, type: 'microsoft.compute/disks' })
  const filter = { type: ['Microsoft.Compute/virtualMachines'], resourceGroup: [], tag: ['app=shop', 'env=prod', 'env=stage'] }
  await create({ name: 'of the shop', entityId: null, filter })
  await create({
    name: 'all but one',
    entityId: null,
    filter: { type: [], resourceGroup: [], tag: [] },
    excludedEntityIds: [test.entityId],
  })
  await create({ name: 'own', entityId: shop.entityId })
  assert.deepEqual(await names(`?entityId=${shop.entityId}`), ['all but one', 'of the shop', 'own'])
  assert.deepEqual(await names(`?entityId=${test.entityId}`), [])
  assert.deepEqual(await names(`?entityId=${disk.entityId}`), ['all but one'])
})

test('the list pages by name, is filtered, and can be exported', async () => {
  const { call, create, names } = await openDesk()
  for (const [name, severity] of [
    ['b', 3],
    ['a', 1],
    ['c', 1],
  ] as const)
    await create({ name, severity })
  const first = (await call('GET', '?limit=2')).json()
  assert.deepEqual(
    first.result.map(({ name }: AlertRule) => name),
    ['a', 'b'],
  )
  assert.ok(first.continuation_token)
  assert.deepEqual(await names('?severity=1'), ['a', 'c'])
  assert.deepEqual(await names('?state=firing'), [])
  assert.deepEqual(await names('?state=no-data'), ['a', 'b', 'c'])
  const file = await call('GET', '?format=csv')
  assert.match(file.body, /a,The CPU is busy/)
})
