import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { escalationQueues } from '#server/features/paging/run-escalations.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createElks } from '#server/platform/phone/elks-client.ts'
import { startElksServer } from '#server/testing/elks-server.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { clockAt } from '#server/testing/moved-clock.ts'
import { deskFrom, newNumber, openPhoneDesk, phoneOf } from '#server/testing/phone-desk.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const elks = await startElksServer()
const phone = phoneOf(createElks(elks.settings))
const vakt = await createTestApp({ phone })
after(() => Promise.all([vakt.close(), elks.close()]))
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `staff@${provider.emailDomain}`, roles: [globalAdminRole] }
await vakt.call(staff, 'POST', '/authentication/usercontext', {})

const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await vakt.call(staff, method, path, body)
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
  return answer.body ? answer.json().result : undefined
}
const query = async (sql: string, values: unknown[]): Promise<Json[]> =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(sql, values))).rows

const escalate = (inMinutes = 0) => {
  const now = new Date(Date.now() + inMinutes * 60_000 + 1000)
  const settings = { origin: 'https://vakt.test', from: deskFrom, isSending: false, phone: phone.settings }
  const clock = clockAt(now)
  const createContext = (job: string) => ({
    ...{ actor: { type: 'system' as const, job }, ...clock, pool: vakt.database.worker },
    ...{ log: silentLog, requestId: null, isStaff: false },
  })
  return workThrough(escalationQueues(settings), createContext, now)
}

/** Someone on call with a confirmed number, and a customer whose incidents page them. */
async function createPlace() {
  const person: TestUser = { email: `p${randomUUID().slice(0, 8)}@${provider.emailDomain}`, roles: [globalAdminRole] }
  await vakt.call(person, 'POST', '/authentication/usercontext', {})
  const [{ user_id: userId, name }] = await query('select user_id, name from app_user where email = $1', [person.email])
  const number = newNumber()
  await query('insert into phone_number (customer_id, user_id, number, confirmed_at, changed_at) values ($1, $2, $3, now(), now())', [
    provider.customerId,
    userId,
    number,
  ])
  const steps = [{ scheduleId: null, userId, minutes: 5 }]
  const { policyId } = await ask('POST', '/admin/escalation-policy', { name: randomUUID(), repeats: 0, isDefault: false, steps })
  const { customerId } = await createCustomer(vakt.database)
  await ask('PUT', `/admin/customer/${customerId}/paging-setting`, { fromSeverity: 'high', pagesCloudOps: true, policyId, version: 0 })
  const token = await createIngestToken(vakt.database, customerId)
  const desk = openPhoneDesk(vakt.database, phone)
  async function open(severity = 'critical') {
    const entity = await createEntity(vakt.database, customerId)
    const labels = { alertname: 'DiskFull', severity, instance: entity.name }
    const alert = {
      status: 'firing',
      fingerprint: randomUUID(),
      labels,
      annotations: { summary: 'Disk – full' },
      startsAt: '2026-11-20T10:00:00Z',
    }
    await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
    await vakt.work()
    await escalate()
    await desk.send()
    const [{ incidentId }] = await ask('GET', `/customer/${customerId}/alert?entityId=${entity.entityId}`)
    const path = `/customer/${customerId}/incident/${incidentId}`
    const read = async () => {
      const [{ state, by }] = await query('select state, acknowledged_by as by from incident where incident_id = $1', [incidentId])
      return by ? `${state} by ${by}` : state
    }
    const pages = async () =>
      (
        await query('select channel, kind, acknowledged_at is not null as used from page where incident_id = $1 order by channel', [
          incidentId,
        ])
      ).map(({ channel, kind, used }) => `${channel} ${kind}${used ? ' used' : ''}`)
    return { incidentId, path, read, pages, ask }
  }
  const sms = () => elks.messages.filter(({ to }) => to === number)
  const calls = () => elks.calls.filter(({ to }) => to === number)
  return { open, number, name, userId, customerId, sms, calls }
}

const replyPath = new URL(phone.callbacks.replyAddress).pathname
const post = (url: string, form: Record<string, string>) =>
  vakt.app.inject({
    ...{ method: 'POST', url, payload: String(new URLSearchParams(form)) },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const reply = (from: string, message: string, path = replyPath) =>
  post(path, { direction: 'incoming', id: randomUUID(), from, to: '+46766861004', message })
const codeIn = (text = '') => /\b\d{4}\b/.exec(text)?.[0] ?? assert.fail(text)

test('a critical page goes by mail, SMS and a call; a reply with its code acknowledges it', async () => {
  const place = await createPlace()
  const incident = await place.open()
  assert.deepEqual(await incident.pages(), ['mail paged', 'sms paged', 'voice paged'])
  const [sms] = place.sms()
  assert.match(sms?.message ?? '', /^(Critical|Kritisk): .*(Reply|Svara) \d{4}/)
  assert.equal((await reply(place.number, codeIn(sms?.message), `${replyPath}x`)).statusCode, 401)
  assert.equal(await incident.read(), 'open')
  const wrong = codeIn(sms?.message) === '1234' ? '1235' : '1234'
  assert.equal((await reply(place.number, wrong)).body, '')
  assert.equal((await reply(newNumber(), codeIn(sms?.message))).body, '')
  assert.equal(await incident.read(), 'open')
  const answered = await reply(place.number, `ok ${codeIn(sms?.message)} `)
  assert.match(answered.body, new RegExp(place.name))
  assert.equal(await incident.read(), `acknowledged by ${place.name}`)
  assert.deepEqual(await incident.pages(), ['mail paged', 'sms paged used', 'voice paged'])
  const [{ details }] = await query(
    "select details from recorded_action where customer_id = $1 and action = 'incident.handle' order by action_id desc limit 1",
    [place.customerId],
  )
  assert.equal(details.by, 'sms reply')
  const paged = (await incident.ask('GET', incident.path)).timeline.filter(({ step }: Json) => step === 'page-paged')
  assert.deepEqual(
    paged.map(({ values }: Json) => values.channels),
    ['mail sms voice'],
  )
})

test('a pressed one acknowledges, another key does not, and the second of two answers is told who was first', async () => {
  const place = await createPlace()
  const incident = await place.open()
  const [call] = place.calls()
  const { next } = JSON.parse(call?.voice_start ?? '{}')
  const press = async (key: string) => {
    const answer = await post(new URL(next.next).pathname, { direction: 'outgoing', callid: call?.id ?? '', result: key })
    return answer.json().play as string
  }
  assert.match(await press('2'), /not acknowledged/)
  assert.equal((await post(new URL(next.next).pathname.replace('/key/', '/voice/'), { result: '1' })).statusCode, 401)
  assert.equal(await incident.read(), 'open')
  const [byKey, byReply] = await Promise.all([press('1'), reply(place.number, codeIn(place.sms()[0]?.message))])
  assert.match(byKey, new RegExp(place.name.replace(/[^a-z0-9]/g, '.')))
  assert.match(byReply.body, new RegExp(place.name))
  assert.equal(await incident.read(), `acknowledged by ${place.name}`)
  assert.equal((await incident.pages()).filter((page) => page.endsWith('used')).length, 1)
})

test('a high page calls only where the cap holds its SMS back, the mail goes in any case, and who has left acknowledges nothing', async () => {
  const place = await createPlace()
  const first = await place.open('high')
  assert.deepEqual(await first.pages(), ['mail paged', 'sms paged'])
  assert.equal(place.calls().length, 0)
  const second = await place.open('high')
  assert.deepEqual(await second.pages(), ['mail paged', 'sms held_back', 'voice paged'])
  assert.deepEqual(await (await place.open('high')).pages(), ['mail paged', 'sms held_back', 'voice held_back'])
  await query('update app_user set disabled_at = now() where user_id = $1', [place.userId])
  assert.match((await reply(place.number, codeIn(place.sms()[0]?.message))).body, /(access|tillgång)/)
  assert.equal(await first.read(), 'open')
})

test('codes cannot be guessed: after five replies a minute a number is not listened to', async () => {
  const place = await createPlace()
  const incident = await place.open('high')
  for (let guess = 0; guess < 5; guess += 1) await reply(place.number, '0000')
  assert.equal((await reply(place.number, codeIn(place.sms()[0]?.message))).body, '')
  assert.equal(await incident.read(), 'open')
})

test('a key in a call of a process to who is on call acknowledges, too; a call to a number of nobody asks for none', async () => {
  const place = await createPlace()
  const incident = await place.open('low')
  assert.deepEqual(await incident.pages(), [])
  const desk = openPhoneDesk(vakt.database, phone)
  const recipient = { userId: place.userId, customerId: provider.customerId }
  const about = { channel: 'voice' as const, customerId: place.customerId, incidentId: incident.incidentId, name: place.name }
  await desk.plan({ ...about, number: place.number, recipient })
  const nobody = newNumber()
  await desk.plan({ ...about, number: nobody })
  await desk.send()
  const [call] = place.calls()
  assert.equal(JSON.parse(elks.calls.find(({ to }) => to === nobody)?.voice_start ?? '{}').next.ivr, undefined)
  const { next } = JSON.parse(call?.voice_start ?? '{}').next
  assert.equal((await post(new URL(next).pathname, { result: '1' })).statusCode, 200)
  assert.equal(await incident.read(), `acknowledged by ${place.name}`)
})
