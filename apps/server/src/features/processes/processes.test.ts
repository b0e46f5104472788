import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Process, ProcessVersion } from '@vakt/contract/processes/processes.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const delay = { type: 'delay', delayInMinutes: 5, completeActionIfIncidentIsResolved: true }
const mail = { type: 'email', to: 'drift@nordan.example', subject: '{resource}', body: '{severity}', includeTicketInformation: true }
const sms = (phoneNumber: string) => ({ type: 'sms', phoneNumber, message: '{resource} is down' })
type Answer = { statusCode: number; body: string; json(): { errors: { property: string; message_translation_key: string }[] } }
const problemsOf = (answer: Answer) => {
  assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, answer.body)
  return answer.json().errors.map(({ property, message_translation_key: key }) => `${property} ${key}`)
}

async function openDesk() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const admin: TestUser = { email: `eva@${emailDomain}`, roles: ['admin'] }
  const entity = await createEntity(vakt.database, customerId)
  const path = `/customer/${customerId}/process-model`
  const body = (changed: object = {}) => ({ name: 'Restart', entityId: entity.entityId, actions: [delay, mail], ...changed })
  const call = (method: string, below: string, sent?: object, user = admin) => vakt.call(user, method, `${path}${below}`, sent)
  const create = async (changed: object = {}): Promise<Process> => {
    const answer = await call('POST', '', body(changed))
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result
  }
  const names = async (query = '') => {
    const answer = await call('GET', query)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result.map(({ name }: Process) => name)
  }
  return { customerId, emailDomain, admin, entity, body, call, create, names }
}

test('a process is created, changed, switched off and on, copied, deleted and restored; its versions say who did what', async () => {
  const { customerId, entity, body, call, create, names } = await openDesk()
  const process = await create({ name: ' Restart  pool ' })
  assert.deepEqual([process.customer_id, process.name, process.version, process.enabled], [customerId, 'Restart  pool', 1, true])
  assert.deepEqual([process.entity?.name, process.covers, process.applyToAllAlertRules], [entity.name, 1, true])
  assert.deepEqual(process.actions, [delay, mail])
  const one = `/${process.processModelId}`
  const changed = await call('PUT', one, { ...body({ actions: [mail, delay] }), version: 1 })
  assert.equal(changed.statusCode, 200, changed.body)
  assert.deepEqual(changed.json().result.actions, [mail, delay])
  assert.equal((await call('POST', `${one}/disable`)).json().result.enabled, false)
  assert.equal((await call('POST', `${one}/disable`)).json().result.version, 3)
  assert.deepEqual([await names('?active=true'), await names('?active=false')], [[], ['Restart']])
  assert.equal((await call('POST', `${one}/enable`)).json().result.version, 4)
  const copy = (await call('POST', `${one}/copy`, { name: 'Restart (copy)' })).json().result
  assert.deepEqual([copy.name, copy.enabled, copy.actions, copy.version], ['Restart (copy)', false, [mail, delay], 1])
  assert.equal((await call('DELETE', one)).statusCode, 204)
  assert.deepEqual([await names(), (await call('GET', one)).statusCode], [['Restart (copy)'], 404])
  assert.equal((await call('POST', `${one}/restore`)).statusCode, 200)
  assert.deepEqual(problemsOf(await call('POST', `${one}/restore`)), [' process.not_deleted'])
  const versions: ProcessVersion[] = (await call('GET', `${one}/version`)).json().result
  assert.deepEqual(
    versions.map(({ change, version }) => `${version} ${change}`),
    ['6 restored', '5 deleted', '4 enabled', '3 disabled', '2 changed', '1 created'],
  )
  assert.deepEqual([versions[4]?.before?.actions, versions[4]?.content.actions, versions[5]?.before], [[delay, mail], [mail, delay], null])
  assert.equal(versions[4]?.by, 'eva')
  const firstPage = (await call('GET', `${one}/version?limit=4`)).json()
  assert.deepEqual([firstPage.result.length, typeof firstPage.continuation_token], [4, 'string'])
})

test('a version is never changed', async () => {
  const { create } = await openDesk()
  const { processModelId } = await create()
  for (const sql of ["update process_version set name = 'x' where process_id = $1", 'delete from process_version where process_id = $1'])
    await assert.rejects(vakt.database.app.query(sql, [processModelId]), /permission denied/)
})

test('of two editors the second is told what the process has become', async () => {
  const { body, call, create } = await openDesk()
  const { processModelId } = await create()
  const save = (name: string) => call('PUT', `/${processModelId}`, { ...body({ name }), version: 1 })
  const answers = await Promise.all([save('one'), save('two')])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409])
  const [refused, kept] = answers.toSorted((a, b) => b.statusCode - a.statusCode)
  assert.equal(refused?.json().current.name, kept?.json().result.name)
})

test('100 steps are kept, 101 are refused; delays are 0 minutes to 30 days', async () => {
  const { body, call, create } = await openDesk()
  const steps = (count: number) => Array.from({ length: count }, (_, index) => ({ ...delay, delayInMinutes: index % 2 ? 0 : 43_200 }))
  assert.equal((await create({ actions: steps(100) })).actions.length, 100)
  assert.deepEqual(problemsOf(await call('POST', '', body({ actions: steps(101) }))), ['actions form.too_many'])
  for (const delayInMinutes of [-1, 43_201, 0.5])
    assert.match(problemsOf(await call('POST', '', body({ actions: [{ ...delay, delayInMinutes }] }))).join(), /actions\.0\.delayInMinutes/)
})

test('each problem names the step and the parameter; what the contract does not know is refused', async () => {
  const { body, call } = await openDesk()
  const problems = async (changed: object) => problemsOf(await call('POST', '', body(changed)))
  assert.deepEqual(await problems({ actions: [] }), ['actions process.actions_empty'])
  assert.deepEqual(await problems({ actions: [delay, { ...mail, to: 'drift' }, sms('0701234567')] }), [
    'actions.1.to process.to_wrong',
    'actions.2.phoneNumber process.phone_wrong',
  ])
  assert.deepEqual(await problems({ name: ' ', entityId: null }), ['name process.name_empty', 'entityId process.cover_empty'])
  assert.deepEqual(await problems({ entityId: '5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11' }), ['entityId process.entity_unknown'])
  const chosen = { applyToAllAlertRules: false, alertRuleIds: ['5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11'] }
  assert.deepEqual(await problems(chosen), ['alertRuleIds process.rule_unknown'])
  for (const action of [{ type: 'run_script', script: 'rm' }, { ...delay, extra: 1 }, { type: 'sms' }])
    assert.ok((await problems({ actions: [action] })).length > 0)
})

test('a process is for chosen alert rules, own ones and those of other sources; a deleted rule stays visible and can be left', async () => {
  const { customerId, admin, entity, body, call, create } = await openDesk()
  const rule = await vakt.call(admin, 'POST', `/customer/${customerId}/alert-rule`, {
    ...{ name: 'CPU', description: 'CPU', severity: 2, aggregation: 'avg', thresholdComparison: '>', threshold: 80 },
    ...{ alertsBeforeAction: 3, metricName: 'cpu', entityId: entity.entityId },
  })
  const { alertRuleId } = rule.json().result
  const chosen = { applyToAllAlertRules: false, alertRuleIds: [alertRuleId], externalRules: ['HighCpu'] }
  const process = await create(chosen)
  assert.deepEqual(process.alertRules, [{ alertRuleId, name: 'CPU', isDeleted: false }])
  assert.deepEqual(process.externalRules, ['HighCpu'])
  await vakt.call(admin, 'DELETE', `/customer/${customerId}/alert-rule/${alertRuleId}`)
  const one = `/${process.processModelId}`
  assert.equal((await call('GET', one)).json().result.alertRules[0].isDeleted, true)
  assert.equal((await call('PUT', one, { ...body(chosen), version: 1 })).statusCode, 200)
  assert.deepEqual(problemsOf(await call('POST', '', body(chosen))), ['alertRuleIds process.rule_unknown'])
  // For all rules, those that were chosen mean nothing.
  const all = (await call('PUT', one, { ...body({ ...chosen, applyToAllAlertRules: true }), version: 2 })).json().result
  assert.deepEqual([all.alertRuleIds, all.externalRules], [[], []])
})

test('a process by filter is listed with every resource that it is for, and with no other', async () => {
  const { customerId, create, call, names } = await openDesk()
  const shop = await createEntity(vakt.database, customerId, { tags: { app: 'shop' } })
  const left = await createEntity(vakt.database, customerId, { tags: { app: 'shop' } })
  const filter = { type: ['Microsoft.Compute/virtualMachines'], resourceGroup: [], tag: ['app=shop'] }
  const { processModelId } = await create({ name: 'of the shop', entityId: null, filter, excludedEntityIds: [left.entityId] })
  await create({ name: 'own', entityId: shop.entityId })
  assert.deepEqual(await names(`?entityId=${shop.entityId}`), ['of the shop', 'own'])
  assert.deepEqual(await names(`?entityId=${left.entityId}`), [])
  assert.deepEqual(
    [await names('?q=SHOP'), await names(`?q=${shop.name}`), await names('?limit=1')],
    [['of the shop'], ['own'], ['of the shop']],
  )
  const { covers, excluded } = (await call('GET', `/${processModelId}`)).json().result
  assert.deepEqual([covers, excluded.map(({ entityId }: { entityId: string }) => entityId)], [1, [left.entityId]])
  assert.match((await call('GET', '?format=csv')).body, /of the shop/)
})

test('who may only read sees processes and changes none', async () => {
  const { emailDomain, body, call, create } = await openDesk()
  const reader: TestUser = { email: `ola@${emailDomain}`, roles: ['reader'] }
  const { processModelId } = await create()
  assert.equal((await call('GET', `/${processModelId}`, undefined, reader)).statusCode, 200)
  assert.equal((await call('POST', '', body(), reader)).statusCode, 403)
  assert.equal((await call('DELETE', `/${processModelId}`, undefined, reader)).statusCode, 403)
})

test('only the provider’s staff choose an on-call schedule; what they chose stays when the customer edits', async () => {
  const { customerId, admin, entity, body, call } = await openDesk()
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff: TestUser = { email: `siv@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
  const created = await vakt.call(staff, 'POST', '/admin/on-call', {
    ...{ name: 'Drift', timeZone: 'Europe/Stockholm' },
    layers: [{ people: [], startsAt: '2026-11-23T08:00', every: 1, unit: 'weeks', hours: null }],
  })
  const { scheduleId } = created.json().result
  const actions = [sms(`schedule:${scheduleId}`)]
  assert.deepEqual(problemsOf(await call('POST', '', body({ actions }))), ['actions.0.phoneNumber process.schedule_unknown'])
  const unknown = [sms('schedule:5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11')]
  assert.deepEqual(problemsOf(await call('POST', '', body({ actions: unknown }), staff)), [
    'actions.0.phoneNumber process.schedule_unknown',
  ])
  const answer = await call('POST', '', body({ actions }), staff)
  assert.equal(answer.statusCode, 200, answer.body)
  const one = `/${answer.json().result.processModelId}`
  assert.equal((await call('PUT', one, { ...body({ name: 'Mine', actions }), version: 1 })).statusCode, 200)
  const choices = async (user: TestUser) =>
    (await vakt.call(user, 'GET', `/customer/${customerId}/process-choices?entityId=${entity.entityId}`)).json().result.onCallSchedules
  assert.deepEqual([await choices(staff), await choices(admin)], [[{ scheduleId, name: 'Drift' }], []])
})
