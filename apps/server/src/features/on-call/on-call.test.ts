import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { OnCallSchedule, OnCallShift } from '@vakt/contract/on-call/on-call.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const roles = ['api-permission-global-admin']
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles }
const oskar: TestUser = { email: `oskar@${provider.emailDomain}`, roles }
for (const person of [karin, oskar]) await vakt.call(person, 'POST', '/authentication/usercontext', {})

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await vakt.call(karin, method, `/admin/on-call${path}`, body)
  return { status: answer.statusCode, json: answer.body ? answer.json() : {} }
}
const keyOf = ({ json }: { json: { errors?: { property: string; message_translation_key: string }[] } }) =>
  json.errors?.[0] && [json.errors[0].property, json.errors[0].message_translation_key]

const people = (await ask('GET', '-people')).json.result as { userId: string; email: string }[]
const idOf = ({ email }: TestUser) => people.find((person) => person.email === email)?.userId ?? assert.fail(email)
const [karinId, oskarId] = [idOf(karin), idOf(oskar)]
const hour = 3_600_000
const weekly = { people: [karinId, oskarId], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null }
const schedule = (layers: object[] = [weekly]) => ({ name: 'Operations', timeZone: 'Europe/Stockholm', layers })

const create = async (layers?: object[]): Promise<OnCallSchedule> => {
  const { status, json } = await ask('POST', '', schedule(layers))
  assert.equal(status, 200, JSON.stringify(json))
  return json.result
}
const shifts = async (scheduleId: string, from: number, to: number): Promise<OnCallShift[]> =>
  (await ask('GET', `/${scheduleId}/shift?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`)).json.result.shifts
const other = (userId: string | undefined) => (userId === karinId ? oskarId : karinId)

test('a schedule says who is on call now and who is next; an override stands in, and removing it brings the turn back', async () => {
  const { scheduleId, now, next, gaps } = await create()
  assert.deepEqual([now.person?.userId, next?.person?.userId].toSorted(), [karinId, oskarId].toSorted())
  assert.deepEqual(gaps, [])
  const standIn = other(now.person?.userId)
  const body = { userId: standIn, from: new Date(Date.now() - hour).toISOString(), to: new Date(Date.now() + hour).toISOString() }
  const { json } = await ask('POST', `/${scheduleId}/override`, body)
  const read = async () => (await ask('GET', '')).json.result.find((one: OnCallSchedule) => one.scheduleId === scheduleId) as OnCallSchedule
  assert.equal((await read()).now.person?.userId, standIn)
  // It begins when it was made: who was on call an hour ago stays as it was.
  const [before] = await shifts(scheduleId, Date.now() - 0.5 * hour, Date.now() + 0.5 * hour)
  assert.notEqual(before?.person?.userId, standIn)
  assert.equal((await ask('DELETE', `/${scheduleId}/override/${json.result.overrideId}`)).status, 204)
  assert.equal((await read()).now.person?.userId, now.person?.userId)
  assert.equal((await ask('DELETE', `/${scheduleId}/override/${json.result.overrideId}`)).status, 404)
})

test('an edit counts from now on, one of two editors is refused, and a removed schedule comes back', async () => {
  const { scheduleId, version } = await create()
  const empty = { ...schedule([{ ...weekly, people: [] }]), version }
  const saved = await ask('PUT', `/${scheduleId}`, empty)
  assert.equal(saved.json.result.now.person, null)
  assert.equal(saved.json.result.gaps.length, 1)
  assert.deepEqual(keyOf(await ask('PUT', `/${scheduleId}`, empty)), ['version', 'on_call.changed'])
  assert.equal((await ask('DELETE', `/${scheduleId}`)).status, 204)
  assert.equal((await ask('PUT', `/${scheduleId}`, { ...empty, version: 2 })).status, 404)
  assert.equal((await ask('POST', `/${scheduleId}/restore`)).status, 200)
  // Before it was made no one was on call by it, between the two versions someone, and no one from the second one on.
  const found = await shifts(scheduleId, Date.now() - hour, Date.now() + hour)
  assert.deepEqual(
    found.map(({ person, isOutsideHours }) => [person !== null, isOutsideHours]),
    [
      [false, true],
      [true, false],
      [false, false],
    ],
  )
})

test('a person who is disabled while on call leaves at once: the other takes over, and with no one left it is a gap', async () => {
  const { scheduleId } = await create()
  const alone = await create([{ ...weekly, people: [oskarId] }])
  const path = `/admin/customer/${provider.customerId}/user/${oskarId}`
  assert.equal((await vakt.call(karin, 'PUT', path, { isDisabled: true })).statusCode, 200)
  const found = (await ask('GET', '')).json.result as OnCallSchedule[]
  const of = (id: string) => found.find((one) => one.scheduleId === id)
  assert.equal(of(scheduleId)?.now.person?.userId, karinId)
  assert.equal(of(alone.scheduleId)?.now.person, null)
  assert.equal(of(alone.scheduleId)?.layers[0]?.people[0]?.isGone, true)
  const override = { userId: oskarId, from: new Date().toISOString(), to: new Date(Date.now() + hour).toISOString() }
  assert.deepEqual(keyOf(await ask('POST', `/${scheduleId}/override`, override)), ['userId', 'on_call.person_unknown'])
  assert.equal((await vakt.call(karin, 'PUT', path, { isDisabled: false })).statusCode, 200)
})

test('nights of a schedule of office hours are no gaps; hours without people are', async () => {
  const monday = Date.parse('2027-01-04T00:00:00Z')
  const office = { opens: '08:00', closes: '17:00' }
  const hours = [office, null, null, null, null, null, null]
  const { scheduleId, gaps } = await create([{ ...weekly, hours }])
  assert.deepEqual(gaps, [])
  const read = async (id: string) =>
    (await shifts(id, monday, monday + 24 * hour)).map(({ person, from, isOutsideHours }) => [
      from.slice(11, 16),
      person !== null,
      isOutsideHours,
    ])
  assert.deepEqual(await read(scheduleId), [
    ['00:00', false, true],
    ['07:00', true, false],
    ['16:00', false, true],
  ])
  const empty = await create([{ ...weekly, hours, people: [] }])
  assert.ok(empty.gaps.length > 0)
  assert.deepEqual(await read(empty.scheduleId), [
    ['00:00', false, true],
    ['07:00', false, false],
    ['16:00', false, true],
  ])
})

test('what cannot be is refused with the field that is wrong', async () => {
  const wrong = async (layer: object) => keyOf(await ask('POST', '', schedule([{ ...weekly, ...layer }])))
  const closed = Array.from({ length: 7 }, () => ({ opens: '17:00', closes: '08:00' }))
  assert.deepEqual(await wrong({ hours: closed }), ['layers.0.hours', 'on_call.hours_wrong'])
  assert.deepEqual(await wrong({ startsAt: '2026-13-45T08:00' }), ['layers.0.startsAt', 'on_call.start_missing'])
  assert.deepEqual(await wrong({ people: ['8a1d3c5e-0000-4000-8000-000000000000'] }), ['layers.0.people', 'on_call.person_unknown'])
  assert.deepEqual(await wrong({ every: 0 }), ['layers.0.every', 'on_call.every_wrong'])
  assert.deepEqual(keyOf(await ask('POST', '', { ...schedule(), timeZone: 'Europe/Uppsala' })), ['timeZone', 'error.time_zone'])
  const { scheduleId } = await create()
  const past = { userId: karinId, from: '2026-01-01T08:00:00Z', to: '2026-01-02T08:00:00Z' }
  assert.deepEqual(keyOf(await ask('POST', `/${scheduleId}/override`, past)), ['to', 'on_call.in_the_past'])
  assert.deepEqual(keyOf(await ask('POST', `/${scheduleId}/override`, { ...past, to: past.from })), ['to', 'on_call.ends_before_start'])
  const long = `/${scheduleId}/shift?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z`
  assert.deepEqual(keyOf(await ask('GET', long)), ['to', 'on_call.span_wrong'])
})
