import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import { startPowerBiServer } from '#server/testing/power-bi-server.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const powerBi = await startPowerBiServer()
const vakt = await createTestApp({ powerBi: powerBi.settings })
after(() => Promise.all([vakt.close(), powerBi.close()]))
beforeEach(() => {
  Object.assign(powerBi, { answer: null, embedUrl: null, retryAfter: null })
  powerBi.asked.length = 0
})

const provider = await createCustomer(vakt.database, { isProvider: true })
const [own, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const reader: TestUser = { email: `anna@${own.emailDomain}`, roles: ['reader'] }
const stranger: TestUser = { email: `olle@${other.emailDomain}`, roles: ['reader'] }
for (const person of [staff, reader, stranger]) await vakt.call(person, 'POST', '/authentication/usercontext', {})

const path = (customerId = own.customerId) => `/customer/${customerId}/embedded-report`
const [workspaceId, profileId] = [randomUUID(), randomUUID()]
const report = (extra: object = {}) => ({
  ...{ name: 'Cost by team', workspaceId, powerBiReportId: randomUUID(), profileId: '', userName: '', roles: [] },
  ...extra,
})
async function create(body: object = report(), customerId = own.customerId): Promise<string> {
  const answer = await vakt.call(staff, 'POST', path(customerId), body)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result.embeddedReportId
}
const open = (person: TestUser, id: string, customerId = own.customerId) => vakt.call(person, 'GET', `${path(customerId)}/${id}/token`)

test('a report is opened with a token of its workspace, as the profile and the identity that belong to the customer', async () => {
  const wanted = report({ profileId, userName: 'nordan', roles: ['Customer'] })
  const id = await create(wanted)
  const { result } = (await open(reader, id)).json()
  assert.equal(result.name, 'Cost by team')
  assert.ok(result.embedUrl.startsWith(`${powerBi.settings.embedOrigin}/reportEmbed`))
  assert.match(result.token, /^embed-\d+$/)
  const [asked, made] = powerBi.asked
  assert.equal(asked?.path, `/v1.0/myorg/groups/${workspaceId}/reports/${wanted.powerBiReportId}`)
  assert.deepEqual([asked?.profileId, made?.profileId], [profileId, profileId])
  const dataset = `dataset-${wanted.powerBiReportId}`
  assert.deepEqual(made?.body, {
    datasets: [{ id: dataset }],
    reports: [{ id: wanted.powerBiReportId, allowEdit: false }],
    targetWorkspaces: [],
    lifetimeInMinutes: 20,
    identities: [{ username: 'nordan', roles: ['Customer'], datasets: [dataset] }],
  })
  const signIns = powerBi.signIns
  await open(reader, id)
  assert.equal(powerBi.signIns, signIns, 'signed in once')
  await open(reader, await create())
  assert.ok(!('identities' in (powerBi.asked.at(-1)?.body ?? {})), 'a dataset without row-level security refuses any')

  const { reports, isConfigured } = (await vakt.call(reader, 'GET', path())).json().result
  assert.equal(isConfigured, true)
  assert.match(reports.find((one: { embeddedReportId: string }) => one.embeddedReportId === id).lastOpened.by, /anna/i)
  assert.ok(!JSON.stringify(reports).includes(workspaceId))
})

test('no other customer opens it, nor shares its data; without the right there is no token', async () => {
  const body = report()
  const id = await create(body)
  assert.equal((await open(stranger, id)).statusCode, 404)
  assert.equal((await open(stranger, id, other.customerId)).statusCode, 404)
  const shared = await vakt.call(staff, 'POST', path(other.customerId), body)
  assert.deepEqual([shared.statusCode, shared.json().errors[0].message_translation_key], [409, 'embedded_report.shared'])
  const identified = report({ userName: 'one' })
  await create(identified)
  for (const extra of [{}, { profileId }, { userName: ' One ' }, { userName: ' ' }]) {
    const answer = await vakt.call(staff, 'POST', path(other.customerId), { ...identified, ...extra })
    assert.equal(answer.statusCode, 409, JSON.stringify(extra))
  }
  await create({ ...identified, userName: 'two' }, other.customerId)

  assert.equal((await vakt.call(reader, 'DELETE', `${path()}/${id}`)).statusCode, 403)
  assert.equal((await vakt.call(staff, 'DELETE', `${path()}/${id}`)).statusCode, 204)
  assert.equal((await open(reader, id)).statusCode, 404)
  assert.deepEqual(powerBi.asked, [])
})

test('what is not an id, or has no name, is refused with what would be right', async () => {
  for (const [extra, property] of [
    [{ name: ' ' }, 'name'],
    [{ workspaceId: 'me' }, 'workspaceId'],
    [{ profileId: '../x' }, 'profileId'],
  ] as const) {
    const answer = await vakt.call(staff, 'POST', path(), report(extra))
    assert.deepEqual([answer.statusCode, answer.json().errors[0].property], [400, property])
  }
})

test('Power BI that refuses, throttles, or sends a frame of another origin gives no token; staff read why', async () => {
  const id = await create()
  const failures = [
    [{ answer: { status: 403, body: { error: { code: 'PowerBINotAuthorizedException' } } } }, /PowerBINotAuthorizedException/],
    [{ answer: { status: 429, body: { error: { code: 'TooManyRequests' } } } }, /429/],
    [{ answer: { status: 200, body: 'nonsense' } }, /frame/],
    [{ answer: null, embedUrl: 'https://evil.example/reportEmbed' }, /not of http:\/\/127\.0\.0\.1/],
    [{ answer: null, embedUrl: 'javascript:alert(1)' }, /not of/],
  ] as const
  for (const [how, reason] of failures) {
    Object.assign(powerBi, how)
    const seen = await open(staff, id)
    assert.equal(seen.statusCode, 502)
    assert.match(seen.json().errors[1].message, reason)
    const { errors } = (await open(reader, id)).json()
    assert.deepEqual(
      errors.map(({ message }: { message: string }) => message),
      ['Could not generate token for PowerBI'],
    )
  }
  Object.assign(powerBi, { answer: null, embedUrl: null })
  assert.equal((await open(reader, id)).statusCode, 200, 'as soon as it answers again')
})

test('Power BI that does not answer in time gives no token, and says so to staff', async () => {
  const id = await create()
  powerBi.answer = 'slow'
  powerBi.settings.timeoutMs = 50
  const seen = await open(staff, id)
  delete powerBi.settings.timeoutMs
  assert.equal(seen.statusCode, 502)
  assert.match(seen.json().errors[1].message, /no answer within 0\.05 s/)
})

test('reports that are opened at the same time share one sign-in', async () => {
  const ids = [await create(), await create(), await create()]
  Object.assign(powerBi, { answer: { status: 403, body: {} } })
  await open(reader, ids[0] ?? '')
  Object.assign(powerBi, { answer: null })
  const { signIns } = powerBi
  const opened = await Promise.all(ids.map((id) => open(reader, id)))
  assert.deepEqual(
    opened.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  assert.equal(powerBi.signIns, signIns + 1)
})

test('while Power BI throttles it is not asked again, and the sign-in is kept', async () => {
  const id = await create()
  await open(reader, id)
  const { signIns } = powerBi
  const asked = powerBi.asked.length
  Object.assign(powerBi, { answer: { status: 429, body: {} }, retryAfter: '1' })
  assert.equal((await open(staff, id)).statusCode, 502)
  Object.assign(powerBi, { answer: null, retryAfter: null })
  const seen = await open(staff, id)
  assert.match(seen.json().errors[1].message, /wants no requests for 1 s/)
  assert.equal(powerBi.asked.length, asked + 1)
  assert.equal(powerBi.signIns, signIns)
})
