import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { NewServiceWindow, ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const own = await createCustomer(vakt.database)
const other = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const anna: TestUser = { email: `anna@${own.emailDomain}`, roles: ['admin'] }
const rolf: TestUser = { email: `rolf@${own.emailDomain}`, roles: ['reader'] }
const olle: TestUser = { email: `olle@${other.emailDomain}`, roles: ['admin'] }
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const entity = await createEntity(vakt.database, own.customerId, { tags: { env: 'Prod' } })
const strange = await createEntity(vakt.database, other.customerId)
const base = `/customer/${own.customerId}/service-window`

before(async () => {
  for (const person of [anna, rolf, olle, karin]) await vakt.call(person, 'POST', '/authentication/usercontext', {})
})

const minute = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute)
const schedule = (more: Partial<NewServiceWindow['schedule']> = {}): NewServiceWindow['schedule'] => ({
  timeZone: 'UTC',
  startsAt: inMinutes(60).toISOString().slice(0, 16),
  repeats: 'once',
  weekdays: [],
  monthDay: null,
  cron: '',
  endsOn: null,
  endsAfter: null,
  ...more,
})
type Body = {
  schedule?: Partial<NewServiceWindow['schedule']>
  scope?: object
  durationInSeconds?: unknown
  reason?: string
  [more: string]: unknown
}
const bodyOf = ({ schedule: times, ...more }: Body = {}) => ({
  reason: 'Patching of web',
  schedule: schedule(times),
  durationInSeconds: 3600,
  scope: { entityIds: [entity.entityId] },
  ...more,
})
const create = async (more?: Body, person = anna): Promise<ServiceWindow> => {
  const answer = await vakt.call(person, 'POST', base, bodyOf(more))
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
const problems = async (more: Body, person = anna): Promise<string[]> => {
  const answer = await vakt.call(person, 'POST', base, bodyOf(more))
  assert.equal(answer.statusCode, 400, answer.body)
  return answer
    .json()
    .errors.map((error: { property: string; message_translation_key: string }) => `${error.property} ${error.message_translation_key}`)
}
const get = async (path: string, person = anna) => {
  const answer = await vakt.call(person, 'GET', path)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

test('a window is upcoming, ongoing, disabled or expired, and says how it repeats', async () => {
  const upcoming = await create()
  assert.deepEqual(
    [upcoming.state, upcoming.repeats, upcoming.cronExpression, upcoming.next?.startsAt],
    ['upcoming', 'never', null, `${upcoming.schedule.startsAt}:00.000Z`],
  )
  assert.deepEqual(upcoming.entities, [{ entityId: entity.entityId, name: entity.name }])
  const nightly = await create({ schedule: { repeats: 'daily', startsAt: inMinutes(-10).toISOString().slice(0, 16) } })
  assert.deepEqual([nightly.state, nightly.repeats, nightly.endsAt], ['ongoing', 'daily', null])
  assert.match(nightly.cronDescription.sv, /^Varje dag kl\. \d\d:\d\d \(UTC\)$/)
  const disabled = await vakt.call(anna, 'POST', `${base}/${nightly.serviceWindowId}/disable`, { raiseNow: true })
  assert.deepEqual([disabled.json().result.state, disabled.json().result.ongoing], ['disabled', null])
  const enabled = (await vakt.call(anna, 'POST', `${base}/${nightly.serviceWindowId}/enable`)).json().result
  assert.deepEqual([enabled.state, enabled.ongoing.occurrenceId], ['ongoing', nightly.ongoing?.occurrenceId])
  const ended = (await vakt.call(anna, 'POST', `${base}/${nightly.serviceWindowId}/end`, {})).json().result
  assert.equal(ended.state, 'upcoming')
  assert.equal((await vakt.call(anna, 'POST', `${base}/${nightly.serviceWindowId}/end`, {})).statusCode, 409)

  const listed = (await get(`${base}?entityId=${entity.entityId}&limit=1`)).result
  assert.equal(listed.length, 1)
  assert.deepEqual((await get(`${base}?entityId=${strange.entityId}`)).result, [])
  assert.deepEqual((await get(`${base}?state=disabled`)).result, [])
  assert.deepEqual(
    (await get(`${base}?creator=me&active=true`)).result.map(({ state }: ServiceWindow) => state),
    ['upcoming', 'upcoming'],
  )
})

test('pages follow on each other in the order of the list', async () => {
  const all: string[] = (await get(base)).result.map((window: ServiceWindow) => window.serviceWindowId)
  const paged: string[] = []
  let token: string | null = null
  do {
    const answer = await vakt.call(anna, 'GET', `${base}?limit=1`, undefined, token ? { 'x-continuation-token': token } : {})
    paged.push(...answer.json().result.map((window: ServiceWindow) => window.serviceWindowId))
    token = answer.json().continuation_token
  } while (token)
  assert.deepEqual(paged, all)
})

test('names what is wrong with a schedule and a scope', async () => {
  assert.deepEqual(await problems({ reason: ' ' }), ['reason service_window.reason_empty'])
  assert.deepEqual(await problems({ schedule: { repeats: 'cron', cron: '61 * * * *' } }), ['schedule.cron service_window.cron_invalid'])
  assert.deepEqual(await problems({ schedule: { repeats: 'cron', cron: '0 0 30 2 *' } }), ['schedule.cron recurrence.never'])
  assert.equal((await vakt.call(anna, 'POST', base, bodyOf({ schedule: { repeats: 'cron', cron: 'x'.repeat(101) } }))).statusCode, 400)
  assert.deepEqual(await problems({ schedule: { repeats: 'cron', cron: '* * * * *' }, durationInSeconds: 60 }), [
    'schedule.cron service_window.period_short',
  ])
  assert.deepEqual(await problems({ schedule: { repeats: 'cron', cron: '0 * * * *' }, durationInSeconds: 7200 }), [
    'durationInSeconds service_window.longer_than_period',
  ])
  assert.deepEqual(await problems({ schedule: { repeats: 'daily', endsOn: '2026-01-01' } }), [
    'schedule.endsOn recurrence.ends_before_start',
  ])
  assert.deepEqual(await problems({ durationInSeconds: -60 }), ['durationInSeconds service_window.duration_short'])
  assert.deepEqual(await problems({ schedule: { startsAt: '2026-01-01T00:00' } }), ['schedule.startsAt service_window.already_over'])
  assert.deepEqual(await problems({ schedule: { timeZone: 'Europe/Atlantis' } }), ['schedule.timeZone error.time_zone'])
  assert.deepEqual(await problems({ scope: {} }), ['scope service_window.scope_empty'])
  assert.deepEqual(await problems({ scope: { metrics: ['cpu'] } }), ['scope.metrics service_window.metrics_before_resources'])
  assert.deepEqual(await problems({ scope: { entityIds: [strange.entityId] } }), ['scope.entityIds service_window.entity_unknown'])
  assert.deepEqual(await problems({ needsApproval: true }), ['needsApproval service_window.approval_of_staff'])
  assert.deepEqual(await problems({ relatedTicketId: '999999' }), ['relatedTicketId service_window.ticket_unknown'])
})

test('a date that does not exist is refused wherever a schedule is sent, and never a fault of the server', async () => {
  const window = await create()
  const at = (startsAt: string, repeats: 'once' | 'monthly' | 'cron' = 'once') => ({ schedule: { startsAt, repeats, cron: '0 3 * * *' } })
  const places: [string, string, TestUser, object][] = [
    ['POST', base, anna, {}],
    ['PUT', `${base}/${window.serviceWindowId}`, anna, { version: window.version }],
    ['POST', '/service-window', karin, { customerIds: [own.customerId], scope: { everything: true } }],
  ]
  const days = ['2027-02-30', '2027-02-29', '2027-04-31', '2027-13-01', '2027-01-00', '2027-01-99', '9999-12-31', '0000-00-00']
  for (const [method, path, person, more] of places)
    for (const date of days)
      for (const repeats of ['once', 'monthly', 'cron'] as const) {
        const answer = await vakt.call(person, method, path, { ...bodyOf(at(`${date}T10:00`, repeats)), ...more })
        const [error] = answer.json().errors
        const found = [answer.statusCode, error.property, error.message_translation_key]
        assert.deepEqual(found, [400, 'schedule.startsAt', 'recurrence.start_unknown'], `${method} ${path} ${date}`)
      }
  for (const date of days) {
    const body = { schedule: schedule(at(`${date}T10:00`).schedule), durationInSeconds: 60, scope: null }
    const answer = await vakt.call(rolf, 'POST', `${base}-preview`, body)
    assert.equal(answer.json().errors[0].message_translation_key, 'recurrence.start_unknown', date)
  }
  for (const endsAt of ['2027-02-30T10:00:00Z', '2027-13-01T10:00:00Z', '2026-12-31T23:59:60Z', '9999-12-31T23:59:59Z'])
    assert.ok((await vakt.call(anna, 'POST', `${base}/${window.serviceWindowId}/extend`, { endsAt })).statusCode < 500, endsAt)
  for (const endsOn of ['2027-02-30', '9999-12-31'])
    assert.ok((await vakt.call(anna, 'POST', base, bodyOf({ schedule: { repeats: 'daily', endsOn } }))).statusCode < 500, endsOn)
})

test('notices to a role that does not exist are refused', async () => {
  const notices = { roles: ['admin', 'no such role'] }
  assert.deepEqual(await problems({ notices }), ['notices.roles service_window.role_unknown'])
  assert.deepEqual((await create({ notices: { roles: ['admin'] } })).notices.roles, ['admin'])
})

test('the 29th of February comes in leap years, and is planned however far away it is', async () => {
  const leap = await create({ schedule: { repeats: 'cron', cron: '0 2 29 2 *' } })
  const year = new Date().getUTCFullYear()
  // Date moves the day of a year that has none to March.
  const days = Array.from({ length: 9 }, (_, index) => new Date(Date.UTC(year + index, 1, 29, 2)))
  const next = days.find((day) => day.getUTCMonth() === 1 && day.getTime() > Date.now())
  assert.equal(leap.next?.startsAt, next?.toISOString())
})

test('of two editors at once one wins, and the other sees what it has become', async () => {
  const window = await create()
  const change = (reason: string) =>
    vakt.call(anna, 'PUT', `${base}/${window.serviceWindowId}`, { ...bodyOf({ reason }), version: window.version })
  const answers = await Promise.all([change('One'), change('Two')])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409])
  const lost = answers.find(({ statusCode }) => statusCode === 409)?.json()
  assert.equal(lost.errors[0].message_translation_key, 'service_window.changed_meanwhile')
})

test('another customer’s window is not found, and who only reads changes nothing', async () => {
  const { serviceWindowId } = await create()
  assert.equal((await vakt.call(olle, 'GET', `/customer/${other.customerId}/service-window/${serviceWindowId}`)).statusCode, 404)
  assert.equal((await vakt.call(olle, 'GET', `${base}/${serviceWindowId}`)).statusCode, 404)
  assert.equal((await vakt.call(rolf, 'POST', `${base}/${serviceWindowId}/disable`, { raiseNow: true })).statusCode, 403)
})

/** The last Sunday of March, at midnight UTC: an hour later Stockholm puts its clocks on. */
function summerTimeOf(year: number): Date {
  const lastDay = new Date(Date.UTC(year, 2, 31))
  return new Date(lastDay.getTime() - lastDay.getUTCDay() * 1440 * minute)
}

test('a preview says when it starts, in which offset, and what it covers now', async () => {
  const change = summerTimeOf(new Date().getUTCFullYear() + 1)
  const daysFromChange = (days: number) => new Date(change.getTime() + days * 1440 * minute).toISOString().slice(0, 10)
  const { result } = (
    await vakt.call(anna, 'POST', `${base}-preview`, {
      schedule: schedule({ repeats: 'cron', cron: '0 2 * * 0', timeZone: 'Europe/Stockholm', startsAt: `${daysFromChange(-8)}T00:00` }),
      durationInSeconds: 3600,
      scope: { tags: ['ENV=prod'] },
    })
  ).json()
  assert.equal(result.starts.length, 10)
  assert.deepEqual(
    result.starts.slice(0, 3).map(({ startsAt, offsetMinutes }: { startsAt: string; offsetMinutes: number }) => [startsAt, offsetMinutes]),
    [
      [`${daysFromChange(-7)}T01:00:00.000Z`, 60],
      [`${daysFromChange(0)}T01:00:00.000Z`, 120],
      [`${daysFromChange(7)}T00:00:00.000Z`, 120],
    ],
  )
  assert.deepEqual([result.entities, result.covered[0].name], [1, entity.name])
})

test('the timeline shows every occurrence between two moments, and what holds now is found', async () => {
  const daily = await create({
    schedule: { repeats: 'daily', startsAt: inMinutes(-5).toISOString().slice(0, 16) },
    durationInSeconds: 1200,
  })
  const [from, to] = [inMinutes(-60), inMinutes(366 * 1440)].map((at) => encodeURIComponent(at.toISOString()))
  const { occurrences } = (await get(`${base}-timeline?from=${from}&to=${to}`)).result
  const ofDaily = occurrences.filter((one: { serviceWindowId: string }) => one.serviceWindowId === daily.serviceWindowId)
  assert.deepEqual([ofDaily.length, ofDaily[0].state, ofDaily[1].state], [367, 'ongoing', 'planned'])
  assert.equal((await vakt.call(anna, 'GET', `${base}-timeline?from=${to}&to=${from}`)).statusCode, 400)
  const now = (await get(`${base}-now?entityId=${entity.entityId}`)).result
  assert.deepEqual(
    now.ongoing.map((one: { serviceWindowId: string }) => one.serviceWindowId),
    [daily.serviceWindowId],
  )
  const until = inMinutes(90).toISOString()
  const extended = (await vakt.call(anna, 'POST', `${base}/${daily.serviceWindowId}/extend`, { endsAt: until })).json().result
  assert.equal(extended.ongoing.endsAt, until)
  const late = await vakt.call(anna, 'POST', `${base}/${daily.serviceWindowId}/extend`, { endsAt: inMinutes(1500).toISOString() })
  assert.equal(late.json().errors[0].message_translation_key, 'service_window.reaches_into_next')
})

test('with an approval it holds only after a user of the customer approved it', async () => {
  const waiting = await create({ needsApproval: true, schedule: { startsAt: inMinutes(-1).toISOString().slice(0, 16) } }, karin)
  assert.deepEqual([waiting.state, waiting.approval?.state], ['awaiting-approval', 'waiting'])
  const answer = (person: TestUser, verb: string, body: object) =>
    vakt.call(person, 'POST', `${base}/${waiting.serviceWindowId}/${verb}`, { version: waiting.version, ...body })
  assert.equal((await answer(karin, 'approve', {})).statusCode, 403)
  assert.equal((await answer(anna, 'refuse', { reason: ' ' })).statusCode, 400)
  const approved = (await answer(anna, 'approve', { reason: 'Agreed by phone' })).json().result
  assert.deepEqual([approved.state, approved.approval.reason, approved.approval.by], ['ongoing', 'Agreed by phone', 'anna'])
  assert.equal((await answer(anna, 'refuse', { reason: 'No' })).statusCode, 409)
})

test('the provider’s window is one at each customer, which sees its own part and cannot change it', async () => {
  const body = { ...bodyOf({ scope: { entityIds: [entity.entityId, strange.entityId] } }), customerIds: [own.customerId, other.customerId] }
  const created = await vakt.call(karin, 'POST', '/service-window', body)
  assert.equal(created.statusCode, 200, created.body)
  const [first, second] = created.json().result.windows
  const ofOther = (await get(`/customer/${other.customerId}/service-window/${second.serviceWindowId}`, olle)).result
  assert.deepEqual(ofOther.scope.entityIds, [strange.entityId])
  assert.equal((await vakt.call(olle, 'GET', `/customer/${other.customerId}/service-window/${first.serviceWindowId}`)).statusCode, 404)
  const path = `/customer/${other.customerId}/service-window/${second.serviceWindowId}/disable`
  assert.equal((await vakt.call(olle, 'POST', path, { raiseNow: true })).statusCode, 403)
  assert.equal((await vakt.call(olle, 'POST', '/service-window', body)).statusCode, 403)
  const unknown = await vakt.call(karin, 'POST', '/service-window', { ...body, customerIds: ['nowhere'] })
  assert.equal(unknown.json().errors[0].message_translation_key, 'service_window.customer_unknown')
  assert.ok((await get(`/service-window?customer=${other.customerId}`, karin)).result.length >= 1)
})

test('the calendar is read at its secret address until it is revoked', async () => {
  await create({ reason: 'Byte av disk; "snabbt", i två steg\\' })
  const { path } = (await vakt.call(anna, 'POST', `${base}-calendar`)).json().result
  const read = () => vakt.call(null, 'GET', path.replace('/api/v1', ''))
  const calendar = await read()
  assert.match(calendar.headers['content-type'] as string, /^text\/calendar/)
  assert.ok(calendar.body.includes('SUMMARY:Byte av disk\\; "snabbt"\\, i två steg\\\\\r\n'), calendar.body.slice(0, 2000))
  assert.notEqual((await get(`${base}-calendar`)).result.feed.lastReadAt, null)
  assert.equal((await vakt.call(anna, 'DELETE', `${base}-calendar`)).statusCode, 204)
  assert.equal((await read()).statusCode, 404)
})

test('a pipeline starts a window that ends by itself', async () => {
  const started = await vakt.call(anna, 'POST', `${base}/start`, {
    reason: 'Deploy 4711',
    scope: { entityIds: [entity.entityId] },
    limitInSeconds: 600,
  })
  const window: ServiceWindow = started.json().result
  assert.equal(window.state, 'ongoing')
  const left = Date.parse(window.ongoing?.endsAt ?? '') - Date.now()
  assert.ok(left > 590_000 && left < 601_000, String(left))
})

test('people and roles of the customer are found for the notices by those who may write, and no one of another customer', async () => {
  const found = (await get(`${base}-recipient?q=ANNA`)).result
  assert.deepEqual(
    found.people.map(({ name }: { name: string }) => name),
    ['anna'],
  )
  const [person] = found.people
  const window = await create({ notices: { userIds: [person.userId], roles: [found.roles[0]] } })
  assert.deepEqual([window.recipients, window.notices.roles], [[person], [found.roles[0]]])
  assert.deepEqual((await get(`${base}-recipient?q=olle`)).result.people, [], 'of another customer')
  assert.equal((await vakt.call(rolf, 'GET', `${base}-recipient`)).statusCode, 403, 'only reads')
  const [stranger] = (await get(`/customer/${other.customerId}/service-window-recipient`, olle)).result.people
  assert.deepEqual(await problems({ notices: { userIds: [stranger.userId] } }), ['notices.userIds service_window.person_unknown'])
})

test('a change ticket is opened with the window, once', async () => {
  const key = { 'idempotency-key': `ticket-${own.customerId}` }
  const body = bodyOf({ createTicket: true, reason: 'Byte av switch' })
  const answers = [await vakt.call(anna, 'POST', base, body, key), await vakt.call(anna, 'POST', base, body, key)]
  const [first, second] = answers.map((answer) => answer.json().result)
  assert.deepEqual(second, first)
  const ticket = (await get(`/customer/${own.customerId}/ticket/${first.relatedTicketId}`)).result
  assert.deepEqual([ticket.subject, ticket.type], ['Byte av switch', 'change'])
  assert.equal((await get(`/customer/${own.customerId}/ticket/count`)).result.all, 1)
})
