import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import type { AgentConfiguration } from '@vakt/contract/agents/agent-configurations.ts'
import type { AgentTemplate, AgentTemplateFindings, AgentTemplateMachine } from '@vakt/contract/agents/agent-templates.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { noteAgentReport } from '#server/features/agent-configurations/report-configuration.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { advanceTemplates } from './advance-templates.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const work = { pool: vakt.database.worker }
const contextAt = (now: Date): Context =>
  ({ ...work, now, requestId: null, isStaff: false, log: silentLog, actor: { type: 'system', job: 'advance-agent-templates' } }) as Context
/** As the job does, until nothing more is to be done at once. */
async function advance(minutes = 0): Promise<void> {
  const context = contextAt(new Date(Date.now() + minutes * 60_000))
  while (await advanceTemplates(context));
}

const run = (text: string, values: unknown[]) => workForAllCustomers(work, (transaction) => transaction.query(text, values))

async function addMachine(customerId: string, name: string, tags: Record<string, string> = { app: 'shop' }) {
  const { entityId } = await createEntity(vakt.database, customerId, { name, tags })
  await run(
    `with added as (
       insert into agent (customer_id, entity_id, public_key, machine, hostname, platform, version, enrolled_with, enrolled_at)
       values ($1, $2, $3, '', $4, 'linux', '1', 't', now()) returning agent_id)
     insert into agent_contact (agent_id, customer_id, last_seen_at, chain, former_chain, last_nonce)
     select agent_id, $1, now() + interval '1 hour', '', '', '' from added`,
    [customerId, entityId, randomBytes(32), name],
  )
  return entityId
}

async function createPlace(machines = 12) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const admin: TestUser = { email: `eva@${emailDomain}`, roles: ['admin'] }
  const reader: TestUser = { email: `rut@${emailDomain}`, roles: ['reader'] }
  const entityIds: string[] = []
  for (let index = 0; index < machines; index += 1) entityIds.push(await addMachine(customerId, `web-${String(index).padStart(2, '0')}`))
  const call = async <Result>(method: string, what: string, body?: object, user = admin) => {
    const answer = await vakt.call(user, method, `/customer/${customerId}/${what}`, body)
    const { result, errors } = answer.body ? answer.json() : {}
    return { status: answer.statusCode, result: result as Result, errors }
  }
  const template = (content: object, more: object = {}) => ({
    ...{ name: 'Shops', filter: { type: [], resourceGroup: [], tag: ['app=shop'] }, customerIds: [] },
    ...{ content: { ...emptyConfiguration, ...content }, ...more },
  })
  const configuration = async (entityId: string) => (await call<AgentConfiguration>('GET', `entity/${entityId}/vm-agent`)).result
  const services = async () => Promise.all(entityIds.map(async (id) => (await configuration(id)).content.monitoredServices.join()))
  const report = (entityId: string, appliedVersion: number, failed: { version: number; problem: string } | null = null) =>
    workForAllCustomers(work, (transaction) =>
      noteAgentReport(
        transaction,
        contextAt(new Date()),
        { customerId, entityId },
        { agentVersion: '1', platform: 'linux', at: new Date(), startedAt: null, appliedVersion, failed, found: null },
      ),
    )
  const applyAll = async () => {
    for (const entityId of entityIds) await report(entityId, (await configuration(entityId)).version)
  }
  const create = async (content: object, more: object = {}) =>
    (await call<AgentTemplate>('POST', 'agent-template', template(content, more))).result
  const get = async (templateId: string) => (await call<AgentTemplate>('GET', `agent-template/${templateId}`)).result
  const change = async (templateId: string, content: object) =>
    call<AgentTemplate>('PUT', `agent-template/${templateId}`, { ...template(content), revision: (await get(templateId)).revision })
  const steer = async (templateId: string, action: string) =>
    call<AgentTemplate>('POST', `agent-template/${templateId}/roll-out`, { action, revision: (await get(templateId)).revision })
  return { customerId, reader, entityIds, call, template, configuration, services, report, applyAll, create, get, change, steer }
}

const withService = (services: string[], name: string) => services.filter((one) => one.split(',').includes(name)).length

test('a template is given to one machine, then to a tenth, then to all, each time when it was applied', async () => {
  const { create, get, services, applyAll, entityIds, customerId } = await createPlace()
  await addMachine(customerId, 'other', { app: 'mail' })
  const { templateId } = await create({ monitoredServices: ['nginx'] })
  await advance()
  assert.equal(withService(await services(), 'nginx'), 1)
  assert.deepEqual((await get(templateId)).machines, { covered: 12, given: 1, applied: 0, failed: 0 })
  await advance(10)
  assert.equal(withService(await services(), 'nginx'), 1, 'not before it was applied')
  await applyAll()
  await advance(10)
  assert.equal(withService(await services(), 'nginx'), 2)
  await applyAll()
  await advance(20)
  assert.equal(withService(await services(), 'nginx'), entityIds.length)
  await applyAll()
  await advance(30)
  const done = await get(templateId)
  assert.deepEqual([done.rollOut, done.stableVersion, done.machines], ['done', 1, { covered: 12, given: 12, applied: 12, failed: 0 }])
})

test('a machine that cannot apply it is rolled back by itself, which stops the roll-out until someone goes on or rolls back', async () => {
  const { create, get, change, steer, services, applyAll, report, configuration, entityIds, call } = await createPlace(3)
  const { templateId } = await create({ monitoredServices: ['nginx'] })
  for (const minutes of [0, 10, 20, 30]) {
    await advance(minutes)
    await applyAll()
  }
  await advance(40)
  assert.equal((await get(templateId)).rollOut, 'done')
  await change(templateId, { monitoredServices: ['broken'] })
  await advance(50)
  const [first] = await Promise.all(entityIds.map(configuration)).then((all) =>
    all.filter((one) => one.content.monitoredServices[0] === 'broken'),
  )
  const index = (await services()).indexOf('broken')
  const entityId = entityIds[index] as string
  await report(entityId, (first?.version ?? 0) - 1, { version: first?.version ?? 0, problem: 'no such unit' })
  assert.deepEqual((await configuration(entityId)).content.monitoredServices, ['nginx'])
  await advance(60)
  const stopped = await get(templateId)
  assert.deepEqual([stopped.rollOut, stopped.machines.failed], ['stopped', 1])
  const machines = (await call<AgentTemplateMachine[]>('GET', `agent-template/${templateId}/machine`)).result
  assert.deepEqual([machines[0]?.state, machines[0]?.problem], ['failed', 'no such unit'])

  assert.equal((await steer(templateId, 'continue')).result.rollOut, 'running')
  await advance(61)
  assert.equal((await get(templateId)).rollOut, 'running', 'the failure that was seen does not stop it again')
  assert.equal((await steer(templateId, 'pause')).result.rollOut, 'paused')
  assert.equal((await steer(templateId, 'pause')).errors[0].message_translation_key, 'agent_template.not_rolling')
  const back = (await steer(templateId, 'roll_back')).result
  assert.deepEqual([back.rollOut, back.version, back.content.monitoredServices], ['rolled_back', 1, ['nginx']])
  await advance(62)
  assert.deepEqual(await services(), ['nginx', 'nginx', 'nginx'])
})

test('a machine’s own entries come first, it can leave entries out, and each entry says where it comes from', async () => {
  const { create, change, applyAll, configuration, entityIds, call } = await createPlace(1)
  const [entityId] = entityIds as [string]
  const shop = { name: 'Shop', url: 'https://shop.example', httpMethod: 'GET', responseBodyShouldContainRegex: '', intervalInMinutes: 5 }
  const { templateId } = await create({ monitoredServices: ['nginx', 'php'], urls: [shop] })
  for (const minutes of [0, 10, 20]) {
    await advance(minutes)
    await applyAll()
  }
  const own = { ...emptyConfiguration, monitoredServices: ['mysql'], urls: [{ ...shop, url: 'https://other.example' }] }
  const excluded = [{ field: 'monitoredServices', key: 'php' }]
  const { version } = await configuration(entityId)
  const saved = (await call<AgentConfiguration>('PUT', `entity/${entityId}/vm-agent`, { content: own, excluded, version })).result
  assert.deepEqual(saved.content.monitoredServices, ['mysql', 'nginx'])
  assert.deepEqual(
    saved.content.urls.map(({ url }) => url),
    ['https://other.example'],
  )
  assert.deepEqual(
    saved.sources.map(({ key, use, templateName }) => [key, use, templateName]),
    [
      ['nginx', 'used', 'Shops'],
      ['php', 'excluded', 'Shops'],
      ['shop', 'replaced', 'Shops'],
    ],
  )
  assert.deepEqual(saved.own, own)

  await change(templateId, { monitoredServices: ['nginx', 'php', 'redis'], urls: [{ ...shop, url: 'https://new.example' }] })
  await advance(30)
  const { content } = await configuration(entityId)
  assert.deepEqual(content.monitoredServices, ['mysql', 'nginx', 'redis'])
  assert.deepEqual(
    content.urls.map(({ url }) => url),
    ['https://other.example'],
    'what was changed on the machine stays when the template changes',
  )
})

test('a machine that comes later has it at once; one that is no longer covered, and all when it is deleted, lose it', async () => {
  const { create, applyAll, services, entityIds, customerId, configuration, call } = await createPlace(1)
  const { templateId } = await create({ monitoredServices: ['nginx'] })
  for (const minutes of [0, 10, 20, 30]) {
    await advance(minutes)
    await applyAll()
  }
  const late = await addMachine(customerId, 'late')
  await advance(40)
  assert.deepEqual((await configuration(late)).content.monitoredServices, ['nginx'])
  await run('update entity set tags = $2 where entity_id = $1', [late, { app: 'mail' }])
  await advance(41)
  assert.deepEqual((await configuration(late)).content.monitoredServices, [])
  assert.equal((await call('DELETE', `agent-template/${templateId}`)).status, 204)
  await advance(42)
  assert.deepEqual(await services(), [''])
  assert.equal((await call('GET', `agent-template/${templateId}`)).status, 404)
  assert.equal(entityIds.length, 1)
})

test('a template of the provider counts at the customers that it names, and nowhere else', async () => {
  const [mine, other] = [await createPlace(1), await createPlace(1)]
  const body = { ...mine.template({ monitoredServices: ['agent'] }), customerIds: [mine.customerId] }
  const path = `/customer/${provider.customerId}/agent-template`
  const created = (await vakt.call(staff, 'POST', path, body)).json().result as AgentTemplate
  await advance()
  assert.deepEqual([await mine.services(), await other.services()], [['agent'], ['']])
  const [listed] = (await vakt.call(staff, 'GET', path)).json().result as AgentTemplate[]
  assert.deepEqual([listed?.templateId, listed?.machines.given], [created.templateId, 1])
  assert.equal((await mine.call('POST', 'agent-template', body)).status, 400)
  assert.deepEqual((await mine.call<AgentTemplate[]>('GET', 'agent-template')).result, [])
})

test('staff who are limited to some customers change no template of the provider, which may count at others', async () => {
  const features = ['@feature.myenvironment.write']
  const made = await vakt.call(staff, 'POST', '/admin/staff-role', { name: { en: 'Agents', sv: '' }, description: '', features })
  const colleague: TestUser = { email: `olle@${provider.emailDomain}`, roles: [] }
  await vakt.call(colleague, 'POST', '/authentication/usercontext', {})
  const people = `/admin/customer/${provider.customerId}/user`
  const [{ userId }] = (await vakt.call(staff, 'GET', `${people}?q=${colleague.email}`)).json().result
  const place = await createPlace(0)
  const limit = (staffCustomers: string[] | null) =>
    vakt.call(staff, 'PUT', `${people}/${userId}`, { roles: [made.json().result.role], staffCustomers })
  await limit([provider.customerId, place.customerId])
  const path = `/customer/${provider.customerId}/agent-template`
  const { templateId, revision } = (await vakt.call(staff, 'POST', path, place.template({}))).json().result as AgentTemplate
  const calls = [
    ['POST', path, place.template({})],
    ['PUT', `${path}/${templateId}`, { ...place.template({}), revision }],
    ['POST', `${path}/${templateId}/roll-out`, { action: 'pause', revision }],
    ['DELETE', `${path}/${templateId}`, undefined],
  ] as const
  for (const [method, address, body] of calls) assert.equal((await vakt.call(colleague, method, address, body)).statusCode, 403, method)
  assert.equal((await vakt.call(colleague, 'POST', `/customer/${place.customerId}/agent-template`, place.template({}))).statusCode, 200)
  await limit(null)
  assert.equal((await vakt.call(colleague, 'DELETE', `${path}/${templateId}`)).statusCode, 204)
})

test('refuses what is stale, what no agent could apply, and who may only read', async () => {
  const { create, call, template, reader, get } = await createPlace(0)
  const { templateId } = await create({ monitoredServices: ['nginx'] })
  assert.equal((await call('POST', 'agent-template', template({ monitoredServices: ['('] }))).status, 400)
  assert.equal((await call('POST', 'agent-template', template({}), reader)).status, 403)
  assert.equal((await call('POST', 'agent-template', template({}, { name: ' ' }))).status, 400)
  const stale = await call('PUT', `agent-template/${templateId}`, { ...template({}), revision: (await get(templateId)).revision + 1 })
  assert.equal(stale.errors[0].message_translation_key, 'agent_template.changed')
})

test('patterns are tried on what the agents of the machines report that the filter lets through', async () => {
  const { customerId, entityIds, call, reader } = await createPlace(3)
  const found = async (query: string, user?: TestUser) =>
    (await call<AgentTemplateFindings>('GET', `agent-template-finding?${query}`, undefined, user)).result
  assert.deepEqual(await found('tag=app%3Dshop'), { machines: 3, found: { services: [], websites: [], appPools: [], events: [] } })
  const other = await addMachine(customerId, 'other', { app: 'mail' })
  const sees = (entityId: string | undefined, ...services: [name: string, state: string][]) =>
    run(
      `insert into agent_configuration_report (customer_id, entity_id, agent_version, platform, last_contact_at, applied_version, found)
       values ($1, $2, '1', 'linux', now(), 0, $3)`,
      [customerId, entityId, JSON.stringify({ services: services.map(([name, state]) => ({ name, state })), websites: [], appPools: [] })],
    )
  await sees(entityIds[0], ['nginx', 'running'], ['cron', 'running'])
  await sees(entityIds[1], ['nginx', 'stopped'])
  await sees(other, ['postfix', 'running'])
  const shops = await found('tag=app%3Dshop', reader)
  assert.equal(shops.machines, 3)
  assert.deepEqual(
    shops.found.services.toSorted((one, two) => one.name.localeCompare(two.name)),
    [
      { name: 'cron', state: 'running' },
      { name: 'nginx', state: 'stopped' },
    ],
  )
  assert.deepEqual((await found('tag=app%3Dmail')).found.services, [{ name: 'postfix', state: 'running' }])
  assert.equal((await found('type=nothing')).machines, 0)
  const elsewhere = await createPlace(1)
  assert.deepEqual((await elsewhere.call<AgentTemplateFindings>('GET', 'agent-template-finding?')).result.found.services, [])
})
