import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { readFixture } from '#server/features/signals/formats/fixtures/read-fixture.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { startGoogleServer } from '#server/testing/google-issuer.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { snsQueues } from './sns/verify-sns.ts'

const google = await startGoogleServer()
const vakt = await createTestApp({ google: google.google })
after(async () => {
  await google.close()
  await vakt.close()
})
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const audience = 'https://vakt.test/ingest'
const email = 'vakt-push@project.iam.gserviceaccount.com'
const nothing = { googleAudience: null, googleEmail: null, acceptsRawSns: false }

async function createSource(format: string, checks: object) {
  const { customerId } = await createCustomer(vakt.database)
  const of = `/admin/customer/${customerId}/monitoring-source`
  const { sourceId, secret, version } = (await vakt.call(staff, 'POST', of, { name: 'Sender', formats: [format] })).json().result
  const path = `${of}/${sourceId}`
  const answer = await vakt.call(staff, 'PUT', `${path}/checks`, { ...nothing, ...checks, version })
  assert.equal(answer.statusCode, 200, answer.body)
  return { customerId, path, secret: secret as string, changed: answer.json().result as MonitoringSource, body: answer.body }
}

const secret = 'a secret of grafana'.replaceAll(' ', '-')
const body = JSON.stringify(readFixture('grafana-group'))
const hmac = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex')
const signedAt = (seconds: number, key = secret) => ({
  'x-grafana-alerting-timestamp': String(seconds),
  'x-grafana-alerting-signature': hmac(`${seconds}:${body}`, key),
})

test('with the secret of Grafana only what it signed is taken, with or without a timestamp', async () => {
  const source = await createSource('grafana', { grafanaSecret: secret })
  assert.equal(source.changed.checks.hasGrafanaSecret, true)
  assert.ok(!source.body.includes(secret))
  const now = Math.floor(Date.now() / 1000)
  const status = async (headers: Record<string, string>, sent = body) =>
    (await vakt.send('grafana', source.secret, sent, headers)).statusCode
  assert.equal(await status({ 'x-grafana-alerting-signature': hmac(body) }), 202)
  assert.equal(await status(signedAt(now)), 202)
  const refused: [string, Record<string, string>, string?][] = [
    ['without a signature', {}],
    ['with another key', { 'x-grafana-alerting-signature': hmac(body, 'another-secret-of-grafana') }],
    ['with another body', { 'x-grafana-alerting-signature': hmac(body) }, `${body} `],
    ['no hex', { 'x-grafana-alerting-signature': 'z'.repeat(64) }],
    ['of another length', { 'x-grafana-alerting-signature': 'ab' }],
    ['an hour ago', signedAt(now - 3600)],
    ['a timestamp that is none', { ...signedAt(now), 'x-grafana-alerting-timestamp': 'now' }],
    ['a timestamp taken away', { 'x-grafana-alerting-signature': signedAt(now)['x-grafana-alerting-signature'] }],
    ['a timestamp that was not signed', { ...signedAt(now), 'x-grafana-alerting-timestamp': String(now - 1) }],
  ]
  for (const [what, headers, sent] of refused) assert.equal(await status(headers, sent), 401, what)
  await vakt.work()
  const { signals } = (await vakt.call(staff, 'GET', `${source.path}/signal`)).json().result
  assert.deepEqual(
    signals.map(({ state }: { state: string }) => state),
    ['done', 'done'],
    'what was refused is not kept',
  )
})

test('the secret is encrypted, stays when another check changes, and is taken away by null', async () => {
  const source = await createSource('grafana', { grafanaSecret: secret })
  const read = async () => {
    const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        `select encode(sealed_grafana_secret, 'escape') as sealed,
           (select string_agg(details::text, '') from recorded_action r where r.customer_id = s.customer_id) as recorded
         from monitoring_source s where customer_id = $1`,
        [source.customerId],
      ),
    )
    return rows[0] as { sealed: string | null; recorded: string }
  }
  const before = await read()
  assert.ok(before.sealed?.startsWith('vakt1:') && !before.sealed.includes(secret) && !before.recorded.includes(secret))
  const change = async (checks: object, version: number) =>
    vakt.call(staff, 'PUT', `${source.path}/checks`, { ...nothing, ...checks, version })
  const { version } = (await change({ acceptsRawSns: true }, source.changed.version)).json().result
  assert.equal((await read()).sealed, before.sealed)
  assert.equal((await change({ grafanaSecret: null }, source.changed.version)).statusCode, 409)
  assert.equal((await change({ grafanaSecret: 'too short' }, version)).statusCode, 400)
  assert.equal((await change({ grafanaSecret: null }, version)).json().result.checks.hasGrafanaSecret, false)
  assert.equal((await read()).sealed, null)
})

test('a push of Google Cloud is taken with the token of its service account only', async () => {
  const source = await createSource('google-cloud', { googleAudience: audience, googleEmail: email })
  const push = async (token: string | null) => {
    const data = Buffer.from(JSON.stringify(readFixture('google-cloud-open'))).toString('base64')
    return vakt.app.inject({
      method: 'POST',
      url: `/ingest/v1/google-cloud/${source.secret}`,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      payload: { message: { data, messageId: '1' }, subscription: 'projects/p/subscriptions/vakt' },
    })
  }
  const claims = { aud: audience, email, email_verified: true, sub: '1' }
  google.setDown(true)
  const unavailable = await push(await google.sign(claims))
  assert.deepEqual([unavailable.statusCode, unavailable.headers['retry-after']], [503, '30'])
  google.setDown(false)
  assert.equal((await push(await google.sign(claims))).statusCode, 202)
  const refused: [string, string | null][] = [
    ['none', null],
    ['no token', 'x.y.z'],
    ['another audience', await google.sign({ ...claims, aud: 'https://other.test' })],
    ['another service account', await google.sign({ ...claims, email: 'other@project.iam.gserviceaccount.com' })],
    ['an address that is not verified', await google.sign({ ...claims, email_verified: false })],
    ['another issuer', await google.sign(claims, { issuer: 'https://evil.test' })],
    ['a forged one', await google.sign(claims, { isForged: true })],
    ['an expired one', await google.sign(claims, { expires: '-5m' })],
  ]
  for (const [what, token] of refused) assert.equal((await push(token)).statusCode, 401, what)
  await vakt.work()
  const { signals } = (await vakt.call(staff, 'GET', `${source.path}/signal`)).json().result
  assert.deepEqual([signals.length, signals[0].alerts[0]?.state], [1, 'firing'])
  const half = await vakt.call(staff, 'PUT', `${source.path}/checks`, { ...nothing, googleAudience: audience, version: 2 })
  assert.deepEqual([half.statusCode, half.json().errors[0].property], [400, 'googleEmail'])
})

test('raw messages of Amazon SNS are read once staff accept them', async () => {
  const queues = snsQueues()
  const createContext = () => ({ actor: null, isStaff: true, log: silentLog, now: new Date(), pool: vakt.database.worker }) as never
  const { Message } = readFixture('cloudwatch-alarm') as { Message: string }
  const latest = async (acceptsRawSns: boolean, sent: string) => {
    const source = await createSource('cloudwatch-sns', { acceptsRawSns })
    const headers = { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-rawdelivery': 'true' }
    assert.equal((await vakt.send('cloudwatch-sns', source.secret, sent, headers)).statusCode, 202)
    await vakt.work()
    await workThrough(queues, createContext, null)
    await vakt.work()
    return (await vakt.call(staff, 'GET', `${source.path}/signal`)).json().result.signals[0]
  }
  assert.equal((await latest(true, Message)).alerts[0]?.state, 'firing')
  const refused = await latest(false, Message)
  assert.deepEqual([refused.state, refused.alerts], ['unrecognised', []])
  assert.match(refused.note, /allow it at the source/)
  const envelope = { Type: 'Notification', TopicArn: 'arn:aws:sns:eu-north-1:123456789012:vakt', Message, SigningCertURL: 'https://x' }
  const unsigned = await latest(true, JSON.stringify(envelope))
  assert.deepEqual([unsigned.state, unsigned.alerts], ['unrecognised', []], 'an envelope must be signed all the same')
})
