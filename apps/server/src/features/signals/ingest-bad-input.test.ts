import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable, Writable } from 'node:stream'
import { after, test } from 'node:test'
import { createGzip, gzipSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { listFixtures, readFixture } from './formats/fixtures/read-fixture.ts'
import { openIngestDoor } from './ingest-door.ts'

const logged: string[] = []
const log = pino(
  { level: 'trace' },
  new Writable({
    write(line, _encoding, done) {
      logged.push(String(line))
      done()
    },
  }),
)
const vakt = await createTestApp({ log })
const address = await vakt.app.listen({ port: 0, host: '127.0.0.1' })
after(() => vakt.close())

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: Buffer | string | Readable }
type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** Over a connection of its own, streams chunked: whatever the server does with the rest of a body, its answer must arrive. */
async function post(
  token: string,
  { method = 'POST', path = '/ingest/v1/alertmanager', headers = {}, body = '{}' }: Sent = {},
): Promise<Answer> {
  const request = http.request(`${address}${path}`, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  // Once the answer is there the rest of the body may well fail to be sent.
  const failed = new Promise<never>((_, reject) => request.on('error', reject))
  if (body instanceof Readable) body.on('error', () => {}).pipe(request)
  else request.end(body)
  const [response] = await Promise.race([answered, failed])
  const chunks = await response.toArray()
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }
}

const errorsOf = ({ text }: Answer) => (JSON.parse(text) as { errors: { message: string; message_translation_key: string }[] }).errors

async function createSender(options: { isProvider?: boolean } = {}) {
  const { customerId, emailDomain } = await createCustomer(vakt.database, options)
  return {
    customerId,
    token: await createIngestToken(vakt.database, customerId, options),
    user: { email: `anna@${emailDomain}`, roles: ['admin'] },
  }
}

type SignalRow = { signal_id: string; state: string; note: string | null; format: string; body: Buffer }
const readSignals = (customerId: string) =>
  workForAllCustomers(
    { pool: vakt.database.worker },
    async (transaction) =>
      (await transaction.query<SignalRow>('select * from signal where customer_id = $1 order by signal_id', [customerId])).rows,
  )

const alert = (number: number, instance = `host-${number}.example`) => ({
  status: 'firing',
  fingerprint: `bad-${number}`,
  labels: { alertname: `Rule ${number % 50}`, severity: 'high', instance },
  annotations: { summary: `Alert ${number}`, description: 'One of many. '.repeat(10) },
  startsAt: '2026-11-20T10:00:00Z',
  endsAt: '0001-01-01T00:00:00Z',
})
const notification = (...alerts: unknown[]) => ({ version: '4', status: 'firing', alerts })

test('a body that is not JSON is refused, and its beginning kept and listed as unreadable', async () => {
  const { customerId, token } = await createSender()
  const long = `<html>${'å'.repeat(100_000)}`
  for (const body of ['', ' ', '{"alerts": [', 'status=firing', '\0\0', long, Buffer.from([0xff, 0xfe, 0x7b])]) {
    const answer = await post(token, { body })
    assert.equal(answer.status, 400)
    assert.equal(errorsOf(answer)[0]?.message_translation_key, 'error.not_json')
  }
  const signals = await readSignals(customerId)
  assert.deepEqual(
    signals.map(({ state }) => state),
    Array(7).fill('unreadable'),
  )
  assert.deepEqual(signals[5]?.body, Buffer.from(long).subarray(0, 64 * 1024))
  await vakt.work()
  assert.deepEqual(
    (await readSignals(customerId)).map(({ state }) => state),
    Array(7).fill('unreadable'),
  )
})

test('JSON of another shape is taken in and listed as not recognised', async () => {
  const { customerId, token } = await createSender()
  const odd = [
    'null',
    '[]',
    '"text"',
    '0',
    'true',
    '{}',
    '{"alerts": null}',
    '{"alerts": {}}',
    '{"alerts": [null, 1, "x", []]}',
    `${'['.repeat(200)}${']'.repeat(200)}`,
  ]
  for (const format of ['alertmanager', 'azure-monitor'])
    for (const body of odd) assert.equal((await post(token, { path: `/ingest/v1/${format}`, body })).status, 202, body.slice(0, 50))
  await vakt.work()
  assert.deepEqual([...new Set((await readSignals(customerId)).map(({ state }) => state))], ['unrecognised'])
})

test('a body that is nested too deep or holds too many values is refused, and its beginning kept', async () => {
  const { customerId, token } = await createSender()
  const deep = Buffer.alloc(19 * 1024 * 1024, '[')
  const wide = Buffer.from(`[${'[],'.repeat(2_000_000)}[]]`)
  const sent: [Sent, string][] = [
    [{ body: deep }, 'error.json_too_deep'],
    [{ body: gzipSync(deep), headers: { 'content-encoding': 'gzip' } }, 'error.json_too_deep'],
    [{ body: `${'['.repeat(201)}${']'.repeat(201)}` }, 'error.json_too_deep'],
    [{ body: wide }, 'error.json_too_many_values'],
  ]
  for (const [one, key] of sent) {
    const answer = await post(token, one)
    assert.deepEqual([answer.status, errorsOf(answer)[0]?.message_translation_key], [400, key])
  }
  const signals = await readSignals(customerId)
  assert.deepEqual(
    signals.map(({ state, note, body }) => [state, note?.slice(0, 25), body.length]),
    [
      ['unreadable', 'The body is nested deeper', 64 * 1024],
      ['unreadable', 'The body is nested deeper', 64 * 1024],
      ['unreadable', 'The body is nested deeper', 402],
      ['unreadable', 'The body holds more than ', 64 * 1024],
    ],
  )
})

test('null, numbers and lists where text is expected, and characters that cannot be stored, lose no alert', async () => {
  const { customerId, token, user } = await createSender()
  const nothing = {
    status: 'firing',
    labels: { alertname: null, severity: null },
    annotations: null,
    startsAt: null,
    endsAt: null,
    generatorURL: null,
    fingerprint: null,
  }
  const odd = {
    status: 7,
    labels: { alertname: ['x'], severity: {}, n: 1 },
    annotations: [1],
    startsAt: 1e300,
    endsAt: 'yesterday',
    generatorURL: 'javascript:alert(1)',
    fingerprint: 9,
  }
  const unstorable = {
    ...alert(1),
    labels: { alertname: 'nul \0 and \ud800 half', 'k\0': 'v\0' },
    annotations: { summary: '\0' },
    fingerprint: 'f\0\udc00',
  }
  const far = { ...alert(2), startsAt: '9999-12-31T23:59:59Z' }
  const before = { ...alert(3), startsAt: '-271821-04-20T00:00:00Z' }
  const proto = JSON.parse(
    '{"__proto__": {"status": "x"}, "status": "firing", "labels": {"__proto__": "x", "constructor": "y", "alertname": "proto"}, "fingerprint": "p"}',
  )
  for (const one of [nothing, odd, unstorable, far, before, proto])
    assert.equal((await post(token, { body: JSON.stringify(notification(one)) })).status, 202)
  await vakt.work()
  assert.deepEqual(
    (await readSignals(customerId)).map(({ state, note }) => [state, note]),
    Array(6).fill(['done', null]),
  )
  const list = await vakt.call(user, 'GET', `/customer/${customerId}/alert`)
  assert.equal(list.json().result.length, 6)
})

test('every recorded body is taken in, and none fails in the worker', async () => {
  const { customerId, token } = await createSender()
  const fixtures = listFixtures()
  assert.ok(fixtures.length > 20)
  for (const name of fixtures) {
    const path = `/ingest/v1/${name.startsWith('azure') ? 'azure-monitor' : 'alertmanager'}`
    assert.equal((await post(token, { path, body: JSON.stringify(readFixture(name)) })).status, 202, name)
  }
  await vakt.work()
  const states = (await readSignals(customerId)).map(({ state }) => state)
  assert.equal(states.length, fixtures.length)
  assert.deepEqual(
    [...new Set(states)].filter((state) => state !== 'done' && state !== 'unrecognised'),
    [],
  )
})

test('a body of 5 MB is taken in whole, with and without a length, packed and unpacked', async () => {
  const { customerId, token } = await createSender()
  const body = Buffer.from(JSON.stringify({ ...notification(alert(1)), padding: randomBytes(2_500_000).toString('hex') }))
  assert.equal((await post(token, { body })).status, 202)
  assert.equal((await post(token, { body: Readable.from([body.subarray(0, 99), body.subarray(99)]) })).status, 202)
  assert.equal((await post(token, { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } })).status, 202)
  for (const signal of await readSignals(customerId)) assert.ok(signal.body.equals(body))
  await vakt.work()
  assert.deepEqual(
    (await readSignals(customerId)).map(({ state }) => state),
    ['done', 'done', 'done'],
  )
})

test('a body of 21 MB is refused with an answer that arrives, with and without a length', async () => {
  const { customerId, token } = await createSender()
  const body = Buffer.alloc(21 * 1024 * 1024, ' ')
  const parts = function* () {
    for (let index = 0; index < 21 * 16; index += 1) yield body.subarray(0, 64 * 1024)
  }
  for (const sent of [body, Readable.from(parts())]) {
    const answer = await post(token, { body: sent })
    assert.equal(answer.status, 413)
    assert.equal(errorsOf(answer)[0]?.message_translation_key, 'error.too_large')
  }
  assert.deepEqual(await readSignals(customerId), [])
  assert.equal((await post(token)).status, 202)
})

/** One gigabyte of zeros in about a megabyte. */
async function packZeros(): Promise<Buffer> {
  const zeros = Buffer.alloc(1024 * 1024)
  const gzip = createGzip({ level: 1 })
  Readable.from(
    (function* () {
      for (let index = 0; index < 1024; index += 1) yield zeros
    })(),
  ).pipe(gzip)
  return Buffer.concat(await gzip.toArray())
}

test('a small body that unpacks to a gigabyte is refused, and costs less than 64 MB', async () => {
  const { token } = await createSender()
  const bomb = await packZeros()
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 1)
  const answer = await post(token, { body: bomb, headers: { 'content-encoding': 'gzip' } })
  clearInterval(watch)
  assert.equal(answer.status, 413)
  assert.ok(most - before < 64 * 1024 * 1024, `the memory grew by ${Math.round((most - before) / 1024 / 1024)} MB`)
})

test('what is not packed as it says, or in a way that nobody knows, is refused', async () => {
  const { token } = await createSender()
  // Not random: now and then random bytes begin with a brotli stream that is whole.
  const garbage = Buffer.alloc(100_000, 0xff)
  for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'compress', 'zstd', 'gzip, gzip', '__proto__', 'constructor']) {
    for (const body of [garbage, '{}', gzipSync('{"alerts": []}').subarray(0, 20)]) {
      const answer = await post(token, { body, headers: { 'content-encoding': encoding } })
      assert.deepEqual([answer.status, errorsOf(answer)[0]?.message_translation_key], [400, 'error.encoding'], encoding)
    }
  }
  assert.equal((await post(token, { body: '{}', headers: { 'content-encoding': 'identity' } })).status, 202)
})

test('10,000 alerts in one body are all stored, and nobody else waits meanwhile', async (t) => {
  const { customerId, token, user } = await createSender()
  const body = JSON.stringify(notification(...Array.from({ length: 10_000 }, (_, number) => alert(number))))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  assert.equal((await post(token, { body })).status, 202)
  const taken = delay.max / 1e6
  delay.reset()
  await vakt.work()
  delay.disable()
  t.diagnostic(
    `event loop held at most ${taken.toFixed(0)} ms while it was taken in, ${(delay.max / 1e6).toFixed(0)} ms while it was worked through`,
  )
  assert.ok(Math.max(taken, delay.max / 1e6) < 250)
  assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}/alert/count`)).json().result.firing.high, 10_000)
  assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}/ticket/count`)).json().result.open, 10_000)
})

test('an alert whose target nobody knows still opens an incident and a ticket', async () => {
  const { customerId, token, user } = await createSender()
  assert.equal((await post(token, { body: JSON.stringify(notification(alert(1, 'nobody-knows.example'))) })).status, 202)
  await vakt.work()
  const overview = (await vakt.call(user, 'GET', `/customer/${customerId}/incident/overview`)).json().result
  assert.equal(overview.unmatched.high, 1)
  const [found] = (await vakt.call(user, 'GET', `/customer/${customerId}/alert`)).json().result
  assert.deepEqual([found.entity, found.targetName, typeof found.ticketId], [null, 'nobody-knows.example', 'string'])
})

test('with the token of another customer a signal reaches nothing of the one it names', async () => {
  const [own, other] = [await createSender(), await createSender()]
  const entity = await createEntity(vakt.database, own.customerId)
  const aimed = {
    ...alert(1, entity.name),
    labels: {
      alertname: 'Aimed',
      severity: 'high',
      vakt_entity: entity.entityId,
      resource_id: entity.externalId,
      customer_id: own.customerId,
    },
  }
  assert.equal((await post(other.token, { body: JSON.stringify(notification(aimed)) })).status, 202)
  await vakt.work()
  const count = async ({ user, customerId }: typeof own) =>
    (await vakt.call(user, 'GET', `/customer/${customerId}/incident`)).json().result.length
  assert.deepEqual([await count(own), await count(other)], [0, 1])
  const [found] = (await vakt.call(other.user, 'GET', `/customer/${other.customerId}/alert`)).json().result
  assert.equal(found.entity, null)
})

test('a token that is unknown, revoked, malformed or of another kind is refused, always with the same words', async () => {
  const { customerId, token } = await createSender()
  const revoked = await createIngestToken(vakt.database, customerId)
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query("update ingest_token set revoked_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))", [revoked]),
  )
  const unknown = `vakt_ing_${randomBytes(32).toString('base64url')}`
  const answers = await Promise.all([
    ...[unknown, revoked, '', 'x', `${token}x`, token.slice(0, -1), `vakt_agt_${token.slice(9)}`, "' or 1=1 --"].map((wrong) =>
      post(wrong),
    ),
    post('', { headers: { authorization: `Basic ${Buffer.from(`vakt:${token}`).toString('base64')}` } }),
    post('', { path: `/ingest/v1/alertmanager/${unknown}` }),
    post('', { path: `/ingest/v1/no-such-format/${unknown}` }),
    post('', { path: `/ingest/v1/alertmanager?token=${token}` }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(answers.length).fill(401),
  )
  assert.equal(new Set(answers.map((answer) => JSON.stringify(errorsOf(answer)))).size, 1)
  assert.deepEqual(await readSignals(customerId), [])
})

test('a token may stand in the path, and never stands in the log', async () => {
  const { customerId, token } = await createSender()
  assert.equal((await post('', { path: `/ingest/v1/alertmanager/${token}` })).status, 202)
  await post('', { path: `/ingest/v1/alertmanager/${token}`, body: 'no json' })
  await post('', { path: `/ingest/v1/nagios/${token}` })
  await post('', { path: `/ingest/v1/alertmanager/${token}/more` })
  await post('', { path: `/ingest/v1//${token}` })
  await post('', { path: `/INGEST/v1/alertmanager/${token}` })
  await post('', { method: 'GET', path: `/ingest/v1/alertmanager/${token}?x=${token}`, body: '' })
  await post(token, { path: `/ingest/v1/alertmanager?again=${token}` })
  assert.deepEqual(
    (await readSignals(customerId)).map(({ state }) => state),
    ['pending', 'unreadable', 'pending'],
  )
  assert.ok(logged.some((line) => line.includes('/ingest/v1/alertmanager')))
  assert.deepEqual(
    logged.filter((line) => line.includes(token)),
    [],
  )
})

test('a format that there is not, and methods that there are not, are not found', async () => {
  const { token } = await createSender()
  for (const format of ['nagios', '__proto__', 'constructor', 'toString', 'Alertmanager', '%00']) {
    assert.equal((await post(token, { path: `/ingest/v1/${format}` })).status, 404, format)
  }
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'])
    assert.equal((await post(token, { method, headers: { 'content-length': '2' } })).status, 404, method)
  assert.equal((await post(token, { path: '/ingest/v1/' })).status, 404)
})

test('while the database is gone the answer is 503 with the time to try again, and afterwards all is well', async () => {
  const gone = createHttpApp(silentLog, { isHttps: false })
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, user: 'x', password: 'x', connectionTimeoutMillis: 1000 })
  await openIngestDoor(gone, pool, () => {})
  const { customerId, token } = await createSender()
  const refused = await gone.inject({
    method: 'POST',
    url: '/ingest/v1/alertmanager',
    headers: { authorization: `Bearer ${token}` },
    payload: '{}',
  })
  await gone.close()
  await pool.end()
  assert.equal(refused.statusCode, 503)
  assert.match(String(refused.headers['retry-after']), /^\d+$/)

  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  const cut = () =>
    owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  const answers: Answer[] = []
  let isCutting = true
  const senders = Array.from({ length: 8 }, async () => {
    while (isCutting) answers.push(await post(token))
  })
  for (let count = 0; count < 20; count += 1) await cut()
  isCutting = false
  await Promise.all(senders)
  await owner.end()
  assert.deepEqual(
    [...new Set(answers.map(({ status }) => status))].filter((status) => status !== 202 && status !== 503),
    [],
  )
  for (const { headers } of answers.filter(({ status }) => status === 503)) assert.ok(headers['retry-after'])
  assert.equal((await post(token)).status, 202)
  assert.ok((await readSignals(customerId)).length >= answers.filter(({ status }) => status === 202).length + 1)
})
