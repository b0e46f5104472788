import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { noticeGaps } from './notice-gaps.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const roles = ['api-permission-global-admin']
const [anna, bo, cia] = ['anna', 'bo', 'cia'].map((name): TestUser => ({ email: `${name}@${provider.emailDomain}`, roles })) as [
  TestUser,
  TestUser,
  TestUser,
]
for (const person of [anna, bo, cia]) await vakt.call(person, 'POST', '/authentication/usercontext', {})
const hour = 3_600_000
const day = 24 * hour

async function ask(person: TestUser, method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await vakt.call(person, method, path, body)
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
  return answer.body ? answer.json().result : undefined
}
async function problem(person: TestUser, method: string, path: string, body?: unknown): Promise<unknown[]> {
  const answer = await vakt.call(person, method, path, body)
  const { property, message_translation_key: key } = answer.json().errors[0]
  return [answer.statusCode, property, key].filter((part) => part !== undefined)
}
const people: Json[] = await ask(anna, 'GET', '/admin/on-call-people')
const idOf = ({ email }: TestUser): string => people.find((person) => person.email === email).userId
const query = async (text: string, values: unknown[] = []): Promise<Json[]> =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows
await query("update app_user set preferred_language = 'en' where customer_id = $1", [provider.customerId])
const contextAt = (now = new Date()): Context => ({
  actor: { type: 'system', job: 'test' },
  now,
  pool: vakt.database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})
const dispatch = createDispatch({ origin: 'https://vakt.example', from: { name: 'Vakt', address: 'vakt@vakt.example' }, isSending: false })
const dispatchAll = async () => {
  while (await dispatchEvents(contextAt, dispatch));
}
const mailsTo = (person: TestUser, subject: string) =>
  query('select subject, text_body as text from mail_delivery where address = $1 and kind = $2 and subject like $3', [
    person.email,
    'on_call',
    `%${subject}%`,
  ])

/** Anna alone is on call, always. */
async function createSchedule(layer: object = {}): Promise<{ scheduleId: string; name: string }> {
  const name = `Operations ${randomUUID()}`
  const layers = [{ people: [idOf(anna)], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null, ...layer }]
  return { name, ...(await ask(anna, 'POST', '/admin/on-call', { name, timeZone: 'Europe/Stockholm', layers })) }
}
const shiftsOf = async (person: TestUser, scheduleId: string): Promise<Json[]> =>
  (await ask(person, 'GET', '/on-call/shift')).shifts.filter((shift: Json) => shift.scheduleId === scheduleId)
const span = (from: number, to: number) => ({
  from: new Date(Date.now() + from).toISOString(),
  to: new Date(Date.now() + to).toISOString(),
})

test('a shift that a colleague accepts is theirs, by an override, and both are notified', async () => {
  const { scheduleId, name } = await createSchedule()
  const offered = { scheduleId, ...span(2 * day, 3 * day), userId: idOf(bo), note: 'Dentist' }
  const { swapId } = await ask(anna, 'POST', '/on-call/swap', offered)
  await dispatchAll()
  assert.equal((await mailsTo(bo, 'asks you to take a shift')).filter(({ text }) => text.replace(/\s+/g, ' ').includes(name)).length, 1)
  assert.deepEqual(
    (await mailsTo(anna, 'asks you')).filter(({ text }) => text.replace(/\s+/g, ' ').includes(name)),
    [],
  )
  const [told] = (await ask(bo, 'GET', '/notification')).filter((one: Json) => one.subject === name)
  assert.deepEqual([told.kind, told.onCall], ['on_call', 'swap_asked'])

  // Neither who asked nor anyone else answers it.
  for (const person of [anna, cia]) assert.deepEqual((await problem(person, 'PUT', `/on-call/swap/${swapId}`, { accepts: true }))[0], 404)
  const [first, second] = await Promise.all([true, true].map(() => vakt.call(bo, 'PUT', `/on-call/swap/${swapId}`, { accepts: true })))
  assert.deepEqual([first?.statusCode, second?.statusCode].toSorted(), [204, 409])
  const [taken] = await shiftsOf(bo, scheduleId)
  assert.deepEqual([taken.from, taken.to, taken.isOverride], [offered.from, offered.to, true])
  assert.equal((await shiftsOf(anna, scheduleId)).length, 2)
  await dispatchAll()
  assert.equal((await mailsTo(anna, 'takes the shift')).filter(({ text }) => text.replace(/\s+/g, ' ').includes(name)).length, 1)
  const [swap] = (await ask(anna, 'GET', '/on-call/swap')).filter((one: Json) => one.swapId === swapId)
  assert.deepEqual([swap.state, swap.asked.name !== '', swap.note], ['accepted', true, 'Dentist'])
  const actions = await query('select action from recorded_action where target = $1 order by at', [`swap ${swapId}`])
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['on-call.swap-ask', 'on-call.swap-accept'],
  )
})

test('an accepted shift that has begun shows in the timeline and in who is on call, until it ends', async () => {
  const { scheduleId, name } = await createSchedule()
  const { customerId } = await createCustomer(vakt.database)
  const names = new Map(people.map((person) => [person.userId, person.name]))
  const onCall = async () => (await ask(cia, 'GET', `/customer/${customerId}/on-call`)).onCall.find((one: Json) => one.schedule === name)
  assert.deepEqual(await onCall(), {
    schedule: name,
    isPaged: false,
    now: { name: names.get(idOf(anna)), until: null },
    next: null,
    restsUntil: null,
  })
  assert.deepEqual(
    (await shiftsOf(anna, scheduleId)).map(({ isOpenEnded }) => isOpenEnded),
    [true],
  )
  const offered = span(-hour, 8 * hour)
  const { swapId } = await ask(anna, 'POST', '/on-call/swap', { scheduleId, ...offered, userId: idOf(bo) })
  await ask(bo, 'PUT', `/on-call/swap/${swapId}`, { accepts: true })
  const { now, next } = await onCall()
  assert.deepEqual([now, next.name], [{ name: names.get(idOf(bo)), until: offered.to }, names.get(idOf(anna))])
  const day = new URLSearchParams(span(-hour, 12 * hour))
  const { shifts } = await ask(cia, 'GET', `/admin/on-call/${scheduleId}/shift?${day}`)
  const ahead = shifts.filter(({ to }: Json) => Date.parse(to) > Date.now())
  assert.deepEqual(
    ahead.map(({ person, overrideId }: Json) => [person.userId, overrideId !== null]),
    [
      [idOf(bo), true],
      [idOf(anna), false],
    ],
  )
})

test('an offer can be refused or withdrawn, and is refused itself where it cannot be kept', async () => {
  const { scheduleId } = await createSchedule()
  const offer = (change: object) => ({ scheduleId, ...span(day, 2 * day), userId: idOf(bo), ...change })
  const wrong = (change: object) => problem(anna, 'POST', '/on-call/swap', offer(change))
  assert.deepEqual(await wrong({ userId: idOf(anna) }), [400, 'userId', 'on_call.colleague_unknown'])
  assert.deepEqual(await wrong({ userId: randomUUID() }), [400, 'userId', 'on_call.colleague_unknown'])
  assert.deepEqual(await wrong(span(-2 * day, -day)), [400, 'to', 'on_call.shift_over'])
  assert.deepEqual(await wrong(span(2 * day, day)), [400, 'to', 'on_call.ends_before_start'])
  assert.deepEqual(await problem(cia, 'POST', '/on-call/swap', offer({})), [400, 'from', 'on_call.not_your_shift'])

  const { swapId } = await ask(anna, 'POST', '/on-call/swap', offer({}))
  assert.deepEqual(await wrong({}), [409, 'from', 'on_call.swap_open'])
  await ask(bo, 'PUT', `/on-call/swap/${swapId}`, { accepts: false })
  assert.deepEqual(await shiftsOf(bo, scheduleId), [])
  assert.deepEqual(await problem(anna, 'DELETE', `/on-call/swap/${swapId}`), [409, 'swapId', 'on_call.swap_answered'])
  const again = await ask(anna, 'POST', '/on-call/swap', offer({}))
  await ask(anna, 'DELETE', `/on-call/swap/${again.swapId}`)
  assert.deepEqual(await problem(bo, 'PUT', `/on-call/swap/${again.swapId}`, { accepts: true }), [409, 'swapId', 'on_call.swap_answered'])

  // The schedule was changed meanwhile: it is not hers to give.
  const late = await ask(anna, 'POST', '/on-call/swap', offer({}))
  await ask(anna, 'POST', `/admin/on-call/${scheduleId}/override`, { userId: idOf(cia), ...span(day, 2 * day) })
  assert.deepEqual(await problem(bo, 'PUT', `/on-call/swap/${late.swapId}`, { accepts: true }), [409, 'swapId', 'on_call.shift_changed'])
})

test('the calendar shows the shifts to who has the address, until it is replaced, revoked, or its owner leaves', async () => {
  const { name } = await createSchedule({ people: [idOf(cia)] })
  const read = async (path: string) => {
    const answer = await vakt.app.inject({ method: 'GET', url: path })
    return { status: answer.statusCode, body: answer.body.replaceAll('\r\n ', '') }
  }
  const { path } = await ask(cia, 'POST', '/on-call/shift-calendar')
  const shown = await read(path)
  assert.equal(shown.status, 200)
  assert.ok(shown.body.startsWith('BEGIN:VCALENDAR') && shown.body.includes(`SUMMARY:${name}`))
  assert.notEqual((await ask(cia, 'GET', '/on-call/shift-calendar')).feed.lastReadAt, null)
  const next = await ask(cia, 'POST', '/on-call/shift-calendar')
  assert.deepEqual([(await read(path)).status, (await read(next.path)).status], [404, 200])
  const user = `/admin/customer/${provider.customerId}/user/${idOf(cia)}`
  await ask(anna, 'PUT', user, { isDisabled: true })
  assert.equal((await read(next.path)).status, 404)
  await ask(anna, 'PUT', user, { isDisabled: false })
  await ask(cia, 'DELETE', '/on-call/shift-calendar')
  assert.equal((await read(next.path)).status, 404)
  assert.equal((await ask(cia, 'GET', '/on-call/shift-calendar')).feed, null)
})

test('administrators are notified of a gap once, and again of another one', async () => {
  const { scheduleId, name } = await createSchedule()
  const about = async () => (await mailsTo(bo, 'No one is on call')).filter(({ subject }) => subject.includes(name))
  const runAt = async (ms: number) => {
    await noticeGaps(contextAt(new Date(Date.now() + ms)))
    await dispatchAll()
  }
  await runAt(0)
  assert.deepEqual(await about(), [])
  const { version } = (await ask(anna, 'GET', '/admin/on-call')).find((one: Json) => one.scheduleId === scheduleId)
  const layer = { people: [], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null }
  await ask(anna, 'PUT', `/admin/on-call/${scheduleId}`, { name, timeZone: 'Europe/Stockholm', layers: [layer], version })
  await runAt(1000)
  await runAt(hour)
  assert.equal((await about()).length, 1)
})
