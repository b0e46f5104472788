import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { agentConfigurationLimits as limits } from '@vakt/contract/agents/agent-limits.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const quickMs = 5_000

async function createPlace() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId)
  const user: TestUser = { email: `eva@${emailDomain}`, roles: ['admin'] }
  const path = `/customer/${customerId}/entity/${entityId}/vm-agent`
  return async (content: object) => {
    const startedAt = performance.now()
    const answer = await vakt.call(user, 'PUT', path, { content: { ...emptyConfiguration, ...content }, version: 0 })
    const took = performance.now() - startedAt
    assert.ok(took < quickMs, `${took} ms`)
    const { errors = [] } = answer.json() as { errors?: { property: string; message_translation_key: string }[] }
    return { status: answer.statusCode, errors: errors.map(({ property, message_translation_key: key }) => [property, key]) }
  }
}

const url = (index: number) => ({
  ...{ name: `Shop ${index}`, url: 'https://shop.example', httpMethod: 'GET', responseBodyShouldContainRegex: '', intervalInMinutes: 5 },
})
const many = (length: number) => Array.from({ length }, (_, index) => `service-${index}`)

test('a regular expression that other engines never finish is taken where RE2 is fast, and refused where its program is large', async () => {
  const save = await createPlace()
  assert.deepEqual(await save({ monitoredServices: ['(.{0,100}a){9}c'] }), {
    status: 400,
    errors: [['content.monitoredServices', 'agent_configuration.pattern_large']],
  })
  assert.deepEqual(await save({ urls: [{ ...url(0), responseBodyShouldContainRegex: '((a{1,100}){1,100}){1,10}' }] }), {
    status: 400,
    errors: [['content.urls.0.responseBodyShouldContainRegex', 'agent_configuration.pattern_invalid']],
  })
  assert.deepEqual(await save({ ignoredServices: ['(?=a)b'] }), {
    status: 400,
    errors: [['content.ignoredServices', 'agent_configuration.pattern_invalid']],
  })
  assert.equal((await save({ monitoredServices: ['(a+)+$'] })).status, 200)
})

test('a regular expression of 10 kB is refused on its field', async () => {
  const save = await createPlace()
  const long = 'a'.repeat(10_000)
  for (const content of [
    { monitoredServices: [long] },
    { urls: [{ ...url(0), responseBodyShouldContainRegex: long }] },
    { eventLogQueries: [{ queryName: 'Q', logName: 'System', level: 'error', regexString: long, eventID: null, sourceRegexString: '' }] },
  ]) {
    const { status, errors } = await save(content)
    assert.equal(status, 400)
    assert.match(String(errors[0]?.[0]), new RegExp(`^content\\.${Object.keys(content)[0]}`))
  }
})

test('10,000 entries are refused in every field; as many as there may be are taken', async () => {
  const save = await createPlace()
  const folders = many(10_000).map((name) => ({ folderPath: `/srv/${name}`, fileMask: '*' }))
  for (const [field, entries] of Object.entries({
    ...{ monitoredServices: many(10_000), ignoredServices: many(10_000), ignoredWebsites: many(10_000), ignoredAppPools: many(10_000) },
    ...{ urls: many(10_000).map((_, index) => url(index)), folders },
  })) {
    const { status, errors } = await save({ [field]: entries })
    // What is larger than any request may be is not even read.
    if (status !== 413) assert.deepEqual([status, errors[0]?.[0]], [400, `content.${field}`])
  }
  const full = {
    ...{ monitoredServices: many(limits.patterns), ignoredServices: many(limits.patterns), ignoredWebsites: many(limits.names) },
    ...{ urls: many(limits.urls).map((_, index) => url(index)), folders: folders.slice(0, limits.folders) },
  }
  assert.equal((await save(full)).status, 200)
})
