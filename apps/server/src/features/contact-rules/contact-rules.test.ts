import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { ContactRule } from '@vakt/contract/contact-rules.ts'
import { createPushSender } from '#server/features/deliveries/push-channel.ts'
import { deliveryQueues } from '#server/features/deliveries/send-deliveries.ts'
import { summariseHeld } from '#server/features/deliveries/summarise-held.ts'
import { contactQueues } from '#server/features/paging/contact-again.ts'
import { escalationQueues } from '#server/features/paging/run-escalations.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createVapid } from '#server/platform/push/vapid.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { clockAt } from '#server/testing/moved-clock.ts'
import { newNumber } from '#server/testing/phone-desk.ts'
import { createPushBrowser, readVapid, startPushService } from '#server/testing/push-service.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const vakt = await createTestApp()
const service = await startPushService()
after(async () => {
  await service.close()
  await vakt.close()
})
const provider = await createCustomer(vakt.database, { isProvider: true })
const roles = ['api-permission-global-admin']
const [karin, oskar] = ['karin', 'oskar'].map((name): TestUser => ({ email: `${name}@${provider.emailDomain}`, roles })) as [
  TestUser,
  TestUser,
]
for (const person of [karin, oskar]) await vakt.call(person, 'POST', '/authentication/usercontext', {})

const minute = 60_000
const settings = { origin: 'https://vakt.test', from: { name: 'Vakt', address: 'vakt@vakt.test' }, isSending: false }
const vapid = createVapid(Buffer.alloc(32, 10), 'vakt@vakt.test')

async function ask(person: TestUser, method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await vakt.call(person, method, path, body)
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
  return answer.body ? answer.json().result : undefined
}
async function problem(person: TestUser, method: string, path: string, body?: unknown): Promise<unknown[]> {
  const answer = await vakt.call(person, method, path, body)
  const [error] = answer.json().errors
  return [answer.statusCode, error.property, error.message_translation_key]
}
const query = async (text: string, values: unknown[] = []): Promise<Json[]> =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows
await query("update app_user set preferred_language = 'en', time_zone = 'UTC' where customer_id = $1", [provider.customerId])
const people: Json[] = await ask(karin, 'GET', '/admin/on-call-people')
const idOf = ({ email }: TestUser): string => people.find((person) => person.email === email).userId

const contextAt =
  (inMinutes: number, clock = clockAt(new Date(Date.now() + inMinutes * minute + 1000))) =>
  (job: string) => ({
    ...{ actor: { type: 'system' as const, job }, ...clock, pool: vakt.database.worker },
    ...{ log: silentLog, requestId: null, isStaff: false },
  })
/** Takes every step and contact that is due within so many minutes from now, and sends what goes by web push. */
async function work(inMinutes = 0): Promise<void> {
  const nowAt = () => new Date(Date.now() + inMinutes * minute + 1000)
  const queues = {
    ...escalationQueues(settings),
    ...contactQueues(settings),
    ...deliveryQueues([createPushSender({ vapid, allowPrivate: true })]),
  }
  await workThrough(queues, contextAt(inMinutes), nowAt())
  // What was written meanwhile is due a moment later.
  await workThrough(queues, contextAt(inMinutes), nowAt())
}

const rule = (change: Partial<ContactRule>): ContactRule => ({
  severities: ['critical', 'high', 'medium', 'low'],
  hours: null,
  first: 'mail',
  second: null,
  minutes: 5,
  ...change,
})
async function prefer(person: TestUser, rules: ContactRule[], quietHours: object | null = null): Promise<void> {
  const { version } = await ask(person, 'GET', '/contact-preference')
  await ask(person, 'PUT', '/contact-preference', { rules, quietHours, version })
}
async function giveNumber(person: TestUser): Promise<string> {
  const number = newNumber()
  await query(
    `insert into phone_number (customer_id, user_id, number, confirmed_at, changed_at) values ($1, $2, $3, now(), now())
     on conflict (customer_id, user_id) do update set number = $3, confirmed_at = now()`,
    [provider.customerId, idOf(person), number],
  )
  return number
}
async function addDevice(person: TestUser): Promise<{ deviceId: string; path: string; read(body: Buffer): string }> {
  const { keys, read } = createPushBrowser()
  const path = `/send/${randomUUID()}`
  const { deviceId } = await ask(person, 'POST', '/push-device', { name: 'Chrome on Android', endpoint: `${service.url}${path}`, ...keys })
  return { deviceId, path, read }
}
/** Opens an incident at a customer that pages Karin, then Oskar, and takes the first step. */
async function page(
  severity = 'critical',
): Promise<{ pages: () => Promise<string[]>; acknowledge: () => Promise<void>; customerId: string }> {
  const steps = [karin, oskar].map((person) => ({ scheduleId: null, userId: idOf(person), minutes: 30 }))
  const policy = { name: `Policy ${randomUUID()}`, repeats: 0, isDefault: false, steps }
  const { policyId } = await ask(karin, 'POST', '/admin/escalation-policy', policy)
  const { customerId } = await createCustomer(vakt.database)
  await ask(karin, 'PUT', `/admin/customer/${customerId}/paging-setting`, {
    fromSeverity: 'low',
    pagesCloudOps: true,
    policyId,
    version: 0,
  })
  const token = await createIngestToken(vakt.database, customerId)
  const entity = await createEntity(vakt.database, customerId)
  const labels = { alertname: 'DiskFull', severity, instance: entity.name }
  const alert = {
    status: 'firing',
    fingerprint: randomUUID(),
    labels,
    annotations: { summary: 'Disk full' },
    startsAt: '2026-11-20T10:00:00Z',
  }
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
  await vakt.work()
  const [{ incidentId }] = await ask(karin, 'GET', `/customer/${customerId}/alert?entityId=${entity.entityId}`)
  await work()
  return {
    customerId,
    pages: async () =>
      (
        await query(
          "select kind, channel, split_part(person_name, '@', 1) as name from page where customer_id = $1 order by at, kind desc, channel",
          [customerId],
        )
      ).map(({ kind, channel, name }) => `${name} ${kind} ${channel}`),
    acknowledge: async () => {
      const { version } = await ask(karin, 'GET', `/customer/${customerId}/incident/${incidentId}`)
      await ask(karin, 'PUT', `/customer/${customerId}/incident/${incidentId}`, { state: 'acknowledged', version })
    },
  }
}

test('without rules a page goes as it always went; with rules on the first channel, and on the second after its minutes', async () => {
  const before = await page()
  assert.deepEqual(await before.pages(), ['karin paged mail'])
  await giveNumber(karin)
  await prefer(karin, [rule({ severities: ['critical'], first: 'sms', second: 'voice', minutes: 3 })])
  const { pages } = await page()
  assert.deepEqual(await pages(), ['karin paged sms'])
  await work(2)
  assert.deepEqual(await pages(), ['karin paged sms'])
  await work(3)
  await work(4)
  assert.deepEqual(await pages(), ['karin paged sms', 'karin paged voice'])
})

test('an acknowledged page is not repeated on the second channel', async () => {
  await giveNumber(karin)
  await prefer(karin, [rule({ first: 'mail', second: 'sms', minutes: 3 })])
  const { pages, acknowledge } = await page()
  await acknowledge()
  await work(5)
  assert.deepEqual(await pages(), ['karin paged mail'])
})

test('when the cap holds back a number the next channel is tried, and then the next person, at once', async () => {
  await giveNumber(karin)
  await prefer(karin, [rule({ first: 'sms', second: 'voice', minutes: 30 })])
  await page()
  assert.deepEqual(await (await page()).pages(), ['karin paged voice', 'karin held_back sms'])
  const third = await page()
  await work()
  assert.deepEqual((await third.pages()).toSorted(), [
    'karin held_back sms',
    'karin held_back voice',
    'karin paged mail',
    'oskar paged mail',
  ])
})

test('quiet hours hold what is not critical for one summary, and never a critical page', async () => {
  const now = Date.now()
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  const quiet = { opens: clock(now - 60 * minute), closes: clock(now + 120 * minute) }
  await prefer(karin, [], quiet)
  await query('delete from phone_number where user_id = $1', [idOf(karin)])
  assert.deepEqual(await (await page('critical')).pages(), ['karin paged mail'])
  const { pages, customerId } = await page('high')
  await work()
  assert.deepEqual((await pages()).toSorted(), ['karin quiet_hours none', 'oskar paged mail'])
  const held = () =>
    query("select state from mail_delivery where customer_id = $1 and address = $2 and kind = 'page'", [customerId, karin.email])
  await summariseHeld(contextAt(60)('test'), settings)
  assert.deepEqual(await held(), [{ state: 'held' }])
  await summariseHeld(contextAt(125)('test'), settings)
  assert.deepEqual(await held(), [{ state: 'summarised' }])
  const summaries = await query("select text_body as text from mail_delivery where address = $1 and kind = 'summary'", [karin.email])
  assert.equal(summaries.length, 1)
  assert.match(summaries[0].text, /quiet hours/)
  await prefer(karin, [])
})

test('web push carries the headline alone, encrypted for the browser and signed for its service', async () => {
  const device = await addDevice(karin)
  await prefer(karin, [rule({ first: 'push' })])
  const { pages, customerId } = await page('critical')
  assert.deepEqual(await pages(), ['karin paged push'])
  const [received] = service.received.filter(({ path }) => path === device.path)
  assert.ok(received)
  const { headline, path, ...rest } = JSON.parse(device.read(received.body))
  assert.deepEqual([headline, Object.keys(rest)], ['Critical: Disk full', ['tag']])
  assert.match(path, new RegExp(`^/incidents/${customerId}/\\d+$`))
  assert.equal(received.headers['content-encoding'], 'aes128gcm')
  const { publicKey } = await ask(karin, 'GET', '/push-device')
  const claims = readVapid(String(received.headers.authorization))
  assert.deepEqual([claims?.aud, claims?.key], [service.url, publicKey])
  const [{ lastSentAt }] = (await ask(karin, 'GET', '/push-device')).devices
  assert.notEqual(lastSentAt, null)
})

test('a device that its service knows no more is removed, and the page goes on; one that was removed gets nothing', async () => {
  for (const status of [410, 404]) {
    const device = await addDevice(oskar)
    service.status = status
    await ask(oskar, 'POST', '/contact-preference/test', { channel: 'push' })
    await work()
    assert.equal(service.received.filter(({ path }) => path === device.path).length, 1)
    assert.deepEqual((await ask(oskar, 'GET', '/push-device')).devices, [])
    assert.deepEqual(await problem(oskar, 'POST', '/contact-preference/test', { channel: 'push' }), [409, 'channel', 'contact.no_device'])
  }
  service.status = 503
  const device = await addDevice(oskar)
  await ask(oskar, 'POST', '/contact-preference/test', { channel: 'push' })
  await work()
  assert.equal((await ask(oskar, 'GET', '/push-device')).devices.length, 1)
  service.status = 201
  assert.equal((await vakt.call(karin, 'DELETE', `/push-device/${device.deviceId}`)).statusCode, 404)
  await ask(oskar, 'DELETE', `/push-device/${device.deviceId}`)
  const count = service.received.length
  await work(10)
  assert.equal(service.received.length, count)
})

test('a browser that someone else signs in to stops being the device of who had it before', async () => {
  const { keys } = createPushBrowser()
  const body = { name: 'Shared', endpoint: `${service.url}/send/${randomUUID()}`, ...keys }
  await ask(karin, 'POST', '/push-device', body)
  await ask(oskar, 'POST', '/push-device', body)
  const names = async (person: TestUser) => (await ask(person, 'GET', '/push-device')).devices.map(({ name }: Json) => name)
  assert.ok(!(await names(karin)).includes('Shared'))
  assert.ok((await names(oskar)).includes('Shared'))
})

test('what is wrong is named, and of two editors one wins', async () => {
  const { version } = await ask(karin, 'GET', '/contact-preference')
  const save = (change: object) => problem(karin, 'PUT', '/contact-preference', { rules: [], quietHours: null, version, ...change })
  assert.deepEqual(await save({ rules: [rule({ second: 'mail' })] }), [400, 'rules.0.second', 'contact.same_channel'])
  assert.deepEqual(await save({ rules: [rule({ severities: [] })] }), [400, 'rules.0.severities', 'contact.no_severity'])
  assert.deepEqual(await save({ rules: [rule({ minutes: 0 })] }), [400, 'rules.0.minutes', 'contact.minutes'])
  const noon = { opens: '12:00', closes: '12:00' }
  assert.deepEqual(await save({ quietHours: noon }), [400, 'quietHours.closes', 'contact.quiet_all_day'])
  assert.deepEqual(await save({ quietHours: { ...noon, opens: '24:00' } }), [400, 'quietHours.opens', 'contact.time'])
  await ask(karin, 'PUT', '/contact-preference', { rules: [], quietHours: null, version })
  assert.deepEqual(await save({}), [409, 'version', 'contact.changed'])
  const { keys } = createPushBrowser()
  const device = { name: 'x', endpoint: `${service.url}/x`, ...keys }
  const wrong = (change: object) => problem(karin, 'POST', '/push-device', { ...device, ...change })
  assert.deepEqual((await wrong({ endpoint: 'ftp://push.example' }))[1], 'endpoint')
  assert.deepEqual(await wrong({ p256dh: Buffer.alloc(65, 4).toString('base64url') }), [400, 'p256dh', 'contact.key_wrong'])
})
