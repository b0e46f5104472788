import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { clockAt } from '#server/testing/moved-clock.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { escalationQueues } from './run-escalations.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const roles = ['api-permission-global-admin']
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles }
const oskar: TestUser = { email: `oskar@${provider.emailDomain}`, roles }
for (const person of [karin, oskar]) await vakt.call(person, 'POST', '/authentication/usercontext', {})

const minute = 60_000
const settings = { origin: 'https://vakt.test', from: { name: 'Vakt', address: 'vakt@vakt.test' }, isSending: false }

const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await vakt.call(karin, method, path, body)
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
  return answer.body ? answer.json().result : undefined
}
const people: Json[] = await ask('GET', '/admin/on-call-people')
const idOf = ({ email }: TestUser): string => people.find((person) => person.email === email)?.userId ?? assert.fail(email)
const [karinId, oskarId] = [idOf(karin), idOf(oskar)]
const person = (userId: string, minutes = 5) => ({ scheduleId: null, userId, minutes })
const inSchedule = (scheduleId: string, minutes = 5) => ({ scheduleId, userId: null, minutes })

/** Takes every step that is due within so many minutes from now, by a clock that shows that time; that of the process is off by `skewMinutes`. */
const escalate = (inMinutes = 0, skewMinutes = 0) => {
  const now = new Date(Date.now() + inMinutes * minute + 1000)
  const clock = { ...clockAt(now), now: new Date(now.getTime() + skewMinutes * minute) }
  const createContext = (job: string) => ({
    ...{ actor: { type: 'system' as const, job }, ...clock, pool: vakt.database.worker },
    ...{ log: silentLog, requestId: null, isStaff: false },
  })
  return workThrough(escalationQueues(settings), createContext, now)
}

type Step = ReturnType<typeof person> | ReturnType<typeof inSchedule>

/** A customer that is paged for by a policy of its own, or by the default one, and a way to open incidents there. */
async function createPlace(steps: Step[] | null, { repeats = 0, fromSeverity = 'high' as string | null } = {}) {
  const policy = { name: `Policy ${randomUUID()}`, repeats, isDefault: false, steps }
  const policyId: string | null = steps ? (await ask('POST', '/admin/escalation-policy', policy)).policyId : null
  const { customerId } = await createCustomer(vakt.database)
  await ask('PUT', `/admin/customer/${customerId}/paging-setting`, { fromSeverity, pagesCloudOps: true, policyId, version: 0 })
  const token = await createIngestToken(vakt.database, customerId)
  const open = async (
    severity = 'critical',
    on?: { entityId: string; name: string },
    skewMinutes = 0,
    rule = 'DiskFull',
  ): Promise<{ incidentId: string; entityId: string; say: (severity: string) => Promise<void> }> => {
    const entity = on ?? (await createEntity(vakt.database, customerId))
    const fingerprint = randomUUID()
    const say = async (word: string) => {
      const labels = { alertname: rule, severity: word, instance: entity.name }
      const alert = { status: 'firing', fingerprint, labels, annotations: { summary: 'Disk <full>' }, startsAt: '2026-11-20T10:00:00Z' }
      await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
      await vakt.work({ now: new Date(Date.now() + skewMinutes * minute) })
    }
    await say(severity)
    const [alert] = await ask('GET', `/customer/${customerId}/alert?entityId=${entity.entityId}`)
    return { incidentId: alert.incidentId, entityId: entity.entityId, say }
  }
  const path = (incidentId: string) => `/customer/${customerId}/incident/${incidentId}`
  const pagesOf = async (incidentId: string): Promise<string[]> =>
    (await ask('GET', path(incidentId))).timeline
      .filter(({ step }: Json) => step.startsWith('page-'))
      .map(({ step, values }: Json) => `${step.slice(5)} ${values.step} ${values.name ?? ''}`.trim())
  const acknowledge = async (incidentId: string) => {
    const { version } = await ask('GET', path(incidentId))
    await ask('PUT', path(incidentId), { state: 'acknowledged', version })
  }
  return { customerId, policyId, open, path, pagesOf, acknowledge }
}

const mailsOf = async (customerId: string, kind: string): Promise<{ address: string; text: string; subject: string }[]> => {
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      'select address, text_body as text, subject from mail_delivery where customer_id = $1 and kind = $2 order by created_at, address',
      [customerId, kind],
    ),
  )
  return rows
}
const linkIn = ({ text }: { text: string }): string => /https:\/\/vakt\.test(\/page\/vakt_page_[\w-]+)/.exec(text)?.[1] ?? assert.fail(text)
const follow = (link: string, method: 'GET' | 'POST' = 'GET') => vakt.app.inject({ method, url: link })

test('without any policy it ends at once, and all staff are told that no one was paged', async () => {
  const place = await createPlace(null)
  const { incidentId } = await place.open()
  await escalate()
  assert.deepEqual(await place.pagesOf(incidentId), ['unanswered 1'])
  const told = await mailsOf(place.customerId, 'page_unanswered')
  assert.equal(told.length, 2)
  assert.match(told[0]?.text ?? '', /ingen eskaleringspolicy/)
})

test('an incident pages step by step, repeats, and ends unanswered with a mail to all staff', async () => {
  const place = await createPlace([person(karinId), person(oskarId, 10)], { repeats: 1 })
  const { incidentId } = await place.open()
  await escalate()
  assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin'])
  await escalate()
  await escalate(4)
  assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin'])
  await escalate(6)
  assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin', 'paged 2 oskar'])
  for (const at of [20, 30, 45, 60]) await escalate(at)
  const pages = await place.pagesOf(incidentId)
  assert.deepEqual(pages.slice(0, 4), ['paged 1 karin', 'paged 2 oskar', 'paged 1 karin', 'paged 2 oskar'])
  assert.match(pages[4] ?? '', /^unanswered/)
  assert.equal(pages.length, 5)
  assert.equal((await mailsOf(place.customerId, 'page')).length, 4)
  const told = (await mailsOf(place.customerId, 'page_unanswered')).map(({ address }) => address)
  assert.deepEqual(told, [karin.email, oskar.email])
})

test('acknowledging in the portal stops it, and an incident below the chosen severity pages no one until it becomes worse', async () => {
  const place = await createPlace([person(karinId), person(oskarId)])
  const { incidentId } = await place.open()
  await escalate()
  await place.acknowledge(incidentId)
  await escalate(60)
  assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin'])
  const mild = await place.open('warning')
  await escalate()
  assert.deepEqual(await place.pagesOf(mild.incidentId), [])
  await mild.say('critical')
  await escalate()
  assert.deepEqual(await place.pagesOf(mild.incidentId), ['paged 1 karin'])
  const silent = await createPlace([person(karinId)], { fromSeverity: null })
  const unpaged = await silent.open()
  await escalate()
  assert.deepEqual(await silent.pagesOf(unpaged.incidentId), [])
})

test('the link of a page shows the headline alone, acknowledges by the form only, and says afterwards who did', async () => {
  const place = await createPlace([person(karinId), person(oskarId)])
  const { incidentId } = await place.open()
  await escalate()
  await escalate(6)
  const [first, second] = (await mailsOf(place.customerId, 'page')).map(linkIn)
  const shown = await follow(first ?? '')
  assert.equal(shown.statusCode, 200)
  assert.match(shown.body, /Disk &lt;full&gt;/)
  assert.doesNotMatch(shown.body, new RegExp(place.customerId))
  await follow(first ?? '')
  assert.equal((await ask('GET', place.path(incidentId))).state, 'open')
  // Both at once: one of them acknowledges, and both are told who.
  const answers = await Promise.all([follow(first ?? '', 'POST'), follow(second ?? '', 'POST')])
  const found = await ask('GET', place.path(incidentId))
  assert.equal(found.state, 'acknowledged')
  assert.equal(found.timeline.filter(({ step }: Json) => step === 'acknowledged').length, 1)
  for (const { statusCode, body } of answers) {
    assert.equal(statusCode, 200)
    assert.match(body, new RegExp(`Kvitterad av ${found.acknowledged.by}`))
  }
  await escalate(60)
  assert.equal((await place.pagesOf(incidentId)).length, 2)
  assert.equal((await follow(`/page/vakt_page_${'x'.repeat(43)}`, 'POST')).statusCode, 404)
  assert.equal((await follow('/page/short')).statusCode, 404)
})

test('a link acknowledges nothing while the customer is closed, and what was due then is not sent when it is opened again', async () => {
  const place = await createPlace([person(karinId), person(oskarId)])
  const { incidentId } = await place.open()
  await escalate()
  const [link = ''] = (await mailsOf(place.customerId, 'page')).map(linkIn)
  const closing = `/admin/customer/${place.customerId}/closing`
  await ask('PUT', closing, { confirmation: `Customer ${place.customerId}` })
  for (const method of ['GET', 'POST'] as const) {
    const { body } = await follow(link, method)
    assert.match(body, /Kunden har slutat/)
    assert.doesNotMatch(body, /Disk/)
  }
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    await transaction.query("update escalation set next_at = now() - interval '1 day' where customer_id = $1", [place.customerId])
    await transaction.query("update mail_delivery set state = 'waiting', next_at = now() - interval '1 day' where customer_id = $1", [
      place.customerId,
    ])
  })
  await ask('DELETE', closing)
  await escalate(60)
  assert.equal((await ask('GET', place.path(incidentId))).state, 'open')
  assert.deepEqual(new Set(await place.pagesOf(incidentId)), new Set(['paged 1 karin', 'customer_closed 2']))
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('select distinct state, reason from mail_delivery where customer_id = $1', [place.customerId]),
  )
  assert.deepEqual(rows, [{ state: 'failed', reason: 'customer_closed' }])
})

test('an empty rotation, and a schedule that was removed, are passed at once and noted', async () => {
  const body = {
    name: 'Nights',
    timeZone: 'Europe/Stockholm',
    layers: [{ people: [], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null }],
  }
  const { scheduleId } = await ask('POST', '/admin/on-call', body)
  const place = await createPlace([inSchedule(scheduleId), person(oskarId)])
  const { incidentId } = await place.open()
  await escalate()
  assert.deepEqual(await place.pagesOf(incidentId), ['nobody 1 Nights', 'paged 2 oskar'])
  await ask('DELETE', `/admin/on-call/${scheduleId}`)
  const second = await place.open()
  await escalate()
  assert.match((await place.pagesOf(second.incidentId))[0] ?? '', /^nobody 1/)
})

test('the person on call is found when the step runs: a person who left is passed, and their link acknowledges nothing', async () => {
  const place = await createPlace([person(oskarId), person(karinId)])
  const { incidentId } = await place.open()
  await escalate()
  const [link] = (await mailsOf(place.customerId, 'page')).map(linkIn)
  const account = `/admin/customer/${provider.customerId}/user/${oskarId}`
  await ask('PUT', account, { isDisabled: true })
  assert.match((await follow(link ?? '', 'POST')).body, /inte längre tillgång/)
  assert.equal((await ask('GET', place.path(incidentId))).state, 'open')
  const later = await place.open()
  await escalate()
  assert.deepEqual(await place.pagesOf(later.incidentId), ['not_allowed 1 oskar', 'paged 2 karin'])
  await ask('PUT', account, { isDisabled: false })
})

test('a service window that begins after the incident holds its escalation until it ends', async () => {
  const place = await createPlace([person(karinId), person(oskarId)])
  const { incidentId, entityId } = await place.open()
  await escalate()
  await ask('POST', `/customer/${place.customerId}/service-window`, {
    reason: 'Patching',
    schedule: {
      timeZone: 'UTC',
      startsAt: new Date(Date.now() + 2 * minute).toISOString().slice(0, 16),
      repeats: 'once',
      weekdays: [],
      monthDay: null,
      cron: '',
      endsOn: null,
      endsAfter: null,
    },
    durationInSeconds: 1800,
    scope: { entityIds: [entityId] },
  })
  await escalate(6)
  assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin', 'waits 2'])
  await escalate(30)
  assert.equal((await place.pagesOf(incidentId)).length, 2)
  await escalate(33)
  assert.deepEqual((await place.pagesOf(incidentId)).at(-1), 'paged 2 oskar')
})

test('a service window that is ended early holds its escalation no longer than a minute more, and waits are noted once', async () => {
  const place = await createPlace([person(karinId), person(oskarId)])
  const { incidentId, entityId } = await place.open()
  await escalate()
  const startsAt = new Date(Date.now() + 2 * minute).toISOString().slice(0, 16)
  const schedule = { timeZone: 'UTC', startsAt, repeats: 'once', weekdays: [], monthDay: null, cron: '', endsOn: null, endsAfter: null }
  const scope = { entityIds: [entityId] }
  const window = { reason: 'Patching', durationInSeconds: 8 * 3600, scope, schedule }
  const { serviceWindowId } = await ask('POST', `/customer/${place.customerId}/service-window`, window)
  for (const at of [6, 8, 10]) await escalate(at)
  assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin', 'waits 2'])
  await ask('POST', `/customer/${place.customerId}/service-window/${serviceWindowId}/disable`, { raiseNow: true })
  await escalate(12)
  assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin', 'waits 2', 'paged 2 oskar'])
})

test('an incident that becomes worse after no one answered pages again, by the policy of now; one that was acknowledged does not', async () => {
  const place = await createPlace([person(karinId)])
  const { incidentId, say } = await place.open('high')
  for (const at of [0, 6]) await escalate(at)
  const once = ['paged 1 karin', 'unanswered 2']
  const kinds = async (of: string) =>
    (await place.pagesOf(of)).map((page) =>
      page
        .split(' ')
        .slice(0, 3)
        .join(' ')
        .replace(/ Policy.*/, ''),
    )
  assert.deepEqual(await kinds(incidentId), once)
  await say('high')
  await escalate(7)
  assert.deepEqual(await kinds(incidentId), once)
  await say('critical')
  await escalate(8)
  assert.deepEqual((await kinds(incidentId)).slice(2), ['paged 1 karin'])
  assert.equal((await mailsOf(place.customerId, 'page')).length, 2)
  await escalate(14)
  assert.deepEqual(await kinds(incidentId), [...once, ...once])
  assert.equal((await mailsOf(place.customerId, 'page_unanswered')).length, 4)

  const other = await place.open('high')
  await escalate()
  await place.acknowledge(other.incidentId)
  await escalate(6)
  await other.say('critical')
  await escalate(7)
  assert.deepEqual(await kinds(other.incidentId), ['paged 1 karin'])
})

test('where service windows cannot be checked the page goes out, and all staff are notified once', async () => {
  const place = await createPlace([person(karinId), person(oskarId)])
  const { incidentId, entityId } = await place.open()
  const startsAt = new Date(Date.now() + 3 * 24 * 60 * minute).toISOString().slice(0, 16)
  const schedule = { timeZone: 'UTC', startsAt, repeats: 'once', weekdays: [], monthDay: null, cron: '', endsOn: null }
  const { serviceWindowId } = await ask('POST', `/customer/${place.customerId}/service-window`, {
    ...{ reason: 'Patching', durationInSeconds: 1800, scope: { entityIds: [entityId] } },
    schedule: { ...schedule, endsAfter: null },
  })
  const move = (begins: string, ends: string) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('update service_window_occurrence set starts_at = $2, ends_at = $3 where window_id = $1', [
        serviceWindowId,
        begins,
        ends,
      ]),
    )
  // No moment in time: reading it throws.
  await move('-infinity', 'infinity')
  await escalate()
  await escalate(6)
  await move(`${startsAt}Z`, `${startsAt}Z`)
  assert.deepEqual((await place.pagesOf(incidentId)).toSorted(), ['paged 1 karin', 'paged 2 oskar', 'window_unchecked 1'])
  const addresses = (await mailsOf(place.customerId, 'page_window_unchecked')).map(({ address }) => address)
  assert.deepEqual(addresses.filter((address) => address === karin.email).length, 1)
  assert.ok(addresses.includes(oskar.email))
})

const calendar = { timeZone: 'UTC', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] }
/** A minute of each week, and when the next one begins: in four days or more. */
const hoursLater = () => {
  const opensAt = new Date()
  opensAt.setUTCHours(0, 0, 0, 0)
  opensAt.setUTCDate(opensAt.getUTCDate() + 5)
  const weekday = (opensAt.getUTCDay() + 6) % 7
  const week = Array.from({ length: 7 }, (_, day) => (day === weekday ? { opens: '00:00', closes: '00:01' } : null))
  return { hours: { ...calendar, alwaysOpen: false, week }, opensAt: opensAt.getTime() }
}

test('what opens outside of CloudOps hours pages when they begin, unless it is acknowledged or over, or the service has ended', async () => {
  const place = await createPlace([person(karinId, 3), person(oskarId, 3)], { fromSeverity: null })
  const later = hoursLater()
  const openOutside = async () => {
    const entity = await createEntity(vakt.database, place.customerId)
    const path = `/customer/${place.customerId}/entity/${entity.entityId}/cloudops`
    const save = (hours: object, version: number) => ask('PUT', path, { description: '', calendar: hours, version })
    await save(later.hours, 0)
    await ask('POST', `${path}/enable`, { version: 1 })
    return { ...(await place.open('low', entity)), path, save }
  }
  const [waiting, known, disabled, changed] = [await openOutside(), await openOutside(), await openOutside(), await openOutside()]
  await escalate()
  for (const { incidentId } of [waiting, known, disabled, changed]) assert.deepEqual(await place.pagesOf(incidentId), ['waits_for_hours 1'])
  await place.acknowledge(known.incidentId)
  await ask('POST', `${disabled.path}/disable`, { version: 2 })
  await changed.save(calendar, 2)
  await escalate(11)
  assert.deepEqual(await place.pagesOf(waiting.incidentId), ['waits_for_hours 1'])
  assert.deepEqual(await place.pagesOf(changed.incidentId), ['waits_for_hours 1', 'paged 1 karin'])

  // The second step is due when the minute of the hours is over.
  const escalateAfter = (minutes: number) => escalate((later.opensAt - Date.now()) / minute + minutes)
  for (const minutes of [-1, 0, 4, 8]) await escalateAfter(minutes)
  assert.deepEqual(await place.pagesOf(waiting.incidentId), ['waits_for_hours 1', 'paged 1 karin', 'waits_for_hours 2'])
  for (const { incidentId } of [known, disabled]) assert.deepEqual(await place.pagesOf(incidentId), ['waits_for_hours 1'])
  await escalateAfter(7 * 24 * 60)
  assert.deepEqual((await place.pagesOf(waiting.incidentId)).at(-1), 'paged 2 oskar')
})

test('an incident on a resource with CloudOps pages in its hours, whatever its severity, unless the customer pages no one', async () => {
  const place = await createPlace([person(karinId)], { fromSeverity: null })
  const activate = async ({ entityId }: { entityId: string }, hours: object) => {
    const path = `/customer/${place.customerId}/entity/${entityId}/cloudops`
    await ask('PUT', path, { description: '', calendar: { ...calendar, ...hours }, version: 0 })
    await ask('POST', `${path}/enable`, { version: 1 })
  }
  /** On a resource with the service; it opens within these hours or outside of them. */
  const openWith = async (hours: object, severity = 'low') => {
    const entity = await createEntity(vakt.database, place.customerId)
    await activate(entity, hours)
    return (await place.open(severity, entity)).incidentId
  }
  const outside = hoursLater().hours
  const [inside, outsideOfHours, uncovered] = [await openWith({}), await openWith(outside), (await place.open('low')).incidentId]
  await escalate()
  assert.deepEqual(await place.pagesOf(inside), ['paged 1 karin'])
  assert.deepEqual(await place.pagesOf(outsideOfHours), ['waits_for_hours 1'])
  assert.deepEqual(await place.pagesOf(uncovered), [])
  const change = (fields: object) =>
    ask('PUT', `/admin/customer/${place.customerId}/paging-setting`, { pagesCloudOps: true, policyId: place.policyId, ...fields })
  await change({ fromSeverity: 'high', version: 1 })
  const [criticalOutside, criticalElsewhere] = [await openWith(outside, 'critical'), (await place.open('critical')).incidentId]
  await escalate()
  assert.deepEqual(
    await place.pagesOf(criticalOutside),
    ['waits_for_hours 1'],
    'its hours decide, not the severity from which other resources page',
  )
  assert.deepEqual(await place.pagesOf(criticalElsewhere), ['paged 1 karin'])
  const openOnDisabled = async (severity: string) => {
    const entity = await createEntity(vakt.database, place.customerId)
    await activate(entity, outside)
    await ask('POST', `/customer/${place.customerId}/entity/${entity.entityId}/cloudops/disable`, { version: 2 })
    return (await place.open(severity, entity)).incidentId
  }
  const [lowDisabled, criticalDisabled] = [await openOnDisabled('low'), await openOnDisabled('critical')]
  await escalate()
  assert.deepEqual(await place.pagesOf(lowDisabled), [])
  assert.deepEqual(await place.pagesOf(criticalDisabled), ['paged 1 karin'], 'where the service is disabled, the severity decides')
  await change({ fromSeverity: null, pagesCloudOps: false, version: 2 })
  const off = await openWith({})
  await escalate()
  assert.deepEqual(await place.pagesOf(off), [])
})

test('steps are taken by the clock of the database, although that of the process is behind or ahead', async () => {
  for (const skew of [-180, 180]) {
    const place = await createPlace([person(karinId), person(oskarId, 10)])
    const { incidentId } = await place.open('critical', undefined, skew)
    await escalate(0, skew)
    assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin'], String(skew))
    await escalate(4, skew)
    assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin'], String(skew))
    await escalate(6, skew)
    assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin', 'paged 2 oskar'], String(skew))
  }
})

test('an incident that was merged and is separate again is paged for again, from the first step on, unless someone acknowledged it', async () => {
  const place = await createPlace([person(karinId), person(oskarId, 10)])
  const mergeAndPart = async (incidentId: string, into: string) => {
    const { version } = await ask('GET', place.path(incidentId))
    await ask('POST', `${place.path(incidentId)}/merge`, { version, into })
    await escalate(6)
    await ask('POST', `${place.path(incidentId)}/unmerge`)
    await escalate(6)
  }
  const [{ incidentId: into }, { incidentId }, { incidentId: known }] = [await place.open(), await place.open(), await place.open()]
  await escalate()
  await place.acknowledge(known)
  await mergeAndPart(incidentId, into)
  assert.deepEqual(await place.pagesOf(incidentId), ['paged 1 karin', 'paged 1 karin'])
  await escalate(12)
  assert.deepEqual((await place.pagesOf(incidentId)).at(-1), 'paged 2 oskar')
  await mergeAndPart(known, into)
  assert.deepEqual(await place.pagesOf(known), ['paged 1 karin'])
})

test('what people split from an incident is paged for as well', async () => {
  const place = await createPlace([person(karinId)])
  const { incidentId, entityId } = await place.open()
  const { name } = await ask('GET', `/customer/${place.customerId}/entity/${entityId}`)
  await place.open('critical', { entityId, name }, 0, 'Queue')
  const { version, alerts } = {
    ...(await ask('GET', place.path(incidentId))),
    alerts: await ask('GET', `/customer/${place.customerId}/alert?entityId=${entityId}`),
  }
  const { alertId } = alerts.find((alert: Json) => alert.name === 'Queue')
  const split = await ask('POST', `${place.path(incidentId)}/split`, { version, alertIds: [alertId] })
  await escalate()
  assert.deepEqual(await place.pagesOf(split.incidentId), ['paged 1 karin'])
})

test('1,000 incidents at once: a person gets at most 100 mails an hour, the rest is held back, noted, and goes to the next step', async () => {
  const place = await createPlace([person(karinId), person(oskarId)])
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      `insert into mail_delivery (customer_id, recipient_customer_id, recipient_id, kind, address, recipient_name, language, subject, text_body, html_body,
         message_id, state, next_at, created_at)
       select $1, $2, $3, 'page', $4, 'k', 'sv', 's', '', '', gen_random_uuid()::text, 'kept', now(), now() from generate_series(1, 100)`,
      [place.customerId, provider.customerId, karinId, karin.email],
    ),
  )
  const { incidentId } = await place.open()
  await escalate()
  assert.deepEqual(await place.pagesOf(incidentId), ['held_back 1 karin', 'paged 2 oskar'])
})

test('one policy is the default, steps name someone, and one of two editors is refused', async () => {
  const body = { name: ' Office ', repeats: 0, isDefault: true, steps: [person(karinId)] }
  const { policyId } = await ask('POST', '/admin/escalation-policy', body)
  const list = async (): Promise<Json[]> => ask('GET', '/admin/escalation-policy')
  assert.deepEqual(
    (await list()).filter(({ isDefault }) => isDefault).map(({ name }) => name),
    ['Office'],
  )
  const path = `/admin/escalation-policy/${policyId}`
  await ask('PUT', path, { ...body, isDefault: false, name: 'Nights', version: 1 })
  const saved = (await list()).find((policy) => policy.policyId === policyId)
  assert.deepEqual([saved.name, saved.isDefault, saved.steps[0].name, saved.version], ['Nights', true, 'karin', 2])
  const refused = async (method: string, to: string, wrong?: object) => {
    const { errors } = (await vakt.call(karin, method, to, wrong)).json()
    return [errors[0].property, errors[0].message_translation_key]
  }
  assert.deepEqual(await refused('PUT', path, { ...body, version: 1 }), ['version', 'paging.changed'])
  assert.deepEqual(await refused('DELETE', path), ['isDefault', 'paging.is_default'])
  const other = await ask('POST', '/admin/escalation-policy', { ...body, isDefault: false })
  const isListed = async () => (await list()).some((policy) => policy.policyId === other.policyId)
  await ask('DELETE', `/admin/escalation-policy/${other.policyId}`)
  assert.equal(await isListed(), false)
  await ask('POST', `/admin/escalation-policy/${other.policyId}/restore`)
  assert.equal(await isListed(), true)
  const nobody = { ...body, steps: [person(randomUUID())] }
  assert.deepEqual(await refused('POST', '/admin/escalation-policy', nobody), ['steps.0.userId', 'paging.target_unknown'])
  const both = { ...body, steps: [{ scheduleId: randomUUID(), userId: karinId, minutes: 5 }] }
  assert.deepEqual(await refused('POST', '/admin/escalation-policy', both), ['steps.0.scheduleId', 'paging.target_unknown'])
  const { customerId } = await createCustomer(vakt.database)
  const setting = `/admin/customer/${customerId}/paging-setting`
  await ask('PUT', setting, { fromSeverity: 'low', policyId: null, version: 0 })
  assert.deepEqual(await refused('PUT', setting, { fromSeverity: null, policyId: null, version: 0 }), ['version', 'paging.setting_changed'])
})

test('the load shows pages by person and hour', async () => {
  const { load, pages } = await ask('GET', '/admin/page')
  const ofKarin = load.find(({ userId }: Json) => userId === karinId)
  assert.ok(ofKarin.count > 3)
  assert.equal(
    ofKarin.byHour.reduce((sum: number, count: number) => sum + count, 0),
    ofKarin.count,
  )
  assert.ok(pages.some(({ kind, delivery }: Json) => kind === 'paged' && delivery === 'kept'))
})
