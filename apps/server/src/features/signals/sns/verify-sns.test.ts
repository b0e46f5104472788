import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readFixture } from '#server/features/signals/formats/fixtures/read-fixture.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { startSnsServer } from '#server/testing/sns-server.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { awsAddresses } from './sns-message.ts'
import { snsQueues } from './verify-sns.ts'

const vakt = await createTestApp()
const sns = await startSnsServer()
after(async () => {
  await sns.close()
  await vakt.close()
})
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const topicArn = 'arn:aws:sns:eu-north-1:123456789012:vakt'
const queues = snsQueues(sns.addresses)

const alarm = (name: 'cloudwatch-alarm' | 'cloudwatch-ok') => (readFixture(name) as { Message: string }).Message

async function work(dueBy: Date | null = null) {
  const createContext = () => ({ actor: null, isStaff: true, log: silentLog, now: new Date(), pool: vakt.database.worker }) as never
  await vakt.work()
  await workThrough(queues, createContext, dueBy)
  await vakt.work()
}

async function createSource() {
  const { customerId } = await createCustomer(vakt.database)
  const of = `/admin/customer/${customerId}/monitoring-source`
  const { sourceId, secret } = (await vakt.call(staff, 'POST', of, { name: 'AWS', formats: ['cloudwatch-sns'] })).json().result
  const path = `${of}/${sourceId}`
  return {
    // SNS sends JSON as text.
    send: (body: object) => vakt.send('cloudwatch-sns', secret, body, { 'content-type': 'text/plain; charset=UTF-8' }),
    allow: () => vakt.call(staff, 'POST', `${path}/allow-topic`, { topicArn }),
    read: async () => (await vakt.call(staff, 'GET', `${path}/signal`)).json().result,
  }
}

test('a subscription is confirmed once staff allow its topic, and its signed alarms fire and resolve', async () => {
  const source = await createSource()
  const asking = sns.sign('SubscriptionConfirmation', { SignatureVersion: '1' })
  assert.equal((await source.send(asking)).statusCode, 202)
  await work()
  const before = await source.read()
  assert.deepEqual(
    [before.topics.map((topic: object) => ({ ...topic, askedAt: '' })), sns.confirmed.includes(asking.Token ?? '')],
    [[{ topicArn, askedAt: '', allowedAt: null, confirmedAt: null }], false],
  )
  assert.match(before.signals[0].note, /wants to send to this source/)
  assert.equal((await source.allow()).json().result.signals, 1)
  await work()
  assert.ok(sns.confirmed.includes(asking.Token ?? ''))
  assert.ok((await source.read()).topics[0].confirmedAt)

  const asked = sns.certificates()
  for (const [index, state] of ['firing', 'resolved'].entries()) {
    await source.send(sns.sign('Notification', { Subject: 'ALARM', Message: alarm(index === 0 ? 'cloudwatch-alarm' : 'cloudwatch-ok') }))
    await work()
    assert.deepEqual(
      (await source.read()).signals[0].alerts.map((alert: { state: string }) => alert.state),
      [state],
    )
  }
  assert.equal(sns.certificates(), asked, 'the certificate is remembered')
})

test('what is not signed, changed, old, of another topic or with a foreign certificate is set aside and fetches nothing', async () => {
  const source = await createSource()
  await source.allow()
  const asked = sns.certificates()
  const good = () => sns.sign('Notification', { Message: alarm('cloudwatch-alarm') })
  const wrong: [object, RegExp][] = [
    [{ ...good(), Message: alarm('cloudwatch-ok') }, /signature does not match/],
    [{ ...good(), SignatureVersion: '3' }, /signature does not match/],
    [
      { ...good(), SigningCertURL: 'https://evil.example/SimpleNotificationService-00000000000000000000000000000000.pem' },
      /certificate is not one/,
    ],
    [{ ...good(), SigningCertURL: 'http://169.254.169.254/latest/meta-data' }, /certificate is not one/],
    [sns.sign('Notification', { Message: alarm('cloudwatch-alarm'), Timestamp: '2020-01-01T00:00:00.000Z' }), /more than an hour/],
    [sns.sign('Notification', { Message: alarm('cloudwatch-alarm'), TopicArn: `${topicArn}-other` }), /-other wants to send/],
    [
      sns.sign('SubscriptionConfirmation', { SubscribeURL: 'http://169.254.169.254/?Action=ConfirmSubscription' }),
      /SubscribeURL is not one/,
    ],
    [JSON.parse(alarm('cloudwatch-alarm')), /Raw message delivery/],
  ]
  for (const [body, reason] of wrong) {
    await source.send(body)
    await work()
    const [latest] = (await source.read()).signals
    assert.deepEqual([latest.state, latest.alerts], ['unrecognised', []])
    assert.match(latest.note, reason)
  }
  assert.equal(sns.certificates(), asked)
})

test('a certificate that cannot be fetched leaves the signal waiting, and it is read when it can', async () => {
  const source = await createSource()
  await source.allow()
  sns.setDown(true)
  const message = sns.sign('Notification', { Message: alarm('cloudwatch-alarm') })
  await source.send({ ...message, SigningCertURL: message.SigningCertURL?.replace(/0{32}/, '1'.repeat(32)) })
  await work()
  const [waiting] = (await source.read()).signals
  assert.deepEqual([waiting.state, waiting.note], ['pending', 'Not verified yet: It answered 503.'])
  sns.setDown(false)
  await work(new Date(Date.now() + 3_600_000))
  assert.equal((await source.read()).signals[0].alerts[0].state, 'firing')
})

test('only addresses of Amazon SNS in the region of the topic are fetched', () => {
  const path = `/SimpleNotificationService-${'0a'.repeat(16)}.pem`
  assert.ok(awsAddresses.isCertificate(`https://sns.eu-north-1.amazonaws.com${path}`, topicArn))
  const confirm = '/?Action=ConfirmSubscription&Token=x'
  assert.ok(awsAddresses.isSubscription(`https://sns.eu-north-1.amazonaws.com${confirm}`, topicArn))
  const hosts = [
    'http://sns.eu-north-1.amazonaws.com',
    'https://sns.eu-west-1.amazonaws.com',
    'https://sns.eu-north-1.amazonaws.com:8443',
    'https://user@sns.eu-north-1.amazonaws.com',
    'https://sns.eu-north-1.amazonaws.com.evil.example',
    'https://sns.eu-north-1.amazonaws.com@evil.example',
    'https://evil.example#sns.eu-north-1.amazonaws.com',
    'https://evilsns.eu-north-1.amazonaws.com',
    'https://s3.eu-north-1.amazonaws.com',
    'https://sns.s3-eu-north-1.amazonaws.com',
    'https://127.0.0.1',
  ]
  const bucketTopic = topicArn.replace('eu-north-1', 's3-eu-north-1')
  assert.equal(awsAddresses.isCertificate(`https://sns.s3-eu-north-1.amazonaws.com${path}`, bucketTopic), false)
  for (const region of ['us-gov-west-1', 'ap-southeast-2', 'cn-north-1', 'mx-central-1'])
    assert.ok(awsAddresses.isCertificate(`https://sns.${region}.amazonaws.com${path}`, topicArn.replace('eu-north-1', region)), region)
  for (const host of hosts) {
    assert.equal(awsAddresses.isCertificate(`${host}${path}`, topicArn), false, host)
    assert.equal(awsAddresses.isSubscription(`${host}${confirm}`, topicArn), false, host)
  }
  for (const odd of ['/x.pem', `${path}?x=1`, `/a${path}`])
    assert.equal(awsAddresses.isCertificate(`https://sns.eu-north-1.amazonaws.com${odd}`, topicArn), false)
  assert.equal(awsAddresses.isSubscription('https://sns.eu-north-1.amazonaws.com/?Action=DeleteTopic', topicArn), false)
})
