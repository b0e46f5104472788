import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { networkOf, unlimited } from '#server/platform/http/limit-requests.ts'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

const apps: TestApp[] = []
after(async () => {
  for (const app of apps) await app.close()
})
async function createLimited(limits: Partial<typeof unlimited>, trustedProxies: string[] = []) {
  const vakt = await createTestApp({ limits: { ...unlimited, ...limits }, trustedProxies })
  apps.push(vakt)
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  return {
    vakt,
    customerId,
    user: { email: `anna@${emailDomain}`, roles: ['admin'] },
    colleague: { email: `bo@${emailDomain}`, roles: ['admin'] },
  }
}

test('one user too fast is told to wait, a colleague is not', async () => {
  const { vakt, customerId, user, colleague } = await createLimited({ perUser: 3 })
  const look = (by: typeof user) => vakt.call(by, 'GET', `/customer/${customerId}`)
  for (let round = 0; round < 3; round++) assert.equal((await look(user)).statusCode, 200)
  const refused = await look(user)
  assert.equal(refused.statusCode, 429)
  assert.ok(Number(refused.headers['retry-after']) >= 1 && Number(refused.headers['retry-after']) <= 60)
  assert.equal(refused.json().errors[0].message_translation_key, 'error.too_many')
  assert.equal((await look(colleague)).statusCode, 200)
})

test('a personal token has a limit of its own', async () => {
  const { vakt, customerId, user } = await createLimited({ perToken: 2 })
  const made = await vakt.call(user, 'POST', '/authentication/api-token', { name: 'x', scope: ['@feature.tickets.read'] })
  const headers = { authorization: `Bearer ${made.json().result.secret}` }
  const look = async () => (await vakt.call(null, 'GET', `/customer/${customerId}/ticket`, undefined, headers)).statusCode
  assert.deepEqual([await look(), await look(), await look()], [200, 200, 429])
  assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}/ticket`)).statusCode, 200)
})

test('an address that keeps showing wrong tokens is told to wait, and a valid token from there is answered', async () => {
  const { vakt, customerId, user } = await createLimited({ failedSignInsPerAddress: 3 })
  const made = await vakt.call(user, 'POST', '/authentication/api-token', { name: 'x', scope: ['@feature.tickets.read'] })
  const show = (secret: string) =>
    vakt.call(null, 'GET', `/customer/${customerId}/ticket`, undefined, { authorization: `Bearer ${secret}` })
  const wrong = [undefined, 'wrong', `vakt_pat_${'x'.repeat(43)}`].map((secret) => async () => (await show(secret ?? '')).statusCode)
  for (const one of wrong) assert.equal(await one(), 401)
  for (const one of wrong) assert.equal(await one(), 429)
  assert.ok(Number((await show('wrong')).headers['retry-after']) >= 1)
  assert.equal((await show(made.json().result.secret)).statusCode, 200)
  assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}`)).statusCode, 200)
})

test('refused requests shut out no valid one from the same address, be they many times the limit, and none is guessed faster', async () => {
  const { vakt, customerId, user, colleague } = await createLimited({ failedSignInsPerAddress: 3, perAddress: 5 })
  const made = await vakt.call(user, 'POST', '/authentication/api-token', { name: 'x', scope: ['@feature.tickets.read'] })
  const url = `/customer/${customerId}/ticket`
  const show = async (secret: string) => (await vakt.call(null, 'GET', url, undefined, { authorization: `Bearer ${secret}` })).statusCode
  const connect = vakt.database.app.connect.bind(vakt.database.app)
  let [open, mostOpen] = [0, 0]
  vakt.database.app.connect = (async () => {
    const client = await connect()
    mostOpen = Math.max(mostOpen, ++open)
    const release = client.release
    client.release = (error) => {
      open -= 1
      client.release = release
      release.call(client, error)
    }
    return client
  }) as typeof connect
  const wrong = Array.from({ length: 200 }, (_, number) => `vakt_pat_${String(number).padStart(43, 'x')}`)
  for (const secret of wrong.slice(0, 3)) assert.equal(await show(secret), 401)
  mostOpen = 0
  const refused = await Promise.all([...wrong, ...wrong.map((secret) => `${secret}.not.jwt`)].map(show))
  assert.deepEqual(new Set(refused), new Set([429]))
  assert.ok(mostOpen <= 3, `${mostOpen} connections at once`)
  for (const missing of Array.from({ length: 10 }, (_, number) => `/nowhere-${number}`)) await vakt.call(null, 'GET', missing)
  assert.equal(await show(made.json().result.secret), 200)
  // A token that this process has never seen.
  assert.equal((await vakt.call(colleague, 'GET', `/customer/${customerId}`)).statusCode, 200)
  assert.equal((await vakt.call(null, 'GET', '/authentication/configuration')).statusCode, 200)
})

test('wrong ingest tokens are limited by address and cost no query each, and a valid token from there is not affected', async () => {
  const { vakt, customerId } = await createLimited({ failedSignInsPerAddress: 3 })
  const token = await createIngestToken(vakt.database, customerId)
  const connect = vakt.database.app.connect.bind(vakt.database.app)
  let connections = 0
  vakt.database.app.connect = ((...given: []) => {
    connections += 1
    return connect(...given)
  }) as typeof connect
  const wrong = Array.from({ length: 500 }, (_, number) => `vakt_ing_${String(number).padStart(43, 'x')}`)
  const send = async (secret: string) => (await vakt.send('alertmanager', secret, { version: '4', alerts: [] })).statusCode
  const answers = await Promise.all([...wrong, ...wrong, token].map(send))
  assert.deepEqual([answers.filter((status) => status === 401).length, answers.filter((status) => status === 429).length], [3, 997])
  assert.equal(answers.at(-1), 202)
  assert.ok(connections < 20, `${connections} connections`)
  assert.equal(await send(wrong[0] ?? ''), 429)
})

test('X-Forwarded-For counts from a trusted proxy only', async () => {
  const path = '/api/v1/authentication/configuration'
  const ask = (vakt: TestApp, remoteAddress: string, forwarded: string) =>
    vakt.app.inject({ url: path, remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  const open = await createLimited({ perAddress: 1 })
  assert.equal((await ask(open.vakt, '10.0.0.1', '198.51.100.1')).statusCode, 200)
  assert.equal((await ask(open.vakt, '10.0.0.1', '198.51.100.2')).statusCode, 429)
  const behind = await createLimited({ perAddress: 1 }, ['10.0.0.0/8'])
  assert.equal((await ask(behind.vakt, '10.0.0.1', '198.51.100.1')).statusCode, 200)
  assert.equal((await ask(behind.vakt, '10.0.0.2', '198.51.100.2')).statusCode, 200)
  assert.equal((await ask(behind.vakt, '10.0.0.2', '198.51.100.1')).statusCode, 429)
  // What the client itself put before the address that the proxy saw.
  assert.equal((await ask(behind.vakt, '10.0.0.2', '203.0.113.9, 198.51.100.2')).statusCode, 429)
})

test('the ingest answers 503 with a time to try again, by token and not by address', async () => {
  const { vakt, customerId } = await createLimited({ signalsPerToken: 2, perAddress: 1 })
  const [token, other] = [await createIngestToken(vakt.database, customerId), await createIngestToken(vakt.database, customerId)]
  const send = (secret: string) => vakt.send('alertmanager', secret, { version: '4', alerts: [] })
  assert.deepEqual([(await send(token)).statusCode, (await send(token)).statusCode], [202, 202])
  const refused = await send(token)
  assert.equal(refused.statusCode, 503)
  assert.ok(Number(refused.headers['retry-after']) >= 1)
  assert.equal((await send(other)).statusCode, 202)
})

test('the addresses of one network of version 6 count together', () => {
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(networkOf('2001:0db8:0:0:ffff::2'), networkOf('2001:db8::1'))
  assert.notEqual(networkOf('2001:db8:0:1::1'), networkOf('2001:db8::1'))
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf(undefined), '')
  assert.equal(networkOf('::ffff:192.0.2.1'), '::ffff:192.0.2.1')
})
