import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Report } from '@vakt/contract/reports/reports.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { keepReports } from './report-months.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const [own, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
await vakt.call(staff, 'POST', '/authentication/usercontext', {})
const write = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))
await write("update customer set time_zone = 'UTC' where customer_id = any ($1)", [[own.customerId, other.customerId]])

const pathOf = (customerId: string, period: string) => `/customer/${customerId}/report/builtin/${period}`
const tokenOf = async (path: string): Promise<string> => (await vakt.call(staff, 'GET', `${path}/token`)).json().result.token
async function ask(customerId: string, period: string, part = '', query = '') {
  const path = pathOf(customerId, period)
  const answer = await vakt.call(staff, 'GET', `${path}${part}?token=${await tokenOf(path)}&${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer
}
const read = async (customerId: string, period: string): Promise<Report> => (await ask(customerId, period)).json().result

const addIncident = (
  customerId: string,
  entityId: string,
  { rule = 'down', from, to }: { rule?: string; from: string; to: string | null },
) =>
  write(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at)
     values ($1, $2::uuid, $4::timestamptz::text, $3, 'Down', 'critical', case when $5::timestamptz is null then 'open' else 'resolved' end, $4, $4, $5)`,
    [customerId, entityId, rule, from, to],
  )

test('of a resource that moved within the month each minute belongs to one customer', async () => {
  const [here, there] = [await createEntity(vakt.database, own.customerId), await createEntity(vakt.database, other.customerId)]
  const moved = '2026-04-11T00:00:00Z'
  await write("update entity set created_at = '2026-01-01', stale = true, stale_since = $2 where entity_id = $1", [here.entityId, moved])
  await write('update entity set created_at = $2 where entity_id = $1', [there.entityId, moved])
  // Down for the day before and the day after; no one ended the incident where it was.
  await addIncident(own.customerId, here.entityId, { from: '2026-04-10T00:00:00Z', to: null })
  await addIncident(other.customerId, there.entityId, { from: '2026-04-10T00:00:00Z', to: '2026-04-12T00:00:00Z' })
  const [before, after] = [await read(own.customerId, '2026-04'), await read(other.customerId, '2026-04')]
  assert.deepEqual(
    [before, after].map(({ availability }) => availability.worst.map(({ minutesDown }) => minutesDown)),
    [[1440], [1440]],
  )
  assert.ok(Math.abs((before.availability.withWindows ?? 0) - 9 / 10) < 1e-9, 'a day of the ten until then')
  assert.ok(Math.abs((after.availability.withWindows ?? 0) - 19 / 20) < 1e-9, 'a day of the twenty from then on')
  const may = await read(own.customerId, '2026-05')
  assert.deepEqual([may.availability.resources, may.availability.affected], [0, 0])
})

test('a month with one minute of data is made of that minute', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await write("update customer set time_zone = 'Europe/Stockholm' where customer_id = $1", [customerId])
  const [down, up] = [await createEntity(vakt.database, customerId), await createEntity(vakt.database, customerId)]
  // The last minute of October 2025, by the clock of the customer.
  await write("update entity set created_at = '2025-10-31T22:59:00Z' where customer_id = $1", [customerId])
  await addIncident(customerId, down.entityId, { from: '2025-10-31T22:59:00Z', to: '2025-10-31T23:30:00Z' })
  const { availability, figures, days, before } = await read(customerId, '2025-10')
  assert.deepEqual([availability.resources, availability.affected, availability.withWindows], [2, 1, 0.5])
  assert.deepEqual(
    availability.worst.map(({ entityId, minutesDown, withWindows }) => [entityId, minutesDown, withWindows]),
    [[down.entityId, 1, 0]],
  )
  assert.ok(availability.worst.every(({ entityId }) => entityId !== up.entityId))
  assert.deepEqual([days.map(({ date }) => date), figures.incidents.opened], [['2025-10-31'], 1])
  assert.deepEqual([figures.incidents.minutesToResolve, before.incidents.opened], [null, 0])
  assert.ok((await ask(customerId, '2025-10', '/document')).rawPayload.subarray(0, 8).equals(Buffer.from('%PDF-1.7')))
})

test('the month in which a customer began counts from then on, and the months before it are empty', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await write("update customer set time_zone = 'UTC' where customer_id = $1", [customerId])
  const { entityId } = await createEntity(vakt.database, customerId)
  await write("update entity set created_at = '2026-06-21' where entity_id = $1", [entityId])
  await write("insert into entity_history (customer_id, entity_id, at, kind) values ($1, $2, '2026-06-21', 'added')", [
    customerId,
    entityId,
  ])
  await addIncident(customerId, entityId, { from: '2026-06-30T00:00:00Z', to: '2026-07-01T00:00:00Z' })
  const june = await read(customerId, '2026-06')
  assert.equal(june.availability.worst[0]?.minutesDown, 1440)
  assert.ok(Math.abs((june.availability.withWindows ?? 0) - 9 / 10) < 1e-9, 'a day of the ten that it was there')
  assert.deepEqual([june.figures.inventory?.resources, june.figures.inventory?.added, june.before.inventory?.resources], [1, 1, 0])
  const may = await read(customerId, '2026-05')
  assert.deepEqual([may.availability.resources, may.availability.withWindows, may.figures.incidents.opened], [0, null, 0])
  const quarter = await read(customerId, '2026-Q2')
  assert.equal(quarter.availability.withWindows, june.availability.withWindows, 'nothing before the beginning is available time')
  const { months } = (await vakt.call(staff, 'GET', `/customer/${customerId}/report/monthly`)).json().result
  assert.equal(months.at(-1).month, '2026-06')
})

test('a token is for one customer, also of staff who see them all', async () => {
  const token = await tokenOf(pathOf(own.customerId, '2026-04'))
  for (const part of ['', '/figure', '/document']) {
    const answer = await vakt.call(staff, 'GET', `${pathOf(other.customerId, '2026-04')}${part}?token=${token}`)
    assert.equal(answer.statusCode, 403, part)
  }
})

test('names that are long, written from the right, or formulas are the same in figures, files and the document', async () => {
  const long = 'n'.repeat(200)
  const names = [long, 'שרת‮drow', '=HYPERLINK("http://evil.example")', '@SUM(1)', '+1', '-1', '\tcmd']
  for (const [index, name] of names.entries()) {
    const { entityId } = await createEntity(vakt.database, own.customerId)
    await write(
      "update entity set created_at = '2026-01-01', name = $2, tags = jsonb_build_object('application', $2::text) where entity_id = $1",
      [entityId, name],
    )
    await addIncident(own.customerId, entityId, {
      rule: name,
      from: `2026-06-0${index + 1}T00:00:00Z`,
      to: `2026-06-0${index + 1}T01:00:00Z`,
    })
  }
  const june = await read(own.customerId, '2026-06')
  const sorted = (values: readonly string[]) => [...values].sort()
  assert.deepEqual(sorted(june.availability.worst.map(({ name }) => name)), sorted(names))
  assert.deepEqual(sorted(june.rules.map(({ rule }) => rule)), sorted(names))
  assert.deepEqual(sorted(june.applications.map(({ values }) => values[0] ?? '')), sorted(names))
  const { body } = await ask(own.customerId, '2026-06', '/figure', 'format=csv')
  for (const table of ['availability', 'rules', 'applications'])
    for (const line of body.split('\r\n').filter((one) => one.startsWith(`${table},`)))
      assert.doesNotMatch(line, new RegExp(`^${table},"?[=@+\\t-]`), line)
  assert.ok(body.includes(`rules,${long},opened,1,`))
  const json = (await ask(own.customerId, '2026-06', '/figure', 'format=json')).body
  for (const name of names) assert.ok(json.includes(JSON.stringify(name)), 'unchanged for programs')
  const document = await ask(own.customerId, '2026-06', '/document', 'language=sv')
  assert.ok(document.rawPayload.subarray(0, 8).equals(Buffer.from('%PDF-1.7')))
})

test('a month is not kept before it is known what CloudOps cost in it', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId)
  await write("update customer set time_zone = 'UTC' where customer_id = $1", [customerId])
  await write("update entity set created_at = '2026-04-10' where entity_id = $1", [entityId])
  await write(
    `with service as (insert into cloudops_service (customer_id, entity_id, version) values ($1, $2, 1))
     insert into cloudops_version (customer_id, entity_id, version, valid_from, state, description, calendar, pricing, changed_by)
     values ($1, $2, 1, '2026-05-05', 'active', '', '{}', '{}', 'Anna')`,
    [customerId, entityId],
  )
  const kept = async () => {
    await keepReports({
      ...{ pool: vakt.database.worker, now: new Date('2026-06-15T12:00:00Z'), requestId: null, isStaff: true },
      actor: { type: 'system', job: 'keep-reports' },
    } as Context)
    return (await write('select month from report_month where customer_id = $1 order by month', [customerId])).rows.map(
      ({ month }) => month,
    )
  }
  assert.deepEqual(await kept(), ['2026-04'])
  await write("insert into cloudops_frozen_month (customer_id, month, frozen_at) values ($1, '2026-05', now())", [customerId])
  await write(
    `insert into cloudops_month (customer_id, month, entity_id, entity_name, entity_type, active_minutes, pricing, amount_minor, currency, frozen_at)
     values ($1, '2026-05', $2, 'n', 't', 60, '{}', 1250, 'SEK', now())`,
    [customerId, entityId],
  )
  assert.deepEqual(await kept(), ['2026-04', '2026-05'])
  assert.deepEqual((await read(customerId, '2026-05')).figures.cloudOps, { amountMinor: 1250, currency: 'SEK' })
})
