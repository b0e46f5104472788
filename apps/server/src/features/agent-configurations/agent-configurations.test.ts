import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { AgentConfiguration, AgentConfigurationVersion } from '@vakt/contract/agents/agent-configurations.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { configurationOf, noteAgentReport } from './report-configuration.ts'

const vakt = await createTestApp()
after(() => vakt.close())

type Answer<Result> = { status: number; result: Result; errors: { property: string; message_translation_key: string }[] }

async function createPlace() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'vm-web-01' })
  const path = `/customer/${customerId}/entity/${entityId}/vm-agent`
  const admin: TestUser = { email: `eva@${emailDomain}`, roles: ['admin'] }
  const reader: TestUser = { email: `rut@${emailDomain}`, roles: ['reader'] }
  async function call<Result = AgentConfiguration>(method: string, to: string, body?: object, user = admin): Promise<Answer<Result>> {
    const answer = await vakt.call(user, method, to, body)
    return { ...answer.json(), status: answer.statusCode }
  }
  const save = (content: object, version: number, user = admin) =>
    call('PUT', path, { content: { ...emptyConfiguration, ...content }, version }, user)
  const restore = (restoredVersion: number, version: number) => call('POST', `${path}/restore`, { restoredVersion, version })
  const versions = async () => (await call<AgentConfigurationVersion[]>('GET', `${path}/version`)).result
  const report = (appliedVersion: number, more: Partial<Parameters<typeof noteAgentReport>[3]> = {}) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      noteAgentReport(
        transaction,
        { actor: { type: 'system', job: 'agent' }, now: new Date(), requestId: null } as Context,
        { customerId, entityId },
        { agentVersion: '1.0.0', platform: 'linux', at: new Date(), startedAt: null, appliedVersion, failed: null, found: null, ...more },
      ),
    )
  const wanted = () =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) => configurationOf(transaction, customerId, entityId))
  return { path, reader, call, save, restore, versions, report, wanted }
}

test('a configuration is changed, fetched by the agent, reported as applied, and rolled back as a new version', async () => {
  const { path, reader, call, save, restore, versions, report, wanted } = await createPlace()
  const nothing = await call('GET', path, undefined, reader)
  assert.deepEqual(nothing.result, {
    ...{ configurationId: null, version: 0, content: emptyConfiguration, own: emptyConfiguration, sources: [], changedAt: null },
    ...{ changedBy: null, report: null, agent: null, agentEndedAt: null },
  })
  assert.deepEqual(await wanted(), { version: 0, content: emptyConfiguration })

  const saved = await save({ monitoredServices: ['^nginx'] }, 0)
  assert.deepEqual([saved.result.version, saved.result.changedBy?.startsWith('eva')], [1, true])
  assert.equal((await save({ monitoredServices: ['^nginx'] }, 1)).result.version, 1, 'what is the same makes no version')
  assert.equal((await save({ monitoredServices: ['^nginx', 'php'] }, 1)).result.version, 2)
  assert.deepEqual((await wanted()).content.monitoredServices, ['^nginx', 'php'])

  await report(2, { found: { services: [{ name: 'nginx.service', state: 'running' }], websites: [], appPools: [] } })
  await report(2)
  const applied = (await call('GET', path)).result.report
  assert.deepEqual([applied?.appliedVersion, applied?.found.services.length, applied?.failedVersion], [2, 1, null])
  assert.ok(applied?.appliedAt)

  const back = await restore(1, 2)
  assert.deepEqual([back.result.version, back.result.content.monitoredServices], [3, ['^nginx']])
  assert.equal(back.result.configurationId, saved.result.configurationId)
  assert.deepEqual(
    (await versions()).map(({ version, restoredVersion }) => [version, restoredVersion]),
    [
      [3, 1],
      [2, null],
      [1, null],
    ],
  )
})

test('what the agent cannot apply is rolled back once, to what it runs', async () => {
  const { save, versions, report, wanted } = await createPlace()
  const failed = { version: 2, problem: `cannot open the log ${'x'.repeat(5000)}` }
  await save({ monitoredServices: ['a'] }, 0)
  await report(1)
  await save({ monitoredServices: ['b'] }, 1)
  await report(1, { failed })
  await report(1, { failed })
  const [latest, ...earlier] = await versions()
  assert.deepEqual([latest?.version, latest?.restoredVersion, latest?.changedBy, earlier.length], [3, 1, 'Vakt', 2])
  assert.equal(latest?.problem?.length, 500)
  assert.deepEqual((await wanted()).content.monitoredServices, ['a'])
})

test('a new version is above what the agent runs, which an older backup does not know', async () => {
  const { save, report, wanted } = await createPlace()
  await save({ monitoredServices: ['a'] }, 0)
  await report(7)
  assert.equal((await save({ monitoredServices: ['b'] }, 1)).result.version, 8)
  assert.deepEqual((await wanted()).content.monitoredServices, ['b'])
  // No number of an agent uses up those that there are.
  await report(2_147_483_647)
  assert.equal((await save({ monitoredServices: ['c'] }, 8)).result.version, 9)
})

test('a failure of an older version leaves the newer one alone', async () => {
  const { save, versions, report } = await createPlace()
  await save({ monitoredServices: ['a'] }, 0)
  await save({ monitoredServices: ['b'] }, 1)
  await report(0, { failed: { version: 1, problem: 'no' } })
  assert.equal((await versions()).length, 2)
})

test('refuses what no agent could apply, what is stale, and who may only read', async () => {
  const { path, reader, save, restore } = await createPlace()
  const url = { name: 'Shop', url: 'https://shop.example', httpMethod: 'GET', responseBodyShouldContainRegex: '(', intervalInMinutes: 5 }
  const wrong = await save({ monitoredServices: ['(.{0,100}a){9}c'], urls: [url] }, 0)
  assert.deepEqual(
    wrong.errors.map(({ property, message_translation_key: key }) => [property, key]),
    [
      ['content.monitoredServices', 'agent_configuration.pattern_large'],
      ['content.urls.0.responseBodyShouldContainRegex', 'agent_configuration.pattern_invalid'],
    ],
  )
  assert.equal((await save({ monitoredServices: ['a'.repeat(10_000)] }, 0)).status, 400)
  assert.equal((await save({ folders: [{ folderPath: '../etc', fileMask: '*' }] }, 0)).status, 400)
  assert.equal((await save({ monitoredServices: ['a'] }, 0, reader)).status, 403)
  await save({ monitoredServices: ['a'] }, 0)
  assert.equal((await save({ monitoredServices: ['b'] }, 0)).errors[0]?.message_translation_key, 'agent_configuration.changed')
  assert.equal((await restore(1, 1)).status, 400)
  assert.equal((await restore(7, 1)).status, 400)
  const other = await createPlace()
  assert.equal((await other.call('GET', path)).status, 404)
})
