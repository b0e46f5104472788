import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Report } from '@vakt/contract/reports/reports.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { keepReports } from './report-months.ts'
import { checkReportToken, makeReportToken } from './report-token.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const [own, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database, { roles: { nothing: [] } })]
const reader: TestUser = { email: `anna@${own.emailDomain}`, roles: ['reader'] }
const stranger: TestUser = { email: `olle@${other.emailDomain}`, roles: ['nothing'] }
for (const person of [reader, stranger]) await vakt.call(person, 'POST', '/authentication/usercontext', {})

const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const keep = () =>
  keepReports({
    ...{ pool: vakt.database.worker, now: new Date(), requestId: null, isStaff: true },
    actor: { type: 'system', job: 'keep-reports' },
  } as Context)

const path = (month = '', customerId = own.customerId) => `/customer/${customerId}/report/${month ? `builtin/${month}` : 'monthly'}`
const statusOf = async (person: TestUser, address: string) => (await vakt.call(person, 'GET', address)).statusCode
const open = async (person: TestUser, address: string): Promise<string> =>
  (await vakt.call(person, 'GET', `${address}/token`)).json().result?.token
const read = async (month: string): Promise<Report> => {
  const answer = await vakt.call(reader, 'GET', `${path(month)}?token=${await open(reader, path(month))}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
/** The list of months goes back two years: what is looked up in it was last year. */
const year = new Date().getUTCFullYear() - 1
const write = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))

async function addIncident(
  entityId: string,
  { severity = 'critical', opened, resolved }: { severity?: string; opened: string; resolved: string },
) {
  await write(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at)
     values ($1, $2::uuid, ($2::uuid)::text, 'down', 'Down', $3, 'resolved', $4, $5, $5)`,
    [own.customerId, entityId, severity, opened, resolved],
  )
}

test('a month counts what happened in it by the clock of the customer, and overlapping incidents and windows once', async () => {
  const { entityId, name } = await createEntity(vakt.database, own.customerId)
  await write(`update entity set created_at = '${year}-01-01' where entity_id = $1`, [entityId])
  // In Stockholm March begins at 23:00 UTC and is an hour shorter.
  await write("update customer set time_zone = 'Europe/Stockholm' where customer_id = $1", [own.customerId])
  await addIncident(entityId, { opened: `${year}-03-01T00:30:00+02:00`, resolved: `${year}-03-01T01:30:00+02:00` })
  await addIncident(entityId, { opened: `${year}-03-10T10:00:00Z`, resolved: `${year}-03-10T12:00:00Z` })
  await addIncident(entityId, { opened: `${year}-03-10T11:00:00Z`, resolved: `${year}-03-10T13:00:00Z` })
  await addIncident(entityId, { severity: 'low', opened: `${year}-03-11T10:00:00Z`, resolved: `${year}-03-12T10:00:00Z` })
  const window = `insert into service_window (customer_id, reason, schedule, scope, notices, repeats, duration_seconds, starts_at, created_by, created_at, modified_at)
    values ($1, 'Patching', '{}', '{}', '{}', 'never', 7200, '${year}-03-10T12:00Z', 'Anna', now(), now()) returning window_id`
  const [created] = (await write(window, [own.customerId])).rows as { window_id: string }[]
  await write('insert into service_window_target values ($1, $2, $3)', [own.customerId, created?.window_id, `entity ${entityId}`])
  await write(
    `insert into service_window_occurrence (customer_id, window_id, starts_at, ends_at, planned_ends_at, settles_at, started_at)
     values ($1, $2, '${year}-03-10T12:00Z', '${year}-03-10T14:00Z', '${year}-03-10T14:00Z', '${year}-03-10T14:00Z', '${year}-03-10T12:00Z')`,
    [own.customerId, created?.window_id],
  )

  const { figures, before, availability, ...month } = await read(`${year}-03`)
  assert.deepEqual(
    month.days.map(({ date, counts }) => [date, counts.critical, counts.low]),
    [
      [`${year}-03-10`, 2, 0],
      [`${year}-03-11`, 0, 1],
    ],
  )
  assert.deepEqual(month.rules, [{ rule: 'down', opened: 3, critical: 2, short: 0 }])
  assert.deepEqual([figures.hours, figures.cloudOps], [null, null])
  assert.deepEqual(
    [month.isOver, month.timeZone, month.from, month.to],
    [true, 'Europe/Stockholm', new Date(`${year}-03-01T00:00+01:00`).toISOString(), `${year}-03-31T22:00:00.000Z`],
  )
  assert.deepEqual(figures.incidents.bySeverity, { critical: 2, high: 0, medium: 0, low: 1 })
  assert.deepEqual([figures.incidents.opened, before.incidents.opened], [3, 1])
  assert.deepEqual([figures.windows.occurrences, before.windows.occurrences], [1, 0])
  // Of this month: 30 minutes, 60, 120 twice and a day.
  assert.equal(figures.incidents.minutesToResolve, 120)
  const minutes = (31 * 24 - 1) * 60
  const [worst, ...more] = availability.worst
  assert.deepEqual([availability.resources, availability.affected, more.length], [1, 1, 0])
  assert.deepEqual([worst?.name, worst?.minutesDown, worst?.minutesDownInWindows], [name, 210, 60])
  assert.ok(Math.abs((worst?.withWindows ?? 0) - (1 - 210 / minutes)) < 1e-9)
  assert.ok(Math.abs((worst?.withoutWindows ?? 0) - (1 - 150 / (minutes - 120))) < 1e-9)
  assert.deepEqual([availability.withWindows, availability.withoutWindows], [worst?.withWindows, worst?.withoutWindows])
})

test('its figures are lines of a file, in which a name is no formula', async () => {
  await write("update entity set name = '=1+1' where customer_id = $1", [own.customerId])
  const { body, headers } = await vakt.call(
    reader,
    'GET',
    `${path(`${year}-03`)}/figure?format=csv&token=${await open(reader, path(`${year}-03`))}`,
  )
  assert.match(String(headers['content-type']), /csv/)
  const lines = body.split('\r\n')
  assert.ok(lines.includes('incidents,,opened,3,1'), body)
  assert.ok(lines.includes(`days,${year}-03-10,critical,2,`), body)
  assert.ok(lines.includes("availability,'=1+1,minutesDown,210,"), body)
  assert.equal(await statusOf(reader, `${path(`${year}-03`, other.customerId)}/figure`), 404)
})

test('a month without anything is empty, and one to come is not found', async () => {
  const { figures, availability } = await read('2004-02')
  assert.deepEqual([figures.incidents.opened, figures.incidents.minutesToResolve, figures.tickets.created], [0, null, 0])
  assert.deepEqual(availability, { resources: 0, affected: 0, withWindows: null, withoutWindows: null, worst: [] })
  for (const month of ['2999-01', `${year}-13`, 'now']) assert.equal(await statusOf(reader, `${path(month)}/token`), 404, month)
  const { months } = (await vakt.call(reader, 'GET', path())).json().result
  assert.equal(months.at(-1).month, `${year}-01`, 'since the first resource')
  assert.deepEqual(
    { ...months.find(({ month }: { month: string }) => month === `${year}-03`), lastOpened: null },
    { month: `${year}-03`, incidents: 3, critical: 2, lastOpened: null },
  )
})

test('only who may read reports sees one, and only of the own customer', async () => {
  for (const month of ['', `${year}-03`]) {
    assert.equal(await statusOf(stranger, path(month, other.customerId)), 403)
    assert.equal(await statusOf(reader, path(month, other.customerId)), 404)
  }
})

test('a report is opened with a token of one user, customer and month, for ten minutes, and who opened it is kept', async () => {
  const address = path(`${year}-03`)
  const token = await open(reader, address)
  const document = await vakt.call(reader, 'GET', `${address}/document?language=en&token=${token}`)
  assert.deepEqual([document.statusCode, document.headers['content-type']], [200, 'application/pdf'])
  assert.ok(document.rawPayload.subarray(0, 8).equals(Buffer.from('%PDF-1.7')))

  const colleague: TestUser = { email: `berit@${own.emailDomain}`, roles: ['reader'] }
  await vakt.call(colleague, 'POST', '/authentication/usercontext', {})
  const [until = '', signature = ''] = token.split('.')
  for (const [person, of, wrong] of [
    [reader, `${year}-03`, ''],
    [reader, `${year}-03`, 'x.y'],
    [colleague, `${year}-03`, token],
    [reader, `${year}-04`, token],
    [reader, `${year}-03`, `${Number(until) + 1}.${signature}`],
    [reader, `${year}-03`, `1.${signature}`],
  ] as const)
    for (const part of ['', '/figure', '/document']) {
      const answer = await vakt.call(person, 'GET', `${path(of)}${part}?token=${wrong}`)
      assert.equal(answer.statusCode, 403, `${part} ${wrong}`)
      assert.equal(answer.json().errors[0].message_translation_key, 'report.token_wrong')
    }
  const later = new Date(Number(until))
  const opened = { customerId: own.customerId, report: `${year}-03`, caller: null }
  const { token: made } = makeReportToken(Buffer.alloc(32), opened, new Date(later.getTime() - 600_000))
  checkReportToken(Buffer.alloc(32), opened, made, new Date(later.getTime() - 1))
  assert.throws(() => checkReportToken(Buffer.alloc(32), opened, made, later), /Open it again/)

  await open(reader, address)
  const { months } = (await vakt.call(reader, 'GET', path())).json().result
  assert.match(months.find(({ month }: { month: string }) => month === `${year}-03`).lastOpened.by, /anna|berit/i)
  const { rows } = await write(
    `select actor_name from recorded_action where customer_id = $1 and action = 'report.open' and target = '${year}-03'`,
    [own.customerId],
  )
  assert.equal(rows.length, 1, 'once an hour each')

  const renameRole = (from: string, to: string) =>
    write('update customer_role_feature set role = $3 where customer_id = $1 and role = $2', [own.customerId, from, to])
  await renameRole('reader', 'nobody')
  for (const part of ['', '/figure', '/document'])
    assert.equal(await statusOf(reader, `${address}${part}?token=${token}`), 403, `${part} after the right was taken away`)
  await renameRole('nobody', 'reader')
})

test('a month that is over is kept once, and what changes later does not change it; hours stay with who may see them', async () => {
  const address = path(`${year}-03`)
  const asStaff = async (): Promise<Report> =>
    (await vakt.call(staff, 'GET', `${address}?token=${await open(staff, address)}`)).json().result
  assert.deepEqual((await asStaff()).figures.hours, {
    ...{ billable: 0, notBillable: 0 },
    byType: { normal: 0, overtime: 0, double_overtime: 0, unknown: 0 },
  })
  await keep()
  await write("update incident set severity = 'low' where customer_id = $1", [own.customerId])
  await keep()
  const { figures, frozenAt } = await read(`${year}-03`)
  assert.ok(frozenAt)
  assert.equal(figures.incidents.bySeverity.critical, 2)
  assert.equal(figures.hours, null)
  assert.ok((await asStaff()).figures.hours)
})

const readPeriod = async (period: string, query = '', person = reader): Promise<Report> => {
  const token = (await vakt.call(person, 'GET', `${path(period)}/token?${query}`)).json().result?.token
  const answer = await vakt.call(person, 'GET', `${path(period)}?token=${token}&${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}

test('a quarter and any days are compared with as much before them, and a group is counted alone', async () => {
  const { entityId } = await createEntity(vakt.database, own.customerId)
  await write(`update entity set created_at = '${year}-01-01', tags = $2 where entity_id = $1`, [
    entityId,
    { application: 'shop', environment: 'test' },
  ])
  await addIncident(entityId, { opened: `${year}-05-04T10:00:00Z`, resolved: `${year}-05-04T11:00:00Z` })
  const quarter = await readPeriod(`${year}-Q2`)
  assert.deepEqual([quarter.period, quarter.previous, quarter.isOver], [`${year}-Q2`, `${year}-Q1`, true])
  assert.deepEqual([quarter.figures.incidents.opened, quarter.before.incidents.opened], [1, 4])
  const days = await readPeriod(`${year}-05-04--${year}-05-05`)
  assert.deepEqual(
    [days.previous, days.from, days.to],
    [`${year}-05-02--${year}-05-03`, `${year}-05-03T22:00:00.000Z`, `${year}-05-05T22:00:00.000Z`],
  )

  assert.deepEqual(quarter.tagKeys, ['application', 'environment'])
  const [first] = quarter.groups
  assert.deepEqual([first?.values, first?.resources, first?.incidents, first?.minutesDown], [['shop', 'test'], 1, 1, 60])
  assert.ok(Math.abs((first?.withWindows ?? 0) - (1 - 60 / (91 * 24 * 60))) < 1e-9)
  assert.deepEqual(
    quarter.applications.map(({ values, critical }) => [values, critical]),
    [[['shop'], 1]],
  )
  const shop = await readPeriod(`${year}-Q2`, 'group=shop')
  assert.deepEqual([shop.group, shop.availability.resources, shop.figures.incidents.opened], [['shop'], 1, 1])
  const others = await readPeriod(`${year}-Q2`, 'group=')
  assert.deepEqual([others.availability.resources, others.figures.incidents.opened], [1, 0])
  const refused = await vakt.call(reader, 'GET', `${path(`${year}-Q2`)}/token?group=a&group=b&group=c`)
  assert.deepEqual([refused.statusCode, refused.json().errors[0].property], [400, 'group'])
  const other = await vakt.call(reader, 'GET', `${path(`${year}-Q2`)}?group=shop&token=${await open(reader, path(`${year}-Q2`))}`)
  assert.equal(other.statusCode, 403, 'the token of another group')
  const { groups } = (await vakt.call(reader, 'GET', `/customer/${own.customerId}/report/group`)).json().result
  assert.deepEqual(groups, [
    { values: [''], resources: 1 },
    { values: ['', ''], resources: 1 },
    { values: ['shop'], resources: 1 },
    { values: ['shop', 'test'], resources: 1 },
  ])
  for (const wrong of [
    `${year}-Q5`,
    `${year}-05-05--${year}-05-04`,
    `${year - 1}-01-01--${year}-06-01`,
    '2025-02-29--2025-03-01',
    '2999-Q1',
  ])
    assert.equal(await statusOf(reader, `${path(wrong)}/token`), 404, wrong)
})

test('a resource that is gone counts for as long as it was known, and its open incident no longer', async () => {
  const place = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${place.emailDomain}`, roles: ['reader'] }
  await vakt.call(anna, 'POST', '/authentication/usercontext', {})
  const address = path('2999-02', place.customerId)
  // A leap year: the customer began with a minute of the month left, and another resource went after its first hour.
  await write("update customer set time_zone = 'UTC' where customer_id = $1", [place.customerId])
  const [late, gone] = [await createEntity(vakt.database, place.customerId), await createEntity(vakt.database, place.customerId)]
  await write("update entity set created_at = '2024-02-29T23:59Z' where entity_id = $1", [late.entityId])
  await write("update entity set created_at = '2024-02-01T00:00Z', stale = true, stale_since = '2024-02-01T01:00Z' where entity_id = $1", [
    gone.entityId,
  ])
  await write(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, opened_at, changed_at)
     values ($1, $2::uuid, ($2::uuid)::text, 'down', 'Down', 'critical', '2024-02-01T00:30Z', '2024-02-01T00:30Z')`,
    [place.customerId, gone.entityId],
  )
  assert.equal(await statusOf(anna, `${address}/token`), 404, 'a month to come')
  const february = path('2024-02', place.customerId)
  const { availability, inventory, agents } = await (async () => {
    const answer = await vakt.call(anna, 'GET', `${february}?token=${await open(anna, february)}`)
    const report: Report = answer.json().result
    return { availability: report.availability, inventory: report.figures.inventory, agents: report.figures.agents }
  })()
  assert.deepEqual([availability.resources, availability.affected], [2, 1])
  assert.deepEqual([availability.worst[0]?.minutesDown, availability.worst[0]?.withWindows], [30, 0.5])
  assert.equal(inventory?.resources, 1)
  assert.deepEqual(agents, { machines: 0, silent: 0, silentMinutes: 0 })
})

test('what changed in the inventory, silent agents and prepaid hours are in the report', async () => {
  const { entityId, name } = await createEntity(vakt.database, own.customerId)
  const history = 'insert into entity_history (customer_id, entity_id, at, kind, field) values ($1, $2, $3, $4, $5)'
  await write(history, [own.customerId, entityId, `${year}-06-01T10:00Z`, 'added', null])
  await write(history, [own.customerId, entityId, `${year}-06-02T10:00Z`, 'changed', 'name'])
  await write(history, [own.customerId, entityId, `${year}-06-02T10:00Z`, 'changed', 'region'])
  const [agent] = (
    await write(
      `insert into agent (customer_id, public_key, machine, hostname, platform, version, enrolled_with, enrolled_at)
       values ($1, decode(repeat('ab', 32), 'hex'), 'm', 'h', 'linux', '1.4.0', 't', '${year}-05-01') returning agent_id`,
      [own.customerId],
    )
  ).rows as { agent_id: string }[]
  const silence = 'insert into agent_silence (customer_id, agent_id, silent_from, silent_to) values ($1, $2, $3, $4)'
  await write(silence, [own.customerId, agent?.agent_id, `${year}-05-31T21:30Z`, `${year}-05-31T22:30Z`])
  await write(silence, [own.customerId, agent?.agent_id, `${year}-06-10T10:00Z`, `${year}-06-10T10:15Z`])
  // The month itself was kept by an earlier test, once it is over.
  const period = `${year}-06-01--${year}-06-30`
  const june = await readPeriod(period)
  assert.deepEqual([june.figures.inventory?.added, june.figures.inventory?.changed], [1, 1])
  assert.deepEqual(
    june.changes.map((one) => [one.name, one.kind]),
    [[name, 'added']],
  )
  assert.deepEqual(june.figures.agents, { machines: 1, silent: 1, silentMinutes: 45 })
  assert.deepEqual(june.agentVersions, [{ version: '1.4.0', machines: 1 }])

  await write('update customer set prepaid_hours = $2 where customer_id = $1', [
    own.customerId,
    JSON.stringify([{ date: `${year}-06-01`, hours: 2 }]),
  ])
  const [ticket] = (
    await write(
      `insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
       values ($1, 's', 'd', 'request', 'other', 'n', 'person', '${year}-06-01', '${year}-06-01') returning ticket_id`,
      [own.customerId],
    )
  ).rows as { ticket_id: string }[]
  for (const [day, minutes, billable] of [
    [`${year}-05-31`, 60, true],
    [`${year}-06-30`, 150, true],
    [`${year}-06-30`, 30, false],
  ] as const)
    await write(
      `insert into ticket_hours (customer_id, ticket_id, note, minutes, worked_on, hour_type, billable, author_id, author_name, created_at)
       values ($1, $2, 'n', $3, $4, 'normal', $5, gen_random_uuid(), 'n', now())`,
      [own.customerId, ticket?.ticket_id, minutes, day, billable],
    )
  assert.equal((await readPeriod(period)).prepaid, null, 'for a customer who does not see hours')
  const asStaff = await readPeriod(period, '', staff)
  assert.deepEqual(asStaff.prepaid, { bought: 120, used: 150, remaining: -30 })
  assert.equal(asStaff.figures.tickets.byStatus?.new, 1)
  const balanceFor = async (person: TestUser) =>
    (await vakt.call(person, 'GET', `/customer/${own.customerId}/report/prepaid`)).json().result.balance
  assert.equal(await balanceFor(reader), null)
  assert.equal((await balanceFor(staff)).remaining, -30)
})

test('a report that an earlier release kept is shown with what it lacks left out', async () => {
  const count = { created: 3, byType: { request: 3, change: 0, incident: 0 }, missed: 1 }
  const { figures, before, ...rest } = await read('2004-02')
  const strip = ({ inventory: _, agents: __, ...kept }: Report['figures']) => ({ ...kept, tickets: count })
  const { days, rules, timeZone, from, to, isOver } = rest
  const { withWindows: _, withoutWindows: __, ...availability } = rest.availability
  const kept = { month: '2004-02', timeZone, from, to, isOver, days, rules, availability, figures: strip(figures), before: strip(before) }
  await write("insert into report_month (customer_id, month, report, frozen_at) values ($1, '2004-02', $2, now())", [
    own.customerId,
    JSON.stringify(kept),
  ])
  const shown = await read('2004-02')
  assert.deepEqual([shown.period, shown.previous, shown.tagKeys, shown.figures.inventory], ['2004-02', '2004-01', null, null])
  assert.deepEqual([shown.figures.tickets.created, shown.figures.tickets.met], [3, null])
})
